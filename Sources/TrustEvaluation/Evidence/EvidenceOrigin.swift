package import TrustModel

/// The origin of a CRL, an OCSP response or a fetched certificate.
package enum EvidenceOrigin: Sendable, Hashable {
    case request
    case policy
    /// Evidence that was fetched earlier; the age in seconds.
    case cache(age: Int64)
    /// Evidence that was fetched for this evaluation; the duration in milliseconds.
    case network(url: String, milliseconds: Int)

    /// The name in facts and scripts: `request`, `policy`, `cache` or `network`.
    package var name: String {
        switch self {
        case .request: "request"
        case .policy: "policy"
        case .cache: "cache"
        case .network: "network"
        }
    }

    /// The name as the fact `source`, with `ageSeconds`, or with `url` and `milliseconds`.
    package var facts: [Fact] {
        switch self {
        case .request, .policy: [Fact("source", name)]
        case .cache(let age): [Fact("source", name), Fact("ageSeconds", Int(age))]
        case .network(let url, let milliseconds):
            [Fact("source", name), Fact("url", url), Fact("milliseconds", milliseconds)]
        }
    }
}

/// The origins of the evidence of one evaluation.
struct EvidenceOrigins: Sendable {
    static let none = EvidenceOrigins(request: RevocationEvidence(), gathered: GatheredEvidence())

    let request: RevocationEvidence
    let gathered: GatheredEvidence
    /// The origins of evidence in memory that was used only because it revokes a certificate.
    var remembered: [ObjectIdentifier: EvidenceOrigin] = [:]

    /// Returns the origin of a CRL or response; nil if unknown.
    func origin(of piece: ObjectIdentifier?) -> EvidenceOrigin? {
        guard let piece else { return nil }
        if let origin = gathered.origin(of: piece) ?? remembered[piece] { return origin }
        let isInRequest =
            request.lists.contains { ObjectIdentifier($0) == piece }
            || request.responses.contains { ObjectIdentifier($0) == piece }
        return isInRequest ? .request : .policy
    }

    func facts(of piece: ObjectIdentifier?) -> [Fact] { origin(of: piece)?.facts ?? [] }
}
