import TrustModel

/// How rules gather what they find. Nearly all certificates are sound, and there are many rules: nothing that is empty is
/// joined to anything.
extension PathContext {
    /// What a rule finds in each certificate, leaf first.
    func findings(_ evaluate: (_ depth: Int, _ facts: CertificateFacts) -> [Finding]) -> [Finding] {
        var findings: [Finding] = []
        for (depth, facts) in certificates {
            let found = evaluate(depth, facts)
            if !found.isEmpty { findings += found }
        }
        return findings
    }

    /// Who issued the certificate at a position in the path; nil for the last.
    func issuer(at depth: Int) -> CertificateFacts? {
        depth + 1 < path.certificates.count ? path.certificates[depth + 1].facts : nil
    }
}

extension [Finding] {
    /// These and then others.
    func and(_ others: [Finding]) -> [Finding] {
        if others.isEmpty { self } else if isEmpty { others } else { self + others }
    }
}
