import TrustModel

/// Explains the rejection of a chain that contains an end-entity certificate but begins with a CA certificate.
///
/// Certificate 0 is always evaluated as the end-entity certificate: a TLS peer proves possession of only this
/// certificate's key (RFC 8446 section 4.4.2). Otherwise, the holder of any CA key could send its own certificate
/// followed by another server's chain. Therefore, this explanation is added after the decision and does not affect it.
enum ChainOrder {
    /// Returns the probable end-entity certificate with its position in the chain as sent.
    ///
    /// The result is nil if certificate 0 is not a CA or matches the host, or if all certificates are CA certificates.
    static func endEntity(of question: TrustQuestion) -> (position: Int, certificate: Certificate)? {
        guard question.chain[0].facts.isAuthority, !isForHost(question.chain[0], question.host) else { return nil }
        let others = question.chain.enumerated().dropFirst().filter { !$0.element.facts.isAuthority }
        let found = others.first { isForHost($0.element, question.host) } ?? others.first
        return found.map { ($0.offset, $0.element) }
    }

    /// Whether the certificate matches the host, without public suffix checks.
    private static func isForHost(_ certificate: Certificate, _ host: RequestedHost) -> Bool {
        guard case .name(let host) = host, let names = certificate.facts.extensions.subjectAlternativeNames else {
            return false
        }
        return HostComparison(of: names, with: host) { _ in false } == .match
    }

    /// Whether, by names and key identifiers, certificate 0 issued a certificate directly or through other CAs.
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

    /// Returns a reason that names both certificates and says whether they belong to different chains.
    static func finding(
        for question: TrustQuestion,
        _ endEntity: (position: Int, certificate: Certificate)
    ) -> Finding {
        let (first, expected) = (question.chain[0], endEntity.certificate)
        let (name, position) = (first.facts.displayName, endEntity.position)
        let message =
            isBelowFirst(expected, question)
            ? "\(name) was sent first, but is a CA certificate. Certificate \(position), "
                + "\(expected.facts.displayName), appears to be the end-entity certificate and must come first."
            : "\(name) was sent first, but is a CA certificate. Certificate \(position), "
                + "\(expected.facts.displayName), appears to be the end-entity certificate of a chain that does not "
                + "contain certificate 0. To evaluate that chain, send certificate \(position) first, and omit "
                + "certificate 0."
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
    /// Adds a first reason if the rejected chain is in the wrong order.
    ///
    /// Only the reasons change, not the result or the codes for an exception. Reasons that treat certificate 0 as an
    /// end-entity certificate get the remedy for a wrong order, because their own remedy is to reissue certificate 0.
    mutating func explainOrder(of question: TrustQuestion) {
        guard !isAccepted, !isUndecided, !path.isEmpty, let endEntity = ChainOrder.endEntity(of: question) else {
            return
        }
        for index in reasons.indices where reasons[index].depth == 0 && reasons[index].code.isOfEndEntities {
            reasons[index].specialRemedy = .wrongOrder
        }
        reasons.insert(ChainOrder.finding(for: question, endEntity), at: 0)
    }
}

extension ReasonCode {
    /// Whether the code reports a defect that only end-entity certificates can have.
    fileprivate var isOfEndEntities: Bool {
        [ReasonCode.chainSelfSignedLeaf, .constraintKeyUsage, .timeValidityTooLong, .policySVIDInvalid].contains(self)
            || ["host.", "usage.", "webpki."].contains(where: name.hasPrefix)
    }
}
