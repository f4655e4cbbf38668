import TrustModel

/// Collects findings without copying empty arrays, because most rules have no findings.
extension PathContext {
    /// Returns the findings of a rule about each examined certificate, leaf first.
    func findings(_ evaluate: (_ depth: Int, _ facts: CertificateFacts) -> [Finding]) -> [Finding] {
        var findings: [Finding] = []
        for (depth, facts) in examined {
            let found = evaluate(depth, facts)
            if !found.isEmpty { findings += found }
        }
        return findings
    }

    /// Returns the issuer of the certificate at a position in the path; nil for the last certificate.
    func issuer(at depth: Int) -> CertificateFacts? {
        depth + 1 < path.certificates.count ? path.certificates[depth + 1].facts : nil
    }
}

extension [Finding] {
    func and(_ others: [Finding]) -> [Finding] {
        if others.isEmpty { self } else if isEmpty { others } else { self + others }
    }
}
