import ArgumentParser

/// One flag for each configuration key.
///
/// ArgumentParser finds options by reflection and then decodes their texts, so the children of the mirror declare the flags.
struct ConfigurationFlags: ParsableArguments, CustomReflectable {
    /// The keys set on the command line, with their values as text.
    private(set) var given: [(key: ConfigurationKey, texts: [String])] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FlagName.self)
        given = try ConfigurationKey.all.compactMap { key in
            let name = FlagName(stringValue: key.flagName)
            let texts =
                key.isList
                ? try container.decode(Option<[String]>.self, forKey: name).wrappedValue
                : try container.decode(Option<String?>.self, forKey: name).wrappedValue.map { [$0] } ?? []
            return texts.isEmpty ? nil : (key, texts)
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: ConfigurationKey.all.map { (label: $0.flagName, value: Self.option($0)) })
    }

    private static func option(_ key: ConfigurationKey) -> Any {
        key.isList
            ? Option<[String]>(wrappedValue: [], name: .key(key), help: .key(key))
            : Option<String?>(name: .key(key), help: .key(key))
    }
}

/// The name of a flag as ArgumentParser decodes it.
private struct FlagName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension NameSpecification {
    static func key(_ key: ConfigurationKey) -> NameSpecification {
        .customLong(key.flagName)
    }
}

extension ArgumentHelp {
    static func key(_ key: ConfigurationKey) -> ArgumentHelp {
        let repeated = key.isList ? "Repeatable. " : ""
        let standard = ConfigurationText.plain(key.value(Configuration()))
        return ArgumentHelp(
            "\(key.help) \(repeated)(\(key.expected); default: \(standard))",
            valueName: key.placeholder
        )
    }
}
