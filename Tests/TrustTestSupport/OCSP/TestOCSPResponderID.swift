/// The identifier of the responder (RFC 6960 section 4.2.1, ResponderID).
package enum TestOCSPResponderID: Sendable {
    /// The responder's name.
    case name(TestName)
    /// The SHA-1 digest of the responder's public key.
    case keyHash([UInt8])
    /// The complete element, written unchanged.
    case verbatim([UInt8])

    /// Identifies a responder by the subject of its certificate.
    package static func byName(_ responder: TestCertificate) -> TestOCSPResponderID {
        .name(responder.subject)
    }

    /// Identifies a responder by the key of its certificate.
    package static func byKey(_ responder: TestCertificate) throws -> TestOCSPResponderID {
        .keyHash(try responder.key.identifier())
    }

    /// The complete element.
    var der: [UInt8] {
        switch self {
        case .name(let name): DERWriter.explicit(1, name.der)
        case .keyHash(let hash): DERWriter.explicit(2, DERWriter.octetString(hash))
        case .verbatim(let bytes): bytes
        }
    }
}
