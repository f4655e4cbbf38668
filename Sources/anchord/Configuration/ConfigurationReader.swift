import StructuredDocuments
import TrustService

/// Reads the configuration: flags override environment variables, which override the file, which overrides defaults.
///
/// A value must be valid even if another source overrides it.
struct ConfigurationReader {
    /// The configuration file that is read if no other file is named; it need not exist.
    static let defaultFile = "/etc/anchord/anchord.yaml"
    /// The environment variable that names the configuration file.
    static let fileVariable = "ANCHORD_CONFIG"
    private static let prefix = "ANCHORD_"

    private var effective = EffectiveConfiguration()
    private var problems: [String] = []
    private let checksAccounts: Bool

    /// Reads and validates all sources; messages name the file by its path.
    ///
    /// Variables without the prefix ANCHORD_ are ignored, and others that no key explains are warnings.
    ///
    /// - Parameters:
    ///   - file: The configuration file; nil for none.
    ///   - environment: The variables of the process.
    ///   - flags: The keys of the command line, with their values.
    ///   - checksAccounts: Whether users and groups that do not exist on this machine are problems.
    /// - Returns: The values, with their sources.
    /// - Throws: ``ConfigurationError`` with the problems of all sources.
    static func read(
        file: (path: String, bytes: [UInt8])?,
        environment: [String: String],
        flags: [(key: ConfigurationKey, texts: [String])],
        checksAccounts: Bool = false
    ) throws(ConfigurationError) -> EffectiveConfiguration {
        var reader = ConfigurationReader(checksAccounts: checksAccounts)
        if let file { reader.read(file: file.path, file.bytes) }
        reader.read(environment: environment)
        for (key, texts) in flags {
            reader.read(key, texts: texts, source: .flag(name: key.flagName), name: "--\(key.flagName)")
        }
        if reader.problems.isEmpty {
            reader.compareLimits()
            reader.compareTimeouts()
            reader.compareClients()
            reader.compareMask()
            reader.compareJournal()
        }
        guard reader.problems.isEmpty else { throw ConfigurationError(problems: reader.problems) }
        return reader.effective
    }

    private init(checksAccounts: Bool) { self.checksAccounts = checksAccounts }

    /// Rejects a limit for one body that exceeds the limit for the memory of all bodies.
    private mutating func compareLimits() {
        let limits = effective.values.limits
        guard limits.bodyBytes > limits.bufferedBytes else { return }
        let (body, buffered) = (ConfigurationKey.bodyBytes, ConfigurationKey.bufferedBytes)
        problems.append(
            "\(body.path) is \(limits.bodyBytes) (\(effective.source(of: body))) and exceeds \(buffered.path), "
                + "\(limits.bufferedBytes) (\(effective.source(of: buffered))): "
                + "reduce \(body.path) or raise \(buffered.path)"
        )
    }

    /// Rejects a time for connecting that exceeds the time of the whole fetch.
    private mutating func compareTimeouts() {
        let network = effective.values.network
        guard network.connectTimeout > network.timeout else { return }
        let (connect, whole) = (ConfigurationKey.networkConnectTimeout, ConfigurationKey.networkTimeout)
        problems.append(
            "\(connect.path) is \(network.connectTimeout.components.seconds)s (\(effective.source(of: connect))) and "
                + "exceeds \(whole.path), \(network.timeout.components.seconds)s (\(effective.source(of: whole))): "
                + "reduce \(connect.path) or raise \(whole.path)"
        )
    }

    /// Rejects a mask without its key, a key without a mask, and a mask of what is recorded beside it.
    private mutating func compareMask() {
        let decisions = effective.values.decisions
        let (mask, key, content) =
            (ConfigurationKey.decisionMask, ConfigurationKey.decisionMaskKey, ConfigurationKey.decisionContent)
        switch (decisions.mask.isEmpty, decisions.maskKey == nil) {
        case (false, true): problems.append("\(mask.path) is set (\(effective.source(of: mask))) without \(key.path)")
        case (true, false): problems.append("\(key.path) is set (\(effective.source(of: key))) without \(mask.path)")
        default: break
        }
        guard !decisions.mask.isEmpty, decisions.record == .inputs else { return }
        problems.append(
            "\(mask.path) is set (\(effective.source(of: mask))), but \(content.path) is `inputs` "
                + "(\(effective.source(of: content))), which has all names: use one of them"
        )
    }

