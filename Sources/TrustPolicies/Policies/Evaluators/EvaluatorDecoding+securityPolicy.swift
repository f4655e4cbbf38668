import StructuredDocuments
import TrustEvaluation
import TrustModel

extension EvaluatorDecoding {
    /// `evaluator: securityPolicy`: the four settings of `AFSecurityPolicy`.
    static let securityPolicy = EvaluatorDecoding(name: "securityPolicy") { reader, context in
        let isCompatible = Compatibility.chosen(by: &reader, among: [.afnetworking]) != nil
        let mode = reader.oneOf("sslPinningMode", SecurityPolicyEvaluator.PinningMode.self) ?? .none
        let pins = pins(&reader, for: mode, in: context)
        let anchors = RequirementsDecoding.systemAnchors(&reader, context)
        let evaluator = SecurityPolicyEvaluator(
            mode,
            pins,
            allowInvalidCertificates: reader.bool("allowInvalidCertificates") ?? false,
            validatesDomainName: reader.bool("validatesDomainName") ?? true,
            reproducesLibrary: isCompatible,
            anchors: anchors,
            intermediates: IntermediateDecoding.intermediates(&reader, under: anchors, context)
        )
        finishCompatible(reader)
        return evaluator
    }

    private static func pins(
        _ reader: inout MappingReader,
        for mode: SecurityPolicyEvaluator.PinningMode,
        in context: Context
    ) -> SecurityPolicyEvaluator.Pins {
        guard let (value, items) = PinDecoding.items(&reader, ["pinnedCertificates"], in: context) else {
            if mode != .none { PinDecoding.warnOfMissingPins(reader.value("evaluator")) }
            return .none
        }
        guard mode == .certificate else {
            // When AFNetworking extracts the keys of pins, it ignores pins that it cannot decode.
            let keys = context.pins.keys(of: items) { item, reason in
                item.warn("\(reason); the pin is ignored", code: mode == .none ? nil : .pinUnreadable)
            }
            if keys.isEmpty, mode != .none { PinDecoding.warnOfMissingPins(value) }
            if mode != .none { PinAdviceWarnings.warn(ofSingle: keys.fingerprints.count, value) }
            return .publicKeys(keys)
        }
        if value.isEmptyList { PinDecoding.warnOfMissingPins(value) }
        let certificates = context.pins.certificates(of: items) { context.record(.pinnedCertificate($0), at: $1) }
        if !certificates.fingerprintsWithoutCertificate.isEmpty {
            value.refuse(
                "pinned certificates are used as trust anchors: give each pin as a certificate, not as a digest"
            )
        }
        PinAdviceWarnings.warn(ofSingle: certificates.fingerprints.count, value)
        return .certificates(certificates)
    }
}
