import TrustModel

/// A subject whose attributes are prepared once for the comparison with all patterns.
struct ComparableSubject {
    /// The values of each type in encoded order; nil for a value that no pattern matches.
    private var values: [OID: [[UInt8]?]] = [:]

    /// Prepares a subject; nil if it is too long to be compared.
    init?(_ name: DistinguishedName) {
        guard name.der.count <= DirectoryNamePattern.maximumOctets else { return nil }
        for attribute in name.attributes {
            let isReadable = attribute.isText && attribute.isConforming
            values[attribute.type, default: []].append(isReadable ? TextPattern.comparable(attribute.value) : nil)
        }
    }

    subscript(type: OID) -> [[UInt8]?] { values[type] ?? [] }
}
