import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the policy keys that only pinning evaluators without `compatibility` have.
enum PinDecoding {
    /// Returns the pins from the one policy key that contains them; several lists, or too many pins, are issues.
    static func items(
        _ reader: inout MappingReader,
        _ keys: [String],
        in context: EvaluatorDecoding.Context
    ) -> (value: DocumentValue, items: [DocumentValue])? {
        let values = keys.compactMap { key in reader.value(key).map { (key: key, value: $0) } }
        for other in values.dropFirst() {
            other.value.refuse(
                "`\(other.key)` and `\(values[0].key)` have the same meaning: list all pins under one of them"
            )
        }
        guard let value = values.first?.value, let items = value.list() else { return nil }
        return (value, context.allowance.admits(items.count, .pins, at: value) ? items : [])
    }

    /// Returns the items of an evaluator that requires at least one pin.
    static func requiredItems(
        _ reader: inout MappingReader,
        _ keys: [String],
        in context: EvaluatorDecoding.Context
    ) -> [DocumentValue] {
        guard let (value, items) = items(&reader, keys, in: context) else {
            // A key that is present but not a list already has an issue.
            if keys.allSatisfy({ reader.value($0) == nil }) {
                _ = reader.required(keys[0], expected: "a list of pins")
            }
            return []
        }
        if value.isEmptyList {
            value.refuse("the list of pins is empty, so no chain could match: add at least one pin")
        }
        return items
    }

    /// Warns about a compatible mode without pins: the libraries accept this setting, but refuse every chain.
    static func warnOfMissingPins(_ value: DocumentValue?) {
        value?.warn("the policy has no pins, so it refuses every chain: add at least one pin", code: .pinSetEmpty)
    }

    /// Adds the pins (with their scope and expiry) and the enforcement to the requirements.
    static func read(
        _ pins: PinRequirements,
        of items: [DocumentValue],
        _ reader: inout MappingReader,
        in context: EvaluatorDecoding.Context,
        into requirements: inout PathRequirements
    ) {
        let pins = settings(of: pins, items, &reader)
        requirements.pins = pins
        requirements.enforcement = enforcement(&reader)
        if let expires = reader.value("expires") { context.record(.pins(pins), at: expires) }
        if requirements.enforcement == .hostAndPins { refuseIneffectiveSettings(requirements, &reader) }
    }

    /// If the chain is not validated, rejects settings that then have no effect or leave no checks.
    static func refuseIneffectiveSettings(_ requirements: PathRequirements, _ reader: inout MappingReader) {
        if requirements.pins?.onExpiry == .open {
            reader.value("onExpiry")?.refuse(
                "with `validateCertificateChain: false`, chains would not be checked after the pins expire: use "
                    + "`closed`"
            )
        }
        if requirements.allowedClients != nil {
            reader.value("allowedClients")?.refuse(
                "with `validateCertificateChain: false`, anyone could send a certificate with an allowed name: remove "
                    + "one of the two keys"
            )
        }
        if requirements.profile.demands.requiresSVID {
            reader.value("profile")?.refuse(
                "with `validateCertificateChain: false`, anyone could send a certificate with a SPIFFE ID: remove one of "
                    + "the two keys"
            )
        }
        if requirements.serverAuthUntil != nil {
            reader.value("clientPurpose")?.refuse(
                "`clientPurpose` has no effect with `validateCertificateChain: false`: remove it"
            )
        }
        if requirements.trustDomains != nil {
            for key in ["trustDomain", "trustDomains"] {
                reader.value(key)?.refuse("`\(key)` has no effect with `validateCertificateChain: false`: remove it")
            }
        }
        if requirements.transparency != nil {
            reader.value("transparency")?.refuse(
                "`transparency` has no effect with `validateCertificateChain: false`: remove it"
            )
        }
        if requirements.revocation?.requirePositiveResponse == true {
            reader.value("revocation")?.refuse(
                "`requirePositiveResponse` has no effect with `validateCertificateChain: false`: remove it"
            )
        }
        if requirements.fetchesIssuers {
            reader.value("issuers")?.refuse("`fetch` has no effect with `validateCertificateChain: false`: remove it")
        }
    }

    /// Returns the pins with their scope, their expiry and the waiver of the backup pin.
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
            if pins.expires == nil { onExpiry?.refuse("`onExpiry` requires the key `expires`") }
        }
        let waiver = reader.value("requireBackupPin")
        pins.waivesBackup = waiver?.bool() == false
        if pins.waivesBackup { PinAdviceWarnings.warn(ofSingle: pins.fingerprints.count, waiver, code: .pinNoBackup) }
        // An unreadable item may be the backup pin.
        if pins.fingerprints.count == 1, !pins.waivesBackup, !items.contains(where: \.isRefused) {
            reader.refuse(
                "the policy has only one pin (\(ReasonCode.pinNoBackup.name)): add a backup pin, or set `requireBackupPin: false`"
            )
        }
        return pins
    }

    /// Returns whether the chain is validated in addition to the pins, which is the default.
    private static func enforcement(_ reader: inout MappingReader) -> Enforcement {
        reader.bool("validateCertificateChain") ?? true ? .everything : .hostAndPins
    }
}
