package import TrustModel

/// A pattern of subjects: all given attributes must match.
///
/// The subject may have attributes of other types. The subject must have exactly as many attributes of each given type as
/// the pattern, in the same order, so that a second common name cannot match in place of the first.
package struct DirectoryNamePattern: Sendable, Hashable {
    /// One attribute type with the patterns of its values in encoded order.
    package struct Attribute: Sendable, Hashable {
        /// The attribute type.
        package let type: OID
        /// The patterns of the values, at least one.
        package let values: [TextPattern]

        /// Creates an attribute.
        package init(type: OID, values: [TextPattern]) {
            self.type = type
            self.values = values
        }
    }

    /// The names of the attribute types in documents (RFC 4519, RFC 5280 appendix A.1).
    package static let attributeNames: [(name: String, type: OID)] = [
        ("commonName", .commonName), ("organizationName", OID(2, 5, 4, 10)),
        ("organizationalUnitName", OID(2, 5, 4, 11)), ("countryName", OID(2, 5, 4, 6)),
        ("localityName", OID(2, 5, 4, 7)), ("stateOrProvinceName", OID(2, 5, 4, 8)),
        ("streetAddress", OID(2, 5, 4, 9)), ("serialNumber", OID(2, 5, 4, 5)), ("surname", OID(2, 5, 4, 4)),
        ("givenName", OID(2, 5, 4, 42)), ("title", OID(2, 5, 4, 12)),
        ("organizationIdentifier", OID(2, 5, 4, 97)), ("userID", OID(0, 9, 2342, 19_200_300, 100, 1, 1)),
        ("domainComponent", OID(0, 9, 2342, 19_200_300, 100, 1, 25)), ("emailAddress", .emailAddress),
    ]

    /// The maximum length of a subject in octets of DER; a longer one never matches, since its text is abbreviated.
    static let maximumOctets = 1024

    private let attributes: [Attribute]

    /// Creates a pattern from at least one attribute.
    package init(_ attributes: [Attribute]) {
        precondition(!attributes.isEmpty, "a pattern without attributes would match every subject")
        self.attributes = attributes
    }

    func matches(_ name: DistinguishedName) -> Bool {
        guard name.der.count <= Self.maximumOctets else { return false }
        return attributes.allSatisfy { attribute in
            let found = name.attributes.filter { $0.type == attribute.type }
            return found.count == attribute.values.count
                && zip(found, attribute.values).allSatisfy { $0.isText && $0.isConforming && $1.matches($0.value) }
        }
    }
}
