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
            let text = unsafe String(cString: entry).utf8
            // Of two with one name the first counts, as for getenv.
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