    /// Rejects a journal beside a directory.
    private mutating func compareJournal() {
        let decisions = effective.values.decisions
        guard decisions.journal, decisions.directory != nil else { return }
        let (journal, directory) = (ConfigurationKey.decisionJournal, ConfigurationKey.decisionDirectory)
        problems.append(
            "\(journal.path) is set (\(effective.source(of: journal))), and \(directory.path) too "
                + "(\(effective.source(of: directory))): use one of them"
        )
    }

    /// Rejects references to clients that do not exist or have no credential.
    private mutating func compareClients() {
        let clients = effective.values.clients ?? []
        for (place, name) in effective.values.clientReferences {
            let client = clients.first { $0.name == name }
            if client == nil {
                let hint = NearestName.hint(for: name, among: clients.map(\.name))
                problems.append("\(place): the client `\(name)` does not exist in `clients`\(hint)")
            } else if client?.credential == .anonymous {
                problems.append("\(place): the client `\(name)` is anonymous; name a client with a credential")
            }
        }
    }

    private mutating func read(file path: String, _ bytes: [UInt8]) {
        let issues = DocumentIssues()
        do throws(DocumentError) {
            let root = try YAMLDocument.parse(bytes)
            if root.content != .null { read(DocumentValue(root, issues: issues), of: path) }
            try issues.check()
        } catch {
            problems += error.issues.map { issue in
                let place = issue.line.map { "\(path):\($0)" } ?? path
                return QuotedText.printable(
                    [place, issue.pointer, issue.detail].filter { !$0.isEmpty }.joined(separator: ": ")
                )
            }
        }
    }

    private mutating func read(_ root: DocumentValue, of path: String) {
        guard var top = root.mapping() else { return }
        for key in ConfigurationKey.all where key.group == nil { read(key, in: &top, of: path) }
        for group in Self.groups {
            guard var mapping = top.mapping(group) else { continue }
            for key in ConfigurationKey.all where key.group == group { read(key, in: &mapping, of: path) }
            mapping.finish()
        }
        for section in ConfigurationSection.all {
            guard let value = top.value(section.name) else { continue }
            effective.read(section, from: value, .file(path: path, line: value.node.line))
            if checksAccounts, section.name == ConfigurationSection.clients.name { value.refuseUnknownClients() }
        }
        top.finish(knownButUnsupported: ConfigurationKey.unsupported)
    }

    private mutating func read(_ key: ConfigurationKey, in mapping: inout MappingReader, of path: String) {
        guard let value = mapping.value(key.name) else { return }
        read(key, from: value, .file(path: path, line: value.node.line))
    }

    private mutating func read(_ key: ConfigurationKey, from value: DocumentValue, _ source: ValueSource) {
        effective.read(key, from: value, source)
        if checksAccounts, key.path == ConfigurationKey.unixSocketGroup.path { value.refuseUnknownGroup() }
    }

    private static var groups: [String] {
        ConfigurationKey.all.compactMap(\.group).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private mutating func read(environment: [String: String]) {
        let variables = environment.filter { $0.key.hasPrefix(Self.prefix) && $0.key != Self.fileVariable }
        guard !variables.isEmpty else { return }
        let keys = Dictionary(ConfigurationKey.all.map { ($0.environmentName, $0) }) { first, _ in first }
        for (name, text) in variables.sorted(by: { $0.key < $1.key }) {
            if let key = keys[name] {
                let texts = key.isList ? text.split(separator: ",").map { Self.trimmed($0) } : [text]
                read(key, texts: texts, source: .environment(name: name), name: "environment \(name)")
            } else if !KubernetesVariable.isSet(name, to: text) {
                let unknown = UnknownVariable(name: name, known: keys.keys.sorted() + [Self.fileVariable])
                if unknown.isMistake {
                    problems.append(unknown.message)
                } else {
                    effective.warnings.append(unknown.message)
                }
            }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private mutating func read(_ key: ConfigurationKey, texts: [String], source: ValueSource, name: String) {
        let issues = DocumentIssues()
        // An empty list is an empty variable, or one flag without text.
        let nodes = (key.isList ? texts.filter { !$0.isEmpty } : texts).map { DocumentNode(key.node($0)) }
        let node = key.isList ? DocumentNode(.sequence(nodes)) : nodes.last ?? DocumentNode(.null)
        read(key, from: DocumentValue(node, issues: issues), source)
        problems += issues.all.map { "\(name): \($0.detail)" }
    }
}
