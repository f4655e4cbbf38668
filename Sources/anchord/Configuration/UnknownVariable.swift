import StructuredDocuments

/// An environment variable with the prefix of the daemon that belongs to no key.
///
/// A variable that was meant for a key must not be passed over, since the daemon would run with another configuration than
/// its operator believes. Clients and scripts have variables of their own, such as ANCHORD_URL.
struct UnknownVariable {
    /// How many edits of a variable make a mistake; more similar names would also be those of other programs.
    private static let maximumEdits = 2

    let name: String
    /// The names of the variables that the daemon reads.
    let known: [String]

    /// First words of keys that no other program needs, and without which the daemon would permit more than intended:
    /// `ANCHORD_INLINE=false` must not leave inline policies enabled.
    private static let beginnings = ["inline"]

    /// Whether the variable was probably meant for a key.
    var isMistake: Bool {
        reserved != nil || begins(with: ConfigurationKey.all.compactMap(\.group) + Self.beginnings) != nil
            || known.contains { NearestName.isWithin(Self.maximumEdits, of: $0, name) }
    }

    /// The message about the variable, an error or a warning.
    var message: String {
        let unknown = "the variable is unknown" + (isMistake ? "" : " and ignored")
        return "environment \(QuotedText.printable(name)): "
            + (reserved ?? unknown + hint)
    }

    /// A suffix with the most similar variable, or else with the only one that begins with the name; empty otherwise.
    private var hint: String {
        let longer = known.filter { $0.hasPrefix(name + "_") }
        guard longer.count == 1, let only = longer.first else { return NearestName.hint(for: name, among: known) }
        return "; did you mean `\(only)`?"
    }

    /// The complaint about a variable of a key that variables cannot set, or that is reserved; nil for others.
    private var reserved: String? {
        if begins(with: ConfigurationKey.unsupported) != nil {
            return "the variable is known but not supported by this version"
        }
        return begins(with: ConfigurationSection.all.map(\.name)).map {
            "the key `\($0)` can be set only in the configuration file"
        }
    }

    /// Returns the first of the keys whose variable the name is or begins with.
    private func begins(with keys: [String]) -> String? {
        keys.first { key in
            let prefix = ConfigurationKey.environmentName(of: key)
            return name == prefix || name.hasPrefix(prefix + "_")
        }
    }
}
