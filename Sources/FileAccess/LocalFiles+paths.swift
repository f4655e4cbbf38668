import Glibc

extension LocalFiles {
    /// Returns a path without symbolic links, `.` and `..`, so that equal directories have equal paths.
    ///
    /// If the path does not exist, its parent directory is resolved, and so on.
    package static func resolved(_ path: String) -> String {
        if let resolved = unsafe realpath(path, nil) {
            defer { unsafe free(resolved) }
            return unsafe String(cString: resolved)
        }
        var name = path[...]
        while name.utf8.count > 1, name.hasSuffix("/") { name.removeLast() }
        guard name != "/", name != "." else { return String(name) }
        let parent = resolved(directory(of: String(name)))
        let last = name.split(separator: "/").last ?? ""
        return parent == "/" ? "/\(last)" : "\(parent)/\(last)"
    }
}
