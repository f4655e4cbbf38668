import TrustModel

extension CertificateFacts {
    /// Whether an extension is malformed or occurs twice, so that its values are unknown.
    func isMalformed(_ type: OID) -> Bool {
        extensions.malformed.contains { $0.type == type }
    }
}
