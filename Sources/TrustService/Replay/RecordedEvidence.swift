package import TrustEvaluation
package import TrustEvidence
package import TrustModel

/// The evidence that a recorded question had from memory and from the network, as a library that fetches nothing.
package struct RecordedEvidence: Sendable {
    /// The result of one look-up.
    package struct Result: Sendable {
        /// The kind of evidence.
        package let method: EvidenceNeed.Method
        /// The certificate that the evidence is about.
        package let certificate: Fingerprint
        /// The issuer of the certificate; nil if the issuer was looked for.
        package let issuer: Fingerprint?
        /// Whether there was an answer.
        package let isAnswered: Bool
        /// The CRLs and OCSP responses.
        package let evidence: RevocationEvidence
        /// The certificates from the locations of a missing issuer.
        package let issuers: [Certificate]

        /// Creates a result.
        package init(
            _ method: EvidenceNeed.Method,
            about certificate: Fingerprint,
            issuedBy issuer: Fingerprint?,
            isAnswered: Bool,
            evidence: RevocationEvidence,
            issuers: [Certificate]
        ) {
            self.method = method
            self.certificate = certificate
            self.issuer = issuer
            self.isAnswered = isAnswered
            self.evidence = evidence
            self.issuers = issuers
        }
    }

    private let results: [Result]

    /// Creates a library of results, in the order in which they were found.
    package init(_ results: [Result]) { self.results = results }

    /// Returns the recorded result for a need, or for an alternative to it; nil if the record has none.
    private func result(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        for need in [need] + need.alternatives {
            let found = results.filter { $0.isAbout(need) }
            // A delta CRL is fetched after the complete CRL that it updates.
            guard let result = need.base == nil ? found.first : found.dropFirst().first else { continue }
            return GatheredEvidence.Result(
                need,
                evidence: result.evidence,
                issuers: result.issuers,
                origin: result.isAnswered ? .cache(age: 0) : nil
            )
        }
        return nil
    }
}

extension RecordedEvidence.Result {
    fileprivate func isAbout(_ need: EvidenceNeed) -> Bool {
        method == need.method && certificate == need.certificate.facts.fingerprint
            && issuer == need.issuer?.facts.fingerprint
    }
}

extension RecordedEvidence: EvidenceLibrary {
    /// Returns the recorded result.
    package func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result? { result(for: need) }

    /// Returns the recorded result if it has evidence.
    package func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        result(for: need).flatMap { $0.evidence.isEmpty ? nil : $0 }
    }

    /// Fetches nothing.
    package func refresh(_ needs: [EvidenceNeed]) {}

    /// Returns false: nothing is fetched again.
    package func isFollowing(_ need: EvidenceNeed) -> Bool { false }

    /// Keeps nothing.
    package func keep(_ issuers: [FetchedIssuer]) {}

    /// 0: a record never changes.
    package var changeCount: UInt64 { 0 }

    /// Returns no parts: a record never changes.
    package func topics(of need: EvidenceNeed) -> [EvidenceTopic] { [] }

    /// No parts: nothing is fetched again.
    package var watched: WatchedTopics { WatchedTopics() }

    /// Returns no changes.
    package func changes(since count: UInt64) -> [EvidenceTopic: UInt64]? { [:] }

    /// Returns nothing: there is no network.
    package func results(
        for needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        for share: ClientShare,
        _ allowance: FetchAllowance
    ) async -> GatheredEvidence { GatheredEvidence() }

    /// 0: nothing waits.
    package var milliseconds: Int64 { 0 }
}
