package import TrustModel

/// The evidence that was gathered for a question from memory or from the network, unverified.
///
/// It is used like the evidence of the request, after the evidence of request and policy.
package struct GatheredEvidence: Sendable {
    /// The result of gathering the evidence for one need; without an answer, only ``failures``.
    package struct Result: Sendable {
        /// The need.
        package let need: EvidenceNeed
        /// The CRLs and OCSP responses.
        package let evidence: RevocationEvidence
        /// The certificates from the locations of a missing issuer, in any order and possibly unrelated.
        package let issuers: [Certificate]
        /// The origin of the evidence or certificates; nil without an answer.
        package let origin: EvidenceOrigin?
        /// The failed attempts, in order.
        package let failures: [FailedFetch]
        /// The time until the evidence may be fetched again after the failures, in seconds; nil if unknown.
        package let retryAfter: Int64?
        /// Whether there is no answer, and some location was not asked because no fetch was left for it.
        package let isUnsought: Bool

        /// Creates a result.
        package init(
            _ need: EvidenceNeed,
            evidence: RevocationEvidence = RevocationEvidence(),
            issuers: [Certificate] = [],
            origin: EvidenceOrigin? = nil,
            failures: [FailedFetch] = [],
            retryAfter: Int64? = nil,
            isUnsought: Bool = false
        ) {
            self.need = need
            self.evidence = evidence
            self.issuers = issuers
            self.origin = origin
            self.failures = failures
            self.retryAfter = retryAfter
            self.isUnsought = isUnsought
        }
    }

    /// The maximum number of certificates used from the locations of one missing issuer.
    package static let maximumIssuers = 8

    /// The results, in the order in which they were added.
    package private(set) var results: [Result] = []
    /// The CRLs and responses of all results, each object once.
    private(set) var evidence = RevocationEvidence()
    /// The CRLs and responses, indexed for all evaluators of a policy.
    private(set) var sorted = SuppliedEvidence(RevocationEvidence())
    /// The certificates of all results, each once.
    private(set) var issuers: [Certificate] = []
    private var finished: Set<EvidenceNeed> = []
    private var origins: [ObjectIdentifier: EvidenceOrigin] = [:]
    private var issuerOrigins: [Certificate: EvidenceOrigin] = [:]

    /// Creates gathered evidence without results.
    package init() {}

    /// Whether nothing was gathered or attempted.
    package var isEmpty: Bool { results.isEmpty }

    /// Adds a result; a need with a result is not reported again.
    package mutating func add(_ result: Result) {
        results.append(result)
        finished.insert(result.need)
        guard let origin = result.origin else { return }
        for list in result.evidence.lists where origins.updateValue(origin, forKey: ObjectIdentifier(list)) == nil {
            evidence.lists.append(list)
        }
        for response in result.evidence.responses
        where origins.updateValue(origin, forKey: ObjectIdentifier(response)) == nil {
            evidence.responses.append(response)
        }
        if !result.evidence.isEmpty { sorted = SuppliedEvidence(evidence) }
        for issuer in result.issuers.prefix(Self.maximumIssuers) where issuerOrigins[issuer] == nil {
            issuerOrigins[issuer] = origin
            issuers.append(issuer)
        }
    }

    /// Adds the results of another round.
    package mutating func add(_ other: GatheredEvidence) {
        for result in other.results { add(result) }
    }

    /// Whether a need has a result, with or without an answer.
    package func contains(_ need: EvidenceNeed) -> Bool { finished.contains(need) }

    /// The time until missing evidence may be fetched again, in seconds; nil if no back-off is known.
    var retryAfter: Int64? { results.filter { $0.origin == nil }.compactMap(\.retryAfter).min() }

    /// The number of missing issuers that were looked for.
    var issuerCount: Int { finished.count { $0.method == .issuer } }

    /// The number of attempts to get delta CRLs about a certificate.
    func deltaCount(about certificate: Certificate) -> Int {
        finished.count { $0.base != nil && $0.certificate == certificate }
    }

    func origin(of piece: ObjectIdentifier) -> EvidenceOrigin? { origins[piece] }

    /// Returns those of the responses that were fetched for this question, instead of an earlier one.
    func fetched(_ responses: [OCSPResponse]) -> Set<ObjectIdentifier> {
        guard !origins.isEmpty else { return [] }
        return Set(
            responses.lazy.map { ObjectIdentifier($0) }.filter { piece in
                if case .network = origins[piece] { true } else { false }
            }
        )
    }

    func origin(of issuer: Certificate) -> EvidenceOrigin? { issuerOrigins[issuer] }

    /// Returns the failed attempts to get evidence about a certificate's revocation, or its issuer's certificate.
    func failures(about certificate: Certificate, forIssuer: Bool) -> [FailedFetch] {
        results.filter { $0.need.certificate == certificate && ($0.need.method == .issuer) == forIssuer }
            .flatMap(\.failures)
    }
}

/// A failed attempt to get evidence from a location.
package struct FailedFetch: Error, Sendable, Hashable {
    /// The location.
    package let url: String
    /// The kind of failure.
    package let code: FetchFailureCode
    /// The duration of the attempt.
    package let milliseconds: Int
    /// The URL to which the server redirected the request, in printable ASCII; nil without a redirect.
    package let redirect: String?
    /// The code of the earlier failure that delays the request; nil for other failures.
    package let cause: FetchFailureCode?

    /// Creates a failure.
    package init(
        url: String,
        code: FetchFailureCode,
        milliseconds: Int,
        redirect: String? = nil,
        cause: FetchFailureCode? = nil
    ) {
        self.url = url
        self.code = code
        self.milliseconds = milliseconds
        self.redirect = redirect
        self.cause = cause
    }
}

extension FailedFetch: CustomStringConvertible {
    /// The attempt, such as `http://ocsp.example.com: timedOut after 5000 ms`.
    package var description: String {
        let place = redirect.map { "\(url) redirected to \($0)" } ?? url
        return "\(place): \(code.rawValue) after \(milliseconds) ms"
    }
}

extension [FailedFetch] {
    /// The maximum number of attempts in the facts of one finding.
    private static var maximumListed: Int { 16 }

    /// The attempts as the fact `attempts`; empty if there are none.
    var facts: [Fact] { isEmpty ? [] : [Fact("attempts", prefix(Self.maximumListed).map(\.description))] }
}
