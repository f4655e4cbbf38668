/// The reason why a text is not a valid pattern of client names.
package struct NamePatternError: Error, Equatable, Sendable {
    /// A clause whose subject is the pattern, such as `is empty`.
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
