import StructuredDocuments

/// A top-level key with structured items, which only the configuration file can set.
struct ConfigurationSection: Sendable {
    let name: String
    /// The description of the section, one or more sentences.
    let help: String
    /// Lines of YAML that set the section.
    let example: [String]
    /// Assigns the section's items, or adds issues.
    let read: @Sendable (DocumentValue, inout Configuration) -> Void
    /// Returns the section's items for `--print-config`; nil if the section is not set.
    let value: @Sendable (Configuration) -> DocumentNode.Content?

    static let all: [ConfigurationSection] = [clients, proxies, identities]
}
