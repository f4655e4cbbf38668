import Foundation

enum StandardStream {
    case output
    case error

    func write(_ text: String) {
        let handle = self == .output ? FileHandle.standardOutput : FileHandle.standardError
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
