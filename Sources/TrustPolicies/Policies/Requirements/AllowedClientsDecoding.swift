import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `allowedClients`: patterns of the names of clients.
enum AllowedClientsDecoding {
    /// The maximum number of patterns in one list.
    private static let maximumPatterns = 1000
    /// The maximum number of values of one attribute type in a pattern of subjects.
    private static let maximumValues = 8

    static func clients(_ value: DocumentValue, _ context: EvaluatorDecoding.Context) -> AllowedClients {
        var clients = AllowedClients()
        guard var reader = value.mapping() else { return clients }
        clients.uris = patterns(of: "uris", &reader, in: context) { text throws(NamePatternError) in
            try URIPattern(text)
        }
        clients.emails = patterns(of: "emails", &reader, in: context) { text throws(NamePatternError) in
            try MailboxPattern(text)
        }
        clients.userPrincipalNames = patterns(of: "userPrincipalNames", &reader, in: context) {
            text throws(NamePatternError) in
            try UserPrincipalNamePattern(text)
        }
        clients.dnsNames = items(of: "dnsNames", &reader, in: context).compactMap(ListedValue.init).compactMap {
            NamePatternDecoding.dnsName($0, names: context.names, suffixes: context.suffixes)
        }
        clients.directoryNames = items(of: "directoryNames", &reader, in: context).compactMap(directoryName)
        if reader.count == 0 {
            value.refuse(
                "the mapping is empty, so no client would be allowed: add uris, dnsNames, emails, "
                    + "userPrincipalNames or directoryNames"
            )
        }
        reader.finish(.allowedClients)
        return clients
    }

    private static func items(
        of key: String,
        _ reader: inout MappingReader,
        in context: EvaluatorDecoding.Context
    ) -> [DocumentValue] {
        reader.value(key).map { context.allowance.items(of: $0, .clients, ofAtMost: maximumPatterns) } ?? []
    }

    private static func patterns<Pattern>(
        of key: String,
        _ reader: inout MappingReader,
        in context: EvaluatorDecoding.Context,
        _ parse: (String) throws(NamePatternError) -> Pattern
    ) -> [Pattern] {
        items(of: key, &reader, in: context).compactMap(ListedValue.init).compactMap {
            NamePatternDecoding.pattern($0, parse)
        }
    }

    private static func directoryName(_ item: DocumentValue) -> DirectoryNamePattern? {
        guard var reader = item.mapping() else { return nil }
        guard reader.count > 0 else {
            item.refuse("the pattern has no attributes: add one, such as {organizationName: Example}")
            return nil
        }
        let included = reader.mapping("includes").map { includes in
            var includes = includes
            if includes.count == 0 {
                reader.value("includes")?.refuse("the mapping is empty: add an attribute, or remove the key")
            }
            let included = Self.attributes(of: &includes)
            includes.finish()
            return included
        }
        let attributes = Self.attributes(of: &reader)
        reader.finish()
        guard !attributes.isEmpty || !(included ?? []).isEmpty else { return nil }
        return DirectoryNamePattern(attributes, including: included ?? [])
    }

    /// Reads the attributes of a pattern of subjects; invalid values become issues.
    private static func attributes(of reader: inout MappingReader) -> [DirectoryNamePattern.Attribute] {
        var attributes: [DirectoryNamePattern.Attribute] = []
        for (name, type) in DirectoryNamePattern.attributeNames {
            guard let value = reader.value(name) else { continue }
            let isList = if case .sequence = value.node.content { true } else { false }
            let values = isList ? value.list(ofAtMost: maximumValues) ?? [] : [value]
            let parsed = values.compactMap(ListedValue.init).compactMap { value in
                NamePatternDecoding.pattern(value) { text throws(NamePatternError) in try TextPattern(text) }
            }
            if !parsed.isEmpty { attributes.append(DirectoryNamePattern.Attribute(type: type, values: parsed)) }
        }
        return attributes
    }
}
