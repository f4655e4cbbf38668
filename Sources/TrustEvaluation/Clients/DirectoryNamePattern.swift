package import TrustModel

/// A pattern of subjects: all given attributes must match.
///
/// The subject may have attributes of other types. The subject must have exactly as many attributes of each given type as
/// the pattern, in the same order, so that a second common name cannot match in place of the first. Attributes that the
/// pattern includes must be present among any others of their type, in any order.
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

    /// The attributes that must be the only ones of their types.
    private let attributes: [Attribute]
    /// The attributes that must be present among others, each value once.
    private let included: [Attribute]

    /// Creates a pattern from at least one attribute, which may be an included one.
    package init(_ attributes: [Attribute], including included: [Attribute] = []) {
        precondition(
            !attributes.isEmpty || !included.isEmpty,
            "a pattern without attributes would match every subject"
        )
        self.attributes = attributes
        self.included = included
    }

    func matches(_ subject: ComparableSubject) -> Bool {
        attributes.allSatisfy { attribute in
            let found = subject[attribute.type]
            return found.count == attribute.values.count
                && zip(found, attribute.values).allSatisfy { value, pattern in
                    value.map(pattern.matches(folded:)) ?? false
                }
        }
            && included.allSatisfy { attribute in
                let found = subject[attribute.type]
                return attribute.values.allSatisfy { pattern in
                    found.contains { $0.map(pattern.matches(folded:)) ?? false }
                }
            }
    }

    /// Returns the cost of the comparison, in units of 10 nanoseconds.
    func cost(of subject: ComparableSubject) -> Int {
        (attributes + included).reduce(10) { cost, attribute in
            let found = subject[attribute.type]
            return attribute.values.reduce(cost + 10) { cost, pattern in
                found.reduce(cost) { $0 + 2 + ($1.map { pattern.cost(ofFolded: $0.count) } ?? 0) }
            }
        }
    }
}

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
