import Foundation

/// The streams that every process writes to.
enum StandardStream {
    case output
    case error

    /// Writes the whole text.
    func write(_ text: String) {
        let handle = self == .output ? FileHandle.standardOutput : FileHandle.standardError
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
