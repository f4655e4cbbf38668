import TrustModel

/// Formats the values of constraints and certificates for findings, with bounded lengths.
enum ConstraintText {
    /// The maximum number of values in a text; a response repeats the text for every path.
    private static let maximumListed = 5
    /// The maximum number of characters of a value, which is the length of a fingerprint.
    private static let maximumCharacters = 64

    /// Returns the first values, separated by commas, and the number of further values; `none` without values.
    static func list(_ values: [String]) -> String {
        guard !values.isEmpty else { return "none" }
        let listed = values.prefix(maximumListed).map(item).joined(separator: ", ")
        let unlisted = values.count - maximumListed
        return unlisted > 0 ? "\(listed) and \(unlisted) more" : listed
    }

    /// Returns the first values of a lazy sequence, and `…` if there are more, without reading all of them.
    static func list(firstOf values: some Sequence<String>) -> String {
        let first = Array(values.prefix(maximumListed + 1))
        guard first.count > maximumListed else { return list(first) }
        return list(Array(first.dropLast())) + ", …"
    }

    /// Returns a value with control characters escaped, truncated if it is long.
    static func excerpt(_ value: String) -> String { VisibleText.escaped(truncated(value)) }

    /// Returns a value as an item of a list; `none` without quotes is the text for a list without values.
    private static func item(_ value: String) -> String {
        let value = truncated(value)
        return value == "none" ? VisibleText.quoted(value) : VisibleText.item(value)
    }

    private static func truncated(_ value: String) -> String {
        let start = value.unicodeScalars.prefix(maximumCharacters + 1)
        guard start.count > maximumCharacters else { return value }
        return String(start.prefix(maximumCharacters)) + "…"
    }

    /// Returns a duration in the largest unit that divides it, as in documents.
    static func duration(_ seconds: Int64) -> String {
        let units: [(name: String, seconds: Int64)] = [("d", 86400), ("h", 3600), ("m", 60)]
        guard let unit = units.first(where: { seconds % $0.seconds == 0 }) else { return "\(seconds)s" }
        return "\(seconds / unit.seconds)\(unit.name)"
    }

    /// Returns the name of an extended key usage in documents, otherwise its identifier.
    static func purpose(_ oid: OID) -> String {
        oid == .anyExtendedKeyUsage ? "anyExtendedKeyUsage" : KeyPurpose(oid).description
    }
}
