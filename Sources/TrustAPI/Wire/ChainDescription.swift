package import TrustEvaluation
package import TrustModel

/// Encodes the description of a chain and its pin plan, the response to POST /v1/certificates.
package enum ChainDescription {
    /// Returns the description as JSON.
    ///
    /// - Parameters:
    ///   - certificates: the certificates in the order of the request.
    ///   - plan: the pin plan; nil if there are no certificates.
    ///   - publicKeys: public keys without certificates, for which only the pins are written.
    ///   - instant: the time for the validity checks of certificates.
    /// - Returns: one JSON object in UTF-8, without a trailing line break.
    package static func json(
        _ certificates: [Certificate],
        plan: PinPlan?,
        publicKeys: [Fingerprint] = [],
        at instant: Instant
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("certificates", certificates.enumerated()) { writer, item in
                CertificateEncoder.write(item.element, position: item.offset, at: instant, to: &writer)
            }
            if let plan {
                writer.member("pinPlan") { PinPlanEncoder.write(plan, to: &$0) }
            }
            if !publicKeys.isEmpty { writer.member("publicKeys", publicKeys.map(\.pin)) }
        }
        return writer.bytes
    }
}
