import MicrohttpdServer
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustPolicies
import TrustTestSupport

extension ParserHarness {
    /// The body of a request: JSON, and the requested evaluation.
    static let json = ParserHarness("json", maximumLength: 1024) { text throws(BrokenRule) in
        let outcome = try checkReader(text)
        let isRead = try EvaluationBody.isRead(text)
        try require(!isRead || outcome == .accepted, "an accepted request is JSON")
        if isRead, let node = try? JSONReader.read(text) { try checkPolicy(of: node) }
        return outcome
    }

    /// Decodes the inline policy of a request.
    private static func checkPolicy(of request: DocumentNode) throws(BrokenRule) {
        guard case .mapping(let entries) = request.content,
            let policy = entries.first(where: { $0.key.hasSameBytes(as: "policy") })?.value
        else { return }
        do throws(DocumentError) {
            _ = try InlinePolicy.decode(
                policy,
                pointerPrefix: "/policy",
                ports: Daemon.documents,
                systemAnchors: Daemon.noAnchors,
                limits: CertificateLimits()
            )
        } catch {
            try require(
                (1...DocumentIssues.maximum + 1).contains(error.issues.count)
                    && error.issues.allSatisfy { $0.pointer.isEmpty || $0.pointer.utf8.starts(with: "/policy".utf8) },
                "the issues of a policy are inside it: \(error.issues)"
            )
        }
    }

    private static func checkReader(_ text: [UInt8]) throws(BrokenRule) -> Outcome {
        let node: DocumentNode
        do throws(JSONReader.SyntaxError) {
            node = try JSONReader.read(text)
        } catch {
            try require((0...text.count).contains(error.offset), "the error at \(error.offset) is in the text")
            return .rejected
        }
        var writer = JSONWriter()
        node.write(to: &writer)
        try require(
            node.hasSameContent(as: try? JSONReader.read(writer.bytes)),
            "a written value can be parsed"
        )
        try require(
            node.hasSameContent(as: try? JSONReader.read([0x20, 0x09] + text + [0x0A, 0x0D])),
            "white space is insignificant"
        )
        try require((try? JSONReader.read(text + [UInt8(ascii: "]")])) == nil, "a value with trailing data is rejected")
        if let last = text.lastIndex(where: { !" \t\r\n".utf8.contains($0) }), !node.isNumber {
            try require(
                (try? JSONReader.read(Array(text[..<last]))) == nil,
                "a value without its last byte is rejected"
            )
        }
        if case .mapping(let entries) = node.content, let first = entries.first {
            let twice = DocumentNode(.mapping(entries + [first]))
            var writer = JSONWriter()
            twice.write(to: &writer)
            try require((try? JSONReader.read(writer.bytes)) == nil, "a duplicate key is rejected")
        }
        return .accepted
    }
}

extension DocumentNode {
    fileprivate var isNumber: Bool {
        if case .number = content { true } else { false }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        switch content {
        case .null: writer.null()
        case .bool(let flag): writer.bool(flag)
        case .number(let text): writer.number(copying: text)
        case .string(let text): writer.string(text)
        case .sequence(let nodes): writer.array(nodes) { $1.write(to: &$0) }
        case .mapping(let entries):
            writer.object { writer in
                for entry in entries {
                    writer.key(escaping: entry.key)
                    entry.value.write(to: &writer)
                }
            }
        }
    }

    /// Returns whether another node has the same content regardless of its place; text is compared byte by byte.
    func hasSameContent(as other: DocumentNode?) -> Bool {
        switch (content, other?.content) {
        case (.null, .null?): true
        case (.bool(let flag), .bool(let other)?): flag == other
        case (.number(let text), .number(let other)?), (.string(let text), .string(let other)?):
            text.hasSameBytes(as: other)
        case (.sequence(let nodes), .sequence(let others)?):
            nodes.count == others.count && zip(nodes, others).allSatisfy { $0.hasSameContent(as: $1) }
        case (.mapping(let entries), .mapping(let others)?):
            entries.count == others.count
                && zip(entries, others).allSatisfy {
                    $0.key.hasSameBytes(as: $1.key) && $0.value.hasSameContent(as: $1.value)
                }
        default: false
        }
    }
}

/// Parses bodies like `POST /v1/evaluations`, without an evaluation.
private enum EvaluationBody {
    private static let answer: HTTPAnswerer = {
        let head = HTTPRequestHead(
            method: "POST",
            target: "/v1/evaluations",
            path: "/v1/evaluations",
            headers: ["Content-Type": "application/json", "Host": "localhost"]
        )
        guard case .whole(let answer, _) = Daemon.responder.admit(head) else {
            preconditionFailure("an evaluation needs a complete body")
        }
        return answer
    }()

    /// Returns whether a body requests an evaluation; otherwise the response must be a problem in JSON.
    static func isRead(_ body: [UInt8]) throws(BrokenRule) -> Bool {
        guard case .task(let compute) = answer(body, nil) else {
            throw BrokenRule(description: "a response is created only after the body is parsed")
        }
        // A canceled task evaluates nothing after it has parsed the body.
        let read = CallingThread().run(isCanceled: true) { try? await compute(NoWaiting()) }
        guard let problem = read else { return true }
        try require(
            (400..<500).contains(problem.status),
            "a rejected body is a client error: \(problem.status)"
        )
        try require((try? JSONReader.read(problem.body)) != nil, "a problem is JSON")
        return false
    }
}

/// The waits of a task that needs none.
private struct NoWaiting: HTTPWaiting {
    func beginWait(_ wait: HTTPWait) throws(HTTPFailure) { throw .stoppedSuspension }
    func endWait() throws(HTTPFailure) {}
}
