import TrustModel

/// Requires that a path ends in an anchor (RFC 5280 section 6.1.1 (d)).
struct TrustAnchorRule: Rule {
    static let name = "trustAnchor"
    static let nativeCodes: Set<ReasonCode> = [
        .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainDistrusted, .chainLoop,
    ]

    func judge(_ context: PathContext) -> RuleOutcome {
        let depth = context.path.certificates.count - 1
        let last = context.path.certificates[depth].facts
        switch context.path.end {
        case .anchor(let set):
            let findings = nativeFindings(context, besides: [])
            return .judged(findings, why: context.why("the path ends in \(last.displayName), an anchor of \(set.name)"))
        case .issuerNotFound:
            let findings = [issuerNotFound(last, depth: depth, context)]
            return .judged(
                findings + nativeFindings(context, besides: Self.endCodes),
                why: "no issuer \(last.issuer.description) is at hand"
            )
        case .selfSigned:
            let findings = [selfSigned(last, depth: depth, context)]
            return .judged(
                findings + nativeFindings(context, besides: Self.endCodes),
                why: "\(last.displayName) is no anchor"
            )
        case .loop:
            let findings = [loop(last, depth: depth, context)]
            return .judged(
                findings + nativeFindings(context, besides: Self.endCodes),
                why: "\(last.displayName) was issued by an authority below it"
            )
        }
    }

    /// What the library calls the end of a path without anchor; the search knows better which of them it is.
    private static let endCodes: Set<ReasonCode> = [
        .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainLoop,
    ]

    private func nativeFindings(_ context: PathContext, besides known: Set<ReasonCode>) -> [Finding] {
        context.violations(of: Self.nativeCodes.subtracting(known)).map { violation in
            Finding(
                violation.code,
                depth: violation.depth,
                message: "\(context.name(at: violation.depth)) cannot be trusted: \(violation.text).",
                nativeCode: violation.nativeCode
            )
        }
    }

    private func issuerNotFound(_ last: CertificateFacts, depth: Int, _ context: PathContext) -> Finding {
        var facts = [Fact("issuer", last.issuer.description)]
        if let key = last.extensions.authorityKeyIdentifier?.keyIdentifier {
            facts.append(Fact("authorityKeyIdentifier", Hexadecimal.encode(key)))
        }
        if !last.extensions.issuerLocations.isEmpty {
            facts.append(Fact("issuerLocations", Array(last.extensions.issuerLocations.prefix(10))))
        }
        return Finding(
            .chainIssuerNotFound,
            depth: depth,
            message: "The issuer of \(last.displayName), \(last.issuer.description), was not sent and is no anchor.",
            facts: facts,
            nativeCode: native(.chainIssuerNotFound, context)
        )
    }

    private func selfSigned(_ last: CertificateFacts, depth: Int, _ context: PathContext) -> Finding {
        let code: ReasonCode = depth == 0 ? .chainSelfSignedLeaf : .chainUntrustedRoot
        let message =
            depth == 0
            ? "The certificate \(last.displayName) is signed by itself and is no anchor."
            : "The chain ends in \(last.displayName), which is signed by itself and is no anchor."
        return Finding(code, depth: depth, message: message, nativeCode: native(code, context))
    }

    private func loop(_ last: CertificateFacts, depth: Int, _ context: PathContext) -> Finding {
        let below = context.certificates.prefix(depth).last { $0.facts.subject == last.issuer }
        return Finding(
            .chainLoop,
            depth: depth,
            message:
                "\(last.displayName) was issued by \(last.issuer.description), which stands below it in the chain: these "
                + "authorities certify each other, and none of them is an anchor.",
            facts: below.map { [Fact("issuerDepth", $0.depth)] } ?? [],
            // The library does not see the circle, but that nobody else issued the certificate.
            nativeCode: native(.chainLoop, context) ?? native(.chainIssuerNotFound, context)
        )
    }

    private func native(_ code: ReasonCode, _ context: PathContext) -> Int32? {
        context.violations.first { $0.code == code }?.nativeCode
    }
}
