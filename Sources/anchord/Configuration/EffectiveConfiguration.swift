import StructuredDocuments

enum ValueSource: Sendable, Equatable {
    case `default`
    case file(path: String, line: Int?)
    case environment(name: String)
    case flag(name: String)
}

extension ValueSource: CustomStringConvertible {
    /// The source in words, such as `environment ANCHORD_THREADS`.
    var description: String {
        switch self {
        case .default: "default"
        case .file(let path, let line): "file \(path)" + (line.map { ":\($0)" } ?? "")
        case .environment(let name): "environment \(name)"
        case .flag(let name): "flag --\(name)"
        }
    }
}

struct EffectiveConfiguration: Sendable, Equatable {
    var values = Configuration()
    /// The facts that do not prevent a start, such as unknown variables, one line each.
    var warnings: [String] = []
    /// The source of each value, by key path; a value without an entry is the default.
    private var sources: [String: ValueSource] = [:]

    func source(of key: ConfigurationKey) -> ValueSource {
        sources[key.path] ?? .default
    }

    /// The place of a key's value as in messages about its source, such as `anchord.yaml:3: /floors`.
    func place(of key: ConfigurationKey) -> String { Self.place(of: key.path, source(of: key)) }

    /// The place of a section's value.
    func place(of section: ConfigurationSection) -> String { Self.place(of: section.name, source(of: section)) }

    private static func place(of path: String, _ source: ValueSource) -> String {
        switch source {
        case .default: path
        case .file(let file, let line):
            (line.map { "\(file):\($0)" } ?? file) + ": /" + path.split(separator: ".").joined(separator: "/")
        case .environment(let name): "environment \(name)"
        case .flag(let name): "--\(name)"
        }
    }

    func source(of section: ConfigurationSection) -> ValueSource {
        sources[section.name] ?? .default
    }

    /// Reads a section, or adds issues if it is invalid.
    mutating func read(_ section: ConfigurationSection, from value: DocumentValue, _ source: ValueSource) {
        section.read(value, &values)
        sources[section.name] = source
    }

    /// Replaces a key's value, or adds an issue if the new value is invalid.
    mutating func read(_ key: ConfigurationKey, from value: DocumentValue, _ source: ValueSource) {
        if key.read(value, &values) { sources[key.path] = source }
    }
}

extension EffectiveConfiguration {
    /// Reads the configuration from all sources; an option or an environment variable may name the file.
    ///
    /// With `checksAccounts`, users and groups that do not exist on this machine are invalid too.
    /// - Throws: ``CommandFailure`` with status `usage` if a named file cannot be read, or with all invalid settings.
    static func read(
        _ named: String?,
        environment: [String: String],
        flags: [(key: ConfigurationKey, texts: [String])],
        checksAccounts: Bool = false
    ) throws(CommandFailure) -> EffectiveConfiguration {
        let variable = environment[ConfigurationReader.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
        let standard = InputFile.exists(ConfigurationReader.defaultFile) ? ConfigurationReader.defaultFile : nil
        var file: (path: String, bytes: [UInt8])?
        if let path = named ?? variable ?? standard { file = (path, try InputFile.bytes(of: path)) }
        do {
            return try ConfigurationReader.read(
                file: file,
                environment: environment,
                flags: flags,
                checksAccounts: checksAccounts
            )
        } catch {
            throw CommandFailure(error.problems)
        }
    }
}

/// The problems of a configuration; never empty.
struct ConfigurationError: Error, Equatable {
    /// One line for each problem: the place of the value and the expected value.
    let problems: [String]
}
