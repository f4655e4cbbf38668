import TrustModel

/// Requires that a path ends in a trust anchor (RFC 5280 section 6.1.1 (d)).
struct TrustAnchorRule: Rule {
    static let name = "trustAnchor"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let depth = context.path.certificates.count - 1
        let last = context.path.certificates[depth].facts
        switch context.path.end {
        case .anchor(let set):
            return .applied(
                context.path.fetched.sorted().map { issuerNotSent(at: $0, context) },
                why: context.why("the path ends in \(last.displayName), a trust anchor of \(set.name)")
            )
        case .issuerNotFound:
            return .applied(
                [issuerNotFound(last, depth: depth, context)],
                why:
                    "no certificate with the name \(last.issuer.description) verifies the signature of \(last.displayName)"
            )
        case .selfSigned:
            return .applied(
                [selfSigned(last, depth: depth, context)],
                why: "\(last.displayName) is not a trust anchor"
            )
        case .loop:
            return .applied(
                [loop(last, depth: depth, context)],
                why: "\(last.displayName) was issued by a CA that is below it in the path"
            )
        }
    }

    /// Warns about a certificate that had to be fetched, although the sender of the chain must include it.
    private func issuerNotSent(at depth: Int, _ context: PathContext) -> Finding {
        let certificate = context.path.certificates[depth]
        return Finding(
            .chainIssuerNotSent,
            severity: .warning,
            depth: depth,
            message:
                "The chain does not contain \(certificate.facts.displayName), the issuer of "
                + "\(context.name(at: depth - 1)): it was fetched.",
            facts: [Fact("sha256", certificate.facts.fingerprint.hex)]
                + (context.gathered.origin(of: certificate)?.facts ?? [])
        )
    }

    private func issuerNotFound(_ last: CertificateFacts, depth: Int, _ context: PathContext) -> Finding {
        let candidates = context.path.sameNameCandidates.map(\.facts)
        var facts = [Fact("issuer", last.issuer.description)]
        if let key = last.extensions.authorityKeyIdentifier?.keyIdentifier {
            facts.append(Fact("authorityKeyIdentifier", Hexadecimal.encode(key.prefix(64))))
        }
        if !last.extensions.issuerLocations.isEmpty {
            facts.append(Fact("issuerLocations", Array(last.extensions.issuerLocations.prefix(10))))
        }
        if !candidates.isEmpty {
            facts.append(Fact("candidates", candidates.prefix(10).map(\.fingerprint.hex)))
            facts.append(Fact("candidateKeyIdentifiers", candidates.prefix(10).map(\.keyIdentifierText)))
        }
        let attempts = context.gathered.failures(
            about: context.path.certificates[depth],
            forIssuer: true
        )
        facts += attempts.facts
        let pinned = Self.pinnedIssuer(of: context.path.certificates[depth], context)
        if let pinned { facts.append(Fact("pinnedIssuer", pinned.facts.fingerprint.hex)) }
        let lookalike = context.path.lookalike
        return Finding(
            .chainIssuerNotFound,
            depth: depth,
            message: Self.message(last, candidates)
                + (pinned.map(Self.sentence(aboutPinned:)) ?? lookalike.map(Self.sentence(aboutLookalike:)) ?? ""),
            facts: facts,
            remedy: pinned != nil
                ? .pinnedIssuer : lookalike != nil ? .differentSpelling : candidates.isEmpty ? nil : .otherKey
        )
    }

    /// Returns a pinned intermediate that can be the missing issuer; nil if there is none.
    private static func pinnedIssuer(of certificate: Certificate, _ context: PathContext) -> Certificate? {
        context.requirements.pins?.certificates.first {
            $0.facts.subject == certificate.facts.issuer && $0.facts.isAuthority && !$0.facts.isSelfIssued
                && $0.fitsKeyIdentifier(in: certificate) ?? true
        }
    }

    private static func sentence(aboutPinned issuer: Certificate) -> String {
        " The policy pins a certificate with this name (SHA-256 \(issuer.facts.fingerprint.hex)), but pins are not used to "
            + "complete a chain."
    }

    private static func sentence(aboutLookalike certificate: Certificate) -> String {
        " The name of \(certificate.facts.displayName) (SHA-256 \(certificate.facts.fingerprint.hex)) looks the same, but is "
            + "encoded with other characters."
    }

    private static func message(_ last: CertificateFacts, _ candidates: [CertificateFacts]) -> String {
        let name = "\"\(last.issuer.description)\""
        guard let candidate = candidates.first else {
            return "No issuer found for \(last.displayName): \(name) is neither in the chain nor a trust anchor of the "
                + "policy."
        }
        guard candidates.count > 1 || candidate.fingerprint != last.fingerprint else {
            return
                "No issuer found for \(last.displayName): it names itself as its issuer, but is not signed with its own "
                + "key, and no other certificate with that name was found."
        }
        let known = candidates.compactMap(\.extensions.subjectKeyIdentifier)
        guard let wanted = last.extensions.authorityKeyIdentifier?.keyIdentifier, !known.contains(wanted) else {
            return candidates.count == 1
                ? "No issuer found for \(last.displayName): a certificate with the name \(name) was found, but it does "
                    + "not have the key that signed \(last.displayName)."
                : "No issuer found for \(last.displayName): \(count(candidates)) certificates with the name \(name) were "
                    + "found, but none of them has the key that signed \(last.displayName)."
        }
        let expected = Hexadecimal.encode(wanted.prefix(64))
        if candidates.count > 1 {
            return "No issuer found for \(last.displayName): \(count(candidates)) certificates with the name \(name) "
                + "were found, but none of them has the key identifier \(expected)."
        }
        return known.isEmpty
            ? "No issuer found for \(last.displayName): a certificate with the name \(name) was found, but it does not "
                + "have the key identifier \(expected)."
            : "No issuer found for \(last.displayName): a certificate with the name \(name) was found, but it has the "
                + "key identifier \(candidate.keyIdentifierText) instead of \(expected)."
    }

    private static func count(_ candidates: [CertificateFacts]) -> String {
        let most = CandidatePath.maximumExamples
        return candidates.count < most ? "\(candidates.count)" : "\(most) or more"
    }

    private func selfSigned(_ last: CertificateFacts, depth: Int, _ context: PathContext) -> Finding {
        guard depth == 0 else {
            let message =
                "The chain ends in \(last.displayName), which is self-signed and is not a trust anchor of the policy."
            return Finding(.chainUntrustedRoot, depth: depth, message: message)
        }
        let message = "The certificate \(last.displayName) is self-signed and is not a trust anchor of the policy."
        guard let predecessor = context.path.sameNameCandidates.first?.facts else {
            return Finding(.chainSelfSignedLeaf, depth: depth, message: message)
        }
        return Finding(
            .chainSelfSignedLeaf,
            depth: depth,
            message: message + " A trust anchor has its name and key, but is another certificate, which may not issue "
                + "certificates: this certificate was probably renewed.",
            facts: [Fact("predecessor", predecessor.fingerprint.hex)],
            remedy: .renewedSelfSigned
        )
    }

    private func loop(_ last: CertificateFacts, depth: Int, _ context: PathContext) -> Finding {
        let below = context.certificates.prefix(depth).last { $0.facts.subject == last.issuer }
        return Finding(
            .chainLoop,
            depth: depth,
            message:
                "The chain forms a loop: \(last.displayName) was issued by \(last.issuer.description), which is already "
                + "below it in the chain, and none of the CAs in the loop is a trust anchor of the policy.",
            facts: below.map { [Fact("issuerDepth", $0.depth)] } ?? []
        )
    }
}

extension CertificateFacts {
    fileprivate var keyIdentifierText: String {
        extensions.subjectKeyIdentifier.map { Hexadecimal.encode($0.prefix(64)) } ?? "none"
    }
}
