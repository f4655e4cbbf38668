import TrustEvaluation
import TrustModel

/// A part of a policy that may expire.
enum ExpiringSubject: Sendable {
    case anchor(Certificate)
    case pinnedCertificate(Certificate)
    case pins(PinRequirements)
    case crl(CertificateRevocationList)
    /// A response, with the maximum age of a status without nextUpdate in seconds.
    case ocspResponse(OCSPResponse, ageWithoutNextUpdate: Int64)
    case exception(TrustException)

    /// An identity for parts that several places of a document can name.
    enum Identity: Hashable {
        case certificate(PolicyExpiration.Kind, Fingerprint)
        case evidence(ObjectIdentifier)
    }

    var kind: PolicyExpiration.Kind {
        switch self {
        case .anchor: .anchor
        case .pinnedCertificate: .pinnedCertificate
        case .pins: .pins
        case .crl: .crl
        case .ocspResponse: .ocspResponse
        case .exception: .exception
        }
    }

    /// The first second (if known) and the last second at which the part is used; nil if the part does not expire.
    var period: (beginning: Instant?, end: Instant)? {
        switch self {
        case .anchor(let certificate), .pinnedCertificate(let certificate):
            certificate.facts.notAfter.map { (certificate.facts.notBefore, $0) }
        case .pins(let pins): pins.expires.map { (nil, $0) }
        case .crl(let list): Self.period(of: EvidenceFreshness(list.facts))
        case .ocspResponse(let response, let age):
            response.firstToEnd(ageWithoutNextUpdate: age).map {
                Self.period(of: EvidenceFreshness($0, ageWithoutNextUpdate: age))
            }
        case .exception(let exception): (nil, exception.until)
        }
    }

    /// The identity of a certificate, CRL or OCSP response; nil for a pin set or an exception.
    var identity: Identity? {
        switch self {
        case .anchor(let certificate), .pinnedCertificate(let certificate):
            .certificate(kind, certificate.facts.fingerprint)
        case .crl(let list): .evidence(ObjectIdentifier(list))
        case .ocspResponse(let response, _): .evidence(ObjectIdentifier(response))
        case .pins, .exception: nil
        }
    }

    private static func period(of freshness: EvidenceFreshness) -> (beginning: Instant?, end: Instant) {
        (freshness.thisUpdate, freshness.end)
    }
}

extension OCSPResponse {
    /// Returns the certificate status that expires first, of those that a request may use; nil if there is none.
    func firstToEnd(ageWithoutNextUpdate age: Int64) -> OCSPAnswerFacts.Single? {
        (answer?.facts.responses ?? []).filter { $0.nextUpdate != nil || age > 0 }.min {
            EvidenceFreshness($0, ageWithoutNextUpdate: age).end < EvidenceFreshness($1, ageWithoutNextUpdate: age).end
        }
    }
}
