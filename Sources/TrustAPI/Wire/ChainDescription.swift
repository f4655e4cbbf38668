package import TrustEvaluation
package import TrustModel

/// Writes what is in a chain, with the plan of its pins: what POST /v1/certificates answers.
package enum ChainDescription {
    /// The JSON form.
    ///
    /// - Parameters:
    ///   - certificates: in the order in which they were sent.
    ///   - plan: which of their keys to pin; nil where there are none.
    ///   - publicKeys: keys that came without certificates, of which only the pins are written.
    ///   - instant: the time by which they are alive or not.
    /// - Returns: one JSON object as UTF-8, without a line break at its end.
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
