import TrustModel

/// Writes imported constraints as a document for `evidence.anchorConstraints`.
package enum ConstraintDocument {
    /// Returns the YAML text, which depends only on the arguments.
    ///
    /// - Parameters:
    ///   - data: The constraints.
    ///   - source: The root program, for the facts of verdicts.
    ///   - asOf: The day or time of the data; nil if unknown.
    /// - Returns: The text with a line feed at its end.
    package static func text(of data: RootProgramData, source: String, asOf: String?) -> String {
        var lines = [
            "# Constraints on trust anchors, written by `anchord anchors import`.",
            "anchorConstraints:",
        ]
        for constraint in data.constraints {
            lines.append("  # " + comment(constraint.subject))
            lines.append("  - anchor: " + quoted(constraint.key.pin))
            if constraint.alternatives.isEmpty {
                lines.append("    anyOf: []")
            } else {
                lines.append("    anyOf:")
                lines += constraint.alternatives.map { "      - {" + conditions(of: $0).joined(separator: ", ") + "}" }
            }
            lines.append("    source: " + quoted(source))
            if let asOf { lines.append("    asOf: " + quoted(asOf)) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func conditions(of alternative: ImportedConstraint.Alternative) -> [String] {
        let texts: [String?] = [
            alternative.leafNotBeforeUntil.map { "leafNotBeforeUntil: " + quoted($0.description) },
            alternative.sctNotAfter.map { "sctNotAfter: " + quoted($0.description) },
            alternative.dnsNames.isEmpty ? nil : "dnsNames: " + list(alternative.dnsNames),
            alternative.purposes.isEmpty ? nil : "purposes: " + list(alternative.purposes),
        ]
        return texts.compactMap(\.self)
    }

    private static func list(_ values: [String]) -> String {
        "[" + values.map(quoted).joined(separator: ", ") + "]"
    }

    /// Returns a double-quoted YAML scalar; control characters become question marks.
    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            if VisibleText.isControl(scalar) { return "?" }
            return (scalar == "\"" || scalar == "\\" ? "\\" : "") + String(scalar)
        }
        return "\"" + scalars.joined() + "\""
    }

    /// Returns the text on one line, without control and format characters.
    private static func comment(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars.prefix(256) {
            switch scalar.properties.generalCategory {
            case .surrogate, .unassigned, .privateUse: line += "?"
            case _ where VisibleText.isControl(scalar): line += "?"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
