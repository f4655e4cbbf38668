/// A time of a certificate's validity period that has no value.
package struct MalformedTime: Sendable, Hashable {
    /// The name of the field, `notBefore` or `notAfter`.
    package let field: String
    /// A clause with the encoded text and its defect, such as `"20261301000000Z" has the month 13`.
    package let defect: String

    /// Creates a malformed time with a clause.
    package init(field: String, defect: String) {
        self.field = field
        self.defect = defect
    }
}
