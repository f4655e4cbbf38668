import Foundation

enum StandardStream {
    case output
    case error

    func write(_ text: String) {
        let handle = self == .output ? FileHandle.standardOutput : FileHandle.standardError
        try? handle.write(contentsOf: Data(text.utf8))
    }
}

enum Progress {
    /// Writes one line to standard error.
    static func show(_ text: String) {
        StandardStream.error.write("benchmark: \(text)\n")
    }
}
