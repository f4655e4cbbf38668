@unsafe @preconcurrency import Glibc

enum EnvironmentVariables {
    /// Returns all variables by name; entries without a name or an equals sign are skipped.
    ///
    /// The program never changes its environment.
    static func all() -> [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let text = unsafe String(cString: entry).utf8
            // If several entries have the same name, use the first, like getenv(3).
            if let sign = text.firstIndex(of: UInt8(ascii: "=")), sign != text.startIndex,
                let name = String(text[..<sign]), variables[name] == nil
            {
                variables[name] = String(text[text.index(after: sign)...])
            }
            unsafe next += 1
        }
        return variables
    }
}
