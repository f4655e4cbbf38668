import StructuredDocuments
import TrustEvaluation
import TrustModel

extension EvaluatorDecoding {
    private static let keys = ["pins", "keys", "publicKeys", "certificates"]

    /// `evaluator: pinPublicKeys`: requires a certificate with a pinned public key in the path.
    static let pinPublicKeys = EvaluatorDecoding(name: "pinPublicKeys") { reader, context in
        switch Compatibility.chosen(by: &reader, among: [.alamofire4, .alamofire5]) {
        case .alamofire4: return alamofire4Keys(&reader, context)
        case .alamofire5: return alamofire5Keys(&reader, context)
        case .afnetworking, nil: break
        }
        let items = PinDecoding.requiredItems(&reader, keys, in: context)
        let pinned = context.pins.keys(of: items)
        var requirements = RequirementsDecoding.requirements(&reader, context)
        PinDecoding.read(PinRequirements(pinned), of: items, &reader, in: context, into: &requirements)
        finish(reader, evaluator: "pinPublicKeys")
        return PathEvaluator(requirements)
    }

    private static func alamofire4Keys(_ reader: inout MappingReader, _ context: Context) -> any Evaluator {
        let evaluator = Alamofire4.pinPublicKeys(
            pinnedKeys(&reader, context),
            validateCertificateChain: reader.bool("validateCertificateChain") ?? true,
            validateHost: reader.bool("validateHost") ?? true,
            anchors: RequirementsDecoding.systemAnchors(&reader, context)
        )
        return finishCompatible(evaluator, &reader, in: context)
    }

    private static func alamofire5Keys(_ reader: inout MappingReader, _ context: Context) -> any Evaluator {
        let evaluator = Alamofire5.publicKeys(
            pinnedKeys(&reader, context),
            performDefaultValidation: reader.bool("performDefaultValidation") ?? true,
            validateHost: reader.bool("validateHost") ?? true,
            anchors: RequirementsDecoding.systemAnchors(&reader, context)
        )
        return finishCompatible(evaluator, &reader, in: context)
    }

    /// Returns the pins of a compatible mode, possibly none.
    private static func pinnedKeys(_ reader: inout MappingReader, _ context: Context) -> PinnedKeys {
        guard let (value, items) = PinDecoding.items(&reader, keys, in: context) else {
            PinDecoding.warnOfMissingPins(reader.value("evaluator"))
            return PinnedKeys([])
        }
        if value.isEmptyList { PinDecoding.warnOfMissingPins(value) }
        let pins = context.pins.keys(of: items)
        PinAdviceWarnings.warn(ofSingle: pins.fingerprints.count, value)
        return pins
    }
}
