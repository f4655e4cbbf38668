import StructuredDocuments

/// Reads the keys with which a policy asks for evidence from the network.
enum NetworkPermission {
    /// Returns whether a policy asks for evidence; adds an issue if the configuration does not allow it.
    static func read(
        _ key: String,
        from reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context
    ) -> Bool {
        guard let value = reader.value(key), value.bool() == true else { return false }
        if context.isInline {
            value.refuse("`\(key): true` is allowed only in the policy directory, not in a policy of a request")
        } else if !context.networkEnabled {
            value.refuse(
                "`\(key): true` requires `network: {enabled: true}` in the configuration, where `network.enabled` is false"
            )
        }
        return context.networkEnabled
    }

    /// Returns whether the key `issuers` asks for missing issuers.
    static func issuers(_ reader: inout MappingReader, _ context: EvaluatorDecoding.Context) -> Bool {
        guard var reader = reader.mapping("issuers") else { return false }
        let fetches = read("fetch", from: &reader, context)
        reader.finish()
        return fetches
    }
}
