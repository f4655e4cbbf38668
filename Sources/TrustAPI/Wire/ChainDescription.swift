package import TrustEvaluation
package import TrustModel

/// Encodes the response to POST /v1/certificates: the description of a chain and its pin plan.
package enum ChainDescription {
    /// Returns the description as one JSON object, without a trailing line break.
    ///
    /// Validity is checked at `instant`. `plan` is nil if there are no certificates; `publicKeys` are written as pins.
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
