import TrustEvaluation
package import TrustModel

/// Writes what is in a chain, with the plan of its pins: what POST /v1/certificates answers.
package enum ChainDescription {
    /// The JSON form.
    ///
    /// - Parameters:
    ///   - certificates: one or more, in the order in which they were sent.
    ///   - instant: the time by which they are alive or not.
    /// - Returns: one JSON object as UTF-8, without a line break at its end.
    package static func json(_ certificates: [Certificate], at instant: Instant) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("certificates", certificates.enumerated()) { writer, item in
                CertificateEncoder.write(item.element, position: item.offset, at: instant, to: &writer)
            }
            writer.member("pinPlan") { PinPlanEncoder.write(PinPlanner.plan(for: certificates, at: instant), to: &$0) }
        }
        return writer.bytes
    }
}
