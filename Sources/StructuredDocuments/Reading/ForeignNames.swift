/// Names from other software, which authors of documents may write by habit.
package protocol ForeignNames: Sendable {
    /// Returns a suffix for a message about an unknown name, such as "; X's `a` is `b` here".
    ///
    /// The result is nil if no other software has this name, ignoring case.
    func hint(for text: String) -> String?

    /// Returns the suffix for the most similar name of other software; nil if none is similar.
    func hint(forNamesLike text: String) -> String?
}
