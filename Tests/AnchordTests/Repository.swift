import Foundation

/// The files of the package that tests read.
enum Repository {
    /// The path of a file given from the package's root.
    static func path(_ relative: String) -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appending(path: relative).path
    }
}
