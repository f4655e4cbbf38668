/// A remedy for one form of a fault, where the general remedy of its reason code would not help.
package enum SpecialRemedy: Sendable, CaseIterable {
    case otherKey
    case wrongOrder
    case fastClock
    case slowClock
    case requestedTimeTooLate
    case requestedTimeTooEarly
    case forbiddenWildcard
    case addressAsDNSName
    case malformedSubjectAltName

    /// The reason code that it belongs to.
    package var code: ReasonCode { entry.code }
    /// When it applies, as the documentation lists it.
    package var situation: String { entry.situation }
    /// What the reader can do.
    package var text: String { entry.text }

    private var entry: (code: ReasonCode, situation: String, text: String) {
        switch self {
        case .otherKey:
            (
                .chainIssuerNotFound, "where a certificate of the issuer's name has another key",
                "Send the issuer's certificate with the key identifier that is named here, or add it to the policy's "
                    + "`anchors`: the CA has several keys under one name."
            )
        case .wrongOrder:
            (
                .chainOrder, "for the reasons why the CA certificate at position 0 is not a server's",
                ReasonCode.chainOrder.remedy
            )
        case .fastClock:
            (
                .timeExpired, "of all certificates by the machine's clock",
                "Check the machine's clock and its time synchronization (NTP) first. If the clock is right, renew the "
                    + "certificates."
            )
        case .slowClock:
            (
                .timeNotYetValid, "of all certificates by the machine's clock",
                "Check the machine's clock and its time synchronization (NTP) first. If the clock is right, wait until "
                    + "the certificates are valid."
            )
        case .requestedTimeTooLate: (.timeExpired, "of all certificates at the requested time", Self.anotherTime)
        case .requestedTimeTooEarly: (.timeNotYetValid, "of all certificates at the requested time", Self.anotherTime)
        case .forbiddenWildcard:
            (
                .hostMismatch, "where only a wildcard under a public suffix matches",
                "Have the certificate reissued with the name itself in place of the wildcard."
            )
        case .addressAsDNSName:
            (
                .hostIpMismatch, "where the address is a DNS name of the certificate",
                "Have the certificate reissued with the address as an iPAddress entry in place of the dNSName entry."
            )
        case .malformedSubjectAltName:
            (
                .hostMismatch, "where the subject alternative name is malformed",
                "Have the certificate reissued with a well-formed subject alternative name."
            )
        }
    }

    private static let anotherTime =
        "Give a time in the request's `at` at which the certificates are valid, or none to evaluate at the present time."
}
