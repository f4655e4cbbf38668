package import FileAccess

/// An open file of the log.
package protocol DecisionOutput: Sendable {
    /// Appends bytes from an offset on, and returns the number of bytes that the file accepted, at least one.
    func append(_ bytes: [UInt8], from start: Int) throws(LocalFiles.Failure) -> Int

    /// Waits until the disk has all bytes.
    func synchronize() throws(LocalFiles.Failure)

    /// Reads the state of the file.
    func state() throws(LocalFiles.Failure) -> AppendedFile.State

    /// Whether the next line begins at the end of the file.
    func endsWithLineFeed() throws(LocalFiles.Failure) -> Bool

    /// Returns the first bytes of the file.
    func beginning(_ count: Int) throws(LocalFiles.Failure) -> [UInt8]
}

extension AppendedFile: DecisionOutput {}
