/// Compiles the scripts of policies.
package protocol TrustScriptCompiling: Sendable {
    /// Compiles a script.
    ///
    /// - Parameter source: The text of the script.
    /// - Returns: The script, which holds its own copy of the text.
    /// - Throws: ``TrustScriptError`` if the text is too long or has a syntax error.
    func compile(_ source: [UInt8]) throws(TrustScriptError) -> any TrustScript
}

/// The reason why a script cannot be compiled.
package struct TrustScriptError: Error, Sendable, Equatable {
    /// The line of the defect, starting with 1; nil if it concerns no line.
    package let line: Int?
    /// The defect as a clause that follows the name of the file.
    package let reason: String

    /// Creates an error from its parts.
    package init(line: Int?, reason: String) {
        self.line = line
        self.reason = reason
    }
}

extension TrustScriptError: CustomStringConvertible {
    /// The line and the defect.
    package var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}
