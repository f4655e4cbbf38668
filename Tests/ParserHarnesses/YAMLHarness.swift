import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies

extension ParserHarness {
    /// A YAML document, and its policy set.
    static let yaml = ParserHarness("yaml", maximumLength: 1024) { text throws(BrokenRule) in
        let node: DocumentNode
        do throws(DocumentError) {
            node = try YAMLDocument.parse(text)
        } catch {
            try checkIssues(error, in: text)
            return .rejected
        }
        let written = FlowText.of(node)
        let again = Result { () throws(DocumentError) in try YAMLDocument.parse(Array(written.utf8)) }
        try require(
            node.hasSameContent(as: try? again.get()),
            "a written document can be parsed: \(written) \(again)"
        )
        if let other = try? JSONReader.read(text) {
            try require(node.hasSameContent(as: other), "a JSON document has the same content as YAML")
        }
        try checkPolicySet(text)
        return .accepted
    }

    private static func checkIssues(_ error: DocumentError, in text: [UInt8]) throws(BrokenRule) {
        try require(!error.issues.isEmpty, "an error has an issue")
        let lines = text.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
        for issue in error.issues {
            try require(!issue.detail.isEmpty, "an issue has a detail")
            try require(
                issue.pointer.isEmpty || issue.pointer.utf8.first == UInt8(ascii: "/"),
                "a place is a JSON pointer: \(issue.pointer)"
            )
            try require(
                (1...lines + 1).contains(issue.line ?? 1),
                "line \(issue.line ?? 1) is one of the \(lines) of the text"
            )
        }
    }

    private static func checkPolicySet(_ text: [UInt8]) throws(BrokenRule) {
        let reader = PolicySetReader(ports: Daemon.documents, systemAnchors: Daemon.noAnchors)
        let set: PolicySet
        do throws(DocumentError) {
            set = try reader.policySet(named: "fuzzed", source: text, directory: "/nonexistent")
        } catch {
            try require(error.issues.count <= DocumentIssues.maximum + 1, "the number of issues is bounded")
            return try checkIssues(error, in: text)
        }
        let again = try? reader.policySet(named: "fuzzed", source: text, directory: "/nonexistent")
        try require(again?.revision == set.revision, "a document has one revision")
        for policy in set.policies {
            try require(set.policy(named: policy.identity.name ?? "") != nil, "each policy is found by its name")
        }
        for rule in set.hosts {
            guard case .exact(let host) = rule.pattern else { continue }
            try require(isHandled(host, by: rule, in: set), "the rule \(rule.text) applies to its host")
        }
    }

    private static func isHandled(_ host: HostName, by rule: HostRule, in set: PolicySet) -> Bool {
        switch (rule.handling, set.match(host)) {
        case (nil, _): true
        case (.deny?, .deny(let identity)), (.performDefaultHandling?, .performDefaultHandling(let identity)):
            identity.rule == rule.text
        case (.policy(let name)?, .policy(let policy)):
            policy.identity.name == name && policy.identity.rule == rule.text
        default: false
        }
    }
}

/// Writes a document on one line in ASCII, with all text in double quotes.
private enum FlowText {
    static func of(_ node: DocumentNode) -> String {
        switch node.content {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let text): text
        case .string(let text): quoted(text)
        case .sequence(let nodes): "[" + nodes.map(of).joined(separator: ", ") + "]"
        // An explicit key may have any length.
        case .mapping(let entries):
            "{" + entries.map { "? \(quoted($0.key)) : \(of($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case " "..."~": quoted.unicodeScalars.append(scalar)
            default:
                quoted += "\\U" + String(repeating: "0", count: 8 - hexadecimal(scalar).count) + hexadecimal(scalar)
            }
        }
        return quoted + "\""
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }
}
