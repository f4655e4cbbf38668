@unsafe @preconcurrency import Glibc

/// The variables that the program was started with.
enum EnvironmentVariables {
    /// All of them by name; entries without a name or a value are none.
    ///
    /// Nothing in the program changes them.
    static func all() -> [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let parts = unsafe String(cString: entry).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            // Of two with one name the first counts, as for getenv.
            if parts.count == 2, !parts[0].isEmpty, variables[String(parts[0])] == nil {
                variables[String(parts[0])] = String(parts[1])
            }
            unsafe next += 1
        }
        return variables
    }
}
