import TrustEvaluation

extension TrustScriptError {
    /// Divides a message of Lua such as `script:3: unexpected symbol near '='`.
    init(message: String) {
        let parts = message.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, parts[0] == "script", let line = Int(parts[1]) {
            self.init(line: line, reason: String(parts[2].drop { $0 == " " }))
        } else {
            self.init(line: nil, reason: message)
        }
    }
}
