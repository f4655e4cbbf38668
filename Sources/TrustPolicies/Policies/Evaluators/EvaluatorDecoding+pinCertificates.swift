import StructuredDocuments
import TrustEvaluation
import TrustModel

extension EvaluatorDecoding {
    /// `evaluator: pinCertificates`: requires a pinned certificate in the path.
    static let pinCertificates = EvaluatorDecoding(name: "pinCertificates") { reader, context in
        switch Compatibility.chosen(by: &reader, among: [.alamofire4, .alamofire5]) {
        case .alamofire4: return alamofire4Certificates(&reader, context)
        case .alamofire5: return alamofire5Certificates(&reader, context)
        case .afnetworking, nil: break
        }
        let items = PinDecoding.requiredItems(&reader, ["certificates", "pins"], in: context)
        let pinned = context.pins.certificates(of: items) { context.record(.pinnedCertificate($0), at: $1) }
        var requirements = RequirementsDecoding.requirements(&reader, context, pinned: pinned.certificates)
        PinDecoding.read(PinRequirements(pinned), of: items, &reader, in: context, into: &requirements)
        finish(reader, evaluator: "pinCertificates")
        return PathEvaluator(requirements)
    }

    private static func alamofire4Certificates(_ reader: inout MappingReader, _ context: Context) -> any Evaluator {
        let pins = pinnedCertificates(&reader, context)
        let evaluator = Alamofire4.pinCertificates(
            pins,
            validateCertificateChain: reader.bool("validateCertificateChain") ?? true,
            validateHost: reader.bool("validateHost") ?? true,
            anchors: RequirementsDecoding.systemAnchors(&reader, context)
        )
        return finishCompatible(evaluator, &reader, in: context)
    }

    private static func alamofire5Certificates(_ reader: inout MappingReader, _ context: Context) -> any Evaluator {
        let pins = pinnedCertificates(&reader, context)
        let evaluator = Alamofire5.pinnedCertificates(
            pins,
            acceptSelfSignedCertificates: reader.bool("acceptSelfSignedCertificates") ?? false,
            performDefaultValidation: reader.bool("performDefaultValidation") ?? true,
            validateHost: reader.bool("validateHost") ?? true,
            anchors: RequirementsDecoding.systemAnchors(&reader, context)
        )
        return finishCompatible(evaluator, &reader, in: context)
    }

    /// Returns the pins of a compatible mode, possibly none; each pin may become a trust anchor.
    static func pinnedCertificates(_ reader: inout MappingReader, _ context: Context) -> PinnedCertificates {
        guard let (value, items) = PinDecoding.items(&reader, ["certificates", "pins"], in: context) else {
            PinDecoding.warnOfMissingPins(reader.value("evaluator"))
            return PinnedCertificates(certificates: [])
        }
        let pins = context.pins.certificates(of: items) { context.record(.pinnedCertificate($0), at: $1) }
        if !pins.fingerprintsWithoutCertificate.isEmpty {
            value.refuse("the library compares whole certificates: give each pin as a certificate, not as a digest")
        }
        if value.isEmptyList { PinDecoding.warnOfMissingPins(value) }
        PinAdviceWarnings.warn(ofSingle: pins.fingerprints.count, value)
        return pins
    }
}
