import TrustModel

/// Explains a refusal of a chain whose first certificate is a CA certificate although an end-entity certificate was sent
/// behind it.
///
/// Certificate 0 is the end entity, always: a TLS peer has proved the possession of its key alone (RFC 8446 section 4.4.2).
/// Anybody who holds the key of any CA certificate could otherwise present the chain of somebody else behind it. This
/// explanation is therefore made after the decision, and adds nothing but words.
enum ChainOrder {
    /// The certificate that looks like the end entity's, with its position in the chain as sent; nil where certificate 0 is
    /// not a CA certificate, is itself for the host, or no other certificate comes into question.
    static func endEntity(of question: TrustQuestion) -> (position: Int, certificate: Certificate)? {
        guard question.chain[0].facts.isAuthority, !isForHost(question.chain[0], question.host) else { return nil }
        let others = question.chain.enumerated().dropFirst().filter { !$0.element.facts.isAuthority }
        let found = others.first { isForHost($0.element, question.host) } ?? others.first
        return found.map { ($0.offset, $0.element) }
    }

    /// Public suffixes do not matter here: nothing is accepted.
    private static func isForHost(_ certificate: Certificate, _ host: RequestedHost) -> Bool {
        guard case .name(let host) = host, let names = certificate.facts.extensions.subjectAlternativeNames else {
            return false
        }
        return HostComparison(of: names, with: host) { _ in false } == .match
    }

    /// Whether a certificate was issued by the CA of certificate 0, directly or by way of others of the chain, as far as names
    /// and key identifiers say.
    private static func isBelowFirst(_ certificate: Certificate, _ question: TrustQuestion) -> Bool {
        var reached = [certificate]
        var next = reached.startIndex
        while next < reached.endIndex {
            let subject = reached[next]
            let issuers = question.chain.filter {
                $0.facts.subject == subject.facts.issuer && ($0.fitsKeyIdentifier(in: subject) ?? true)
                    && !reached.contains($0)
            }
            if issuers.contains(question.chain[0]) { return true }
            reached += issuers
            next += 1
        }
        return false
    }

    /// The reason that names both certificates, and says so where they belong to different chains.
    static func finding(
        for question: TrustQuestion,
        _ endEntity: (position: Int, certificate: Certificate)
    ) -> Finding {
        let (first, expected) = (question.chain[0], endEntity.certificate)
        let (name, position) = (first.facts.displayName, endEntity.position)
        let message =
            isBelowFirst(expected, question)
            ? "\(name) was sent first, but is a CA certificate. Certificate \(position), \(expected.facts.displayName), "
                + "looks like the end-entity certificate and must come first."
            : "\(name) was sent first, but is a CA certificate and not an issuer of certificate \(position), "
                + "\(expected.facts.displayName), which looks like the end-entity certificate of another chain. To evaluate "
                + "that chain, send certificate \(position) first and leave certificate 0 out."
        var finding = Finding(
            .chainOrder,
            depth: 0,
            message: message,
            facts: [
                Fact("endEntityPosition", endEntity.position), Fact("endEntity", expected.facts.displayName),
                Fact("endEntitySha256", expected.facts.fingerprint.hex),
                Fact("isForHost", isForHost(expected, question.host)),
            ]
        )
        finding.certificate = first
        return finding
    }
}

extension EvaluatorDecision {
    /// The same decision, which says first that the chain was sent in the wrong order where it was and is refused.
    ///
    /// Nothing but the reasons changes: neither the result nor the codes that an exception would have to accept. The other
    /// reasons that certificate 0 is not an end entity's have the same remedy: nobody should have a CA certificate reissued
    /// as a server's.
    func explainingOrder(of question: TrustQuestion) -> EvaluatorDecision {
        guard !isAccepted, !isUndecided, !path.isEmpty, let endEntity = ChainOrder.endEntity(of: question) else {
            return self
        }
        var explained = self
        explained.reasons = explained.reasons.map { reason in
            var reason = reason
            if reason.depth == 0, reason.code.isOfEndEntities { reason.specialRemedy = .wrongOrder }
            return reason
        }
        explained.reasons.insert(ChainOrder.finding(for: question, endEntity), at: 0)
        return explained
    }
}

extension ReasonCode {
    /// Whether the code reports that a certificate is not suited to an end entity, which is not a defect of a CA certificate.
    fileprivate var isOfEndEntities: Bool {
        [ReasonCode.chainSelfSignedLeaf, .constraintKeyUsage, .timeValidityTooLong].contains(self)
            || ["host.", "usage.", "webpki."].contains(where: name.hasPrefix)
    }
}
