package import StructuredDocuments

/// The reason that a change of the blocks was not made.
package enum BlockWriteError: Error, Sendable {
    /// The block has these errors.
    case invalid(DocumentError)
    /// No block has this name.
    case unknown
    /// The other blocks do not permit the change; the text is a sentence.
    case conflict(String)
    /// Too many changes wait.
    case busy
    /// The change could not be stored; the text is a sentence.
    case storage(String)
}
