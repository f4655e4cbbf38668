/// The status of a certificate (RFC 6960 section 4.2.1, CertStatus).
package enum TestOCSPCertificateStatus: Sendable {
    /// Not revoked.
    case good
    /// Revoked at a time; nil omits the reason.
    case revoked(at: TestInstant, reason: TestRevocationReason? = nil)
    /// Not known to the responder.
    case unknown
    /// The complete element, written unchanged.
    case verbatim([UInt8])

    /// The complete element.
    var der: [UInt8] {
        switch self {
        case .good: DERWriter.implicit(0, [])
        case .revoked(let instant, let reason):
            DERWriter.explicit(
                1,
                TestTimeEncoding.generalized.der(instant),
                reason.map { DERWriter.explicit(0, $0.der) } ?? []
            )
        case .unknown: DERWriter.implicit(2, [])
        case .verbatim(let bytes): bytes
        }
    }
}
