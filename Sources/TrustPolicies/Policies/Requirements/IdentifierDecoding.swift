import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads object identifiers, and names that documents may have in their place.
enum IdentifierDecoding {
    /// The maximum length of an object identifier; standard identifiers have less than half of this length.
    private static let maximumLength = 128

    /// Reads a value by name or as a dotted object identifier; anything else becomes an issue that lists the names.
    static func value<Value>(_ value: ListedValue, names: [String], _ parse: (String) -> Value?) -> Value? {
        guard isIdentifier(value) else { return nil }
        guard let parsed = parse(value.text) else {
            let expected = DocumentValue.alternatives(names + ["an object identifier"])
            value.refuse(
                "expected \(expected), found \(QuotedText.of(value.text))"
                    + NearestName.hint(for: value.text, among: names)
            )
            return nil
        }
        return parsed
    }

    /// Reads a certificate policy: an object identifier, or `anyPolicy`.
    static func certificatePolicy(_ value: ListedValue) -> OID? {
        guard isIdentifier(value) else { return nil }
        guard let oid = value.text.hasSameBytes(as: "anyPolicy") ? .anyPolicy : OID(dotted: value.text) else {
            value.refuse(
                "expected an object identifier such as 2.23.140.1.2.1, or anyPolicy, found "
                    + QuotedText.of(value.text)
            )
            return nil
        }
        return oid
    }

    /// Reads the type of an extension as a dotted object identifier.
    static func extensionType(_ value: ListedValue) -> OID? {
        guard isIdentifier(value) else { return nil }
        guard let oid = OID(dotted: value.text) else {
            value.refuse(
                "expected the object identifier of an extension such as 1.3.6.1.5.5.7.1.24, found "
                    + QuotedText.of(value.text)
            )
            return nil
        }
        return oid
    }

    private static func isIdentifier(_ value: ListedValue) -> Bool {
        guard value.isName() else { return false }
        guard value.text.utf8.count <= maximumLength else {
            value.refuse("the object identifier is longer than \(maximumLength) characters")
            return false
        }
        return true
    }
}
