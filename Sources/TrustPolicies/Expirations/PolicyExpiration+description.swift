import StructuredDocuments
import TrustEvaluation
package import TrustModel

extension PolicyExpiration {
    /// Returns the place and the message for the time `now` as one line, such as `payments.yaml:7: /policies/…: …`.
    package func line(at now: Instant) -> String { problem(at: now).description }

    /// Returns the place of the part, and a message that states its end and gives advice.
    package func problem(at now: Instant) -> PolicyProblem {
        PolicyProblem(file: place.file, line: place.line, pointer: place.pointer, detail: detail(at: now))
    }

    private func detail(at now: Instant) -> String {
        let places = otherPlaces == 0 ? "" : " (in \(otherPlaces + 1) places of the document)"
        let verbs = kind == .exception ? (future: "ends", past: "ended") : (future: "expires", past: "expired")
        let verb = now > end ? verbs.past : verbs.future
        return "the \(title)\(places) \(verb) on \(end)\(basis): \(advice(at: now))"
    }

    /// A short description of the part, without an article, such as `CRL issued by CN=Example Root`.
    package var title: String {
        switch subject {
        case .anchor(let certificate): "trust anchor \(certificate.facts.displayName)"
        case .pinnedCertificate(let certificate): "pinned certificate \(certificate.facts.displayName)"
        case .pins: "pin set"
        case .crl(let list): "CRL issued by \(QuotedText.excerpt(list.facts.issuer.description))"
        case .ocspResponse(let response, let age): Self.title(of: response.firstToEnd(ageWithoutNextUpdate: age))
        case .exception(let exception): Self.title(of: exception)
        }
    }

    private static func title(of single: OCSPAnswerFacts.Single?) -> String {
        guard let single else { return "OCSP response" }
        // RFC 5280 section 4.1.2.2 limits serial numbers to 20 octets; anchord also reads longer ones.
        return "OCSP response for serial number \(Hexadecimal.encode(single.certificateID.serialNumber.prefix(32)))"
    }

    private static func title(of exception: TrustException) -> String {
        let codes = exception.codes.prefix(3).map(\.name) + (exception.codes.count > 3 ? ["…"] : [])
        let host = exception.host.map { "for \($0) " } ?? "without a host "
        return "exception \(host)(\(codes.joined(separator: ", ")))"
    }

    /// States whether the end of a CRL or OCSP response is its nextUpdate; empty for other parts.
    private var basis: String {
        switch subject {
        case .crl(let list): Self.basis(list.facts.nextUpdate)
        case .ocspResponse(let response, let age):
            Self.basis(response.firstToEnd(ageWithoutNextUpdate: age)?.nextUpdate)
        case .anchor, .pinnedCertificate, .pins, .exception: ""
        }
    }

    private static func basis(_ nextUpdate: Instant?) -> String {
        nextUpdate == nil ? " (it has no nextUpdate)" : " (nextUpdate)"
    }

    private func advice(at now: Instant) -> String {
        let hasEnded = now > end
        return switch subject {
        case .anchor:
            hasEnded
                ? "replace it with its successor"
                : "add its successor, and remove this anchor when chains no longer need it"
        case .pinnedCertificate: hasEnded ? "pin its successor" : "pin its successor as well"
        case .pins(let pins): hasEnded ? Self.advice(afterEndOf: pins) : "check the pins and set a later `expires`"
        case .crl: "get the issuer's next CRL and reload"
        case .ocspResponse: "get a new response from the responder and reload"
        case .exception:
            hasEnded ? "remove it" : "correct the chain, or set a later `until` after a review"
        }
    }

    private static func advice(afterEndOf pins: PinRequirements) -> String {
        let effect = pins.onExpiry == .open ? "chains are accepted without a pin" : "the policy rejects every chain"
        return "\(effect); check the pins and set a later `expires`"
    }
}
