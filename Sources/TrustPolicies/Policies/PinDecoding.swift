import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the keys that our own pinning evaluators have besides those of paths.
enum PinDecoding {
    /// The items of the first of some keys that is there; naming several is an error, and so is to name too many pins.
    static func items(
        _ reader: inout MappingReader,
        _ keys: [String],
        _ context: EvaluatorDecoding.Context
    ) -> (value: DocumentValue, items: [DocumentValue])? {
        let values = keys.compactMap { key in reader.value(key).map { (key: key, value: $0) } }
        for other in values.dropFirst() {
            other.value.refuse("`\(other.key)` and `\(values[0].key)` say the same: give all pins under one of them")
        }
        guard let value = values.first?.value, let items = value.list() else { return nil }
        return (value, context.allowance.admits(items.count, .pins, at: value) ? items : [])
    }

    /// The items of our own evaluators, which need one pin at least.
    static func requiredItems(
        _ reader: inout MappingReader,
        _ keys: [String],
        _ context: EvaluatorDecoding.Context
    ) -> [DocumentValue] {
        guard let (value, items) = items(&reader, keys, context) else {
            // Where a key is there and is no list, that has been said.
            if keys.allSatisfy({ reader.value($0) == nil }) {
                _ = reader.required(keys[0], expected: "a list of pins")
            }
            return []
        }
        if value.isEmptyList { value.refuse("the list of pins is empty: nothing could match") }
        return items
    }

    /// Says of a compatible mode that it has no pins: the libraries load it, and it fails whenever it is asked.
    static func warnOfNone(_ value: DocumentValue?) {
        value?.warn("there are no pins, so nothing is accepted", code: .pinSetEmpty)
    }

    /// What a path must meet besides: pins with their scope and expiry, and whether the chain is validated at all.
    static func read(
        _ pins: PinRequirements,
        of items: [DocumentValue],
        _ reader: inout MappingReader,
        into requirements: inout PathRequirements
    ) {
        requirements.pins = settings(of: pins, items, &reader)
        requirements.enforcement = enforcement(&reader)
        if requirements.enforcement == .hostAndPins { refuseWhatCannotCount(requirements, &reader) }
    }

    /// Refuses what a policy that does not validate the chain says in vain.
    private static func refuseWhatCannotCount(_ requirements: PathRequirements, _ reader: inout MappingReader) {
        if requirements.pins?.onExpiry == .open {
            reader.value("onExpiry")?.refuse(
                "without `validateCertificateChain` nothing would be asked of a chain once the pins have expired: say `closed`"
            )
        }
        if requirements.revocation?.requirePositiveResponse == true {
            reader.value("revocation")?.refuse(
                "without `validateCertificateChain` no answer is demanded: leave `requirePositiveResponse` out"
            )
        }
    }

    /// Scope, expiry and the waiver of the backup pin, put to the digests.
    private static func settings(
        of pins: PinRequirements,
        _ items: [DocumentValue],
        _ reader: inout MappingReader
    ) -> PinRequirements {
        var pins = pins
        pins.scope = reader.oneOf("scope", PinRequirements.Scope.self) ?? .any
        pins.expires = reader.instantOrDay("expires")
        let onExpiry = reader.value("onExpiry")
        if let choice = onExpiry?.oneOf(PinRequirements.OnExpiry.self) {
            pins.onExpiry = choice
            if pins.expires == nil { onExpiry?.refuse("`onExpiry` needs the key `expires`") }
        }
        let waiver = reader.value("requireBackupPin")
        pins.waivesBackup = waiver?.bool() == false
        if pins.waivesBackup { PinAdviceWarnings.warn(ofSingle: pins.fingerprints.count, waiver, code: .pinNoBackup) }
        // What cannot be read may have been the backup.
        if pins.fingerprints.count == 1, !pins.waivesBackup, !items.contains(where: \.isRefused) {
            reader.refuse(
                "there is one pin only: add a backup (\(ReasonCode.pinNoBackup.name)), or say `requireBackupPin: false`"
            )
        }
        return pins
    }

    /// Whether the chain is validated besides, as it is unless the policy says otherwise.
    private static func enforcement(_ reader: inout MappingReader) -> Enforcement {
        reader.bool("validateCertificateChain") ?? true ? .everything : .hostAndPins
    }
}
