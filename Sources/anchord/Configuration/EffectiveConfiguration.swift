import StructuredDocuments

/// Where a value came from.
enum ValueSource: Sendable, Equatable {
    case `default`
    case file(path: String, line: Int?)
    case environment(name: String)
    case flag(name: String)
}

extension ValueSource: CustomStringConvertible {
    /// The place in words, such as `environment ANCHORD_THREADS`.
    var description: String {
        switch self {
        case .default: "default"
        case .file(let path, let line): "file \(path)" + (line.map { ":\($0)" } ?? "")
        case .environment(let name): "environment \(name)"
        case .flag(let name): "flag --\(name)"
        }
    }
}

/// The configuration that counts, and where each value came from.
struct EffectiveConfiguration: Sendable, Equatable {
    var values = Configuration()
    /// By the key's path; what is not here is a default.
    private var sources: [String: ValueSource] = [:]

    /// Where a key's value came from.
    func source(of key: ConfigurationKey) -> ValueSource {
        sources[key.path] ?? .default
    }

    /// Reads a value in place of the one before; what is wrong becomes an issue.
    mutating func read(_ key: ConfigurationKey, from value: DocumentValue, _ source: ValueSource) {
        if key.read(value, &values) { sources[key.path] = source }
    }
}

/// Everything that is wrong in a configuration; never empty.
struct ConfigurationError: Error, Equatable {
    /// One line each: where, and what is expected there.
    let problems: [String]
}
