import Foundation

/// Access to the files of the package.
enum Repository {
    /// Returns the absolute path of a file, given relative to the package root.
    static func path(_ relative: String) -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appending(path: relative).path
    }
}
