/// The expected response: status 200 with a verdict.
struct AnswerExpectation: Sendable {
    static let trusted = AnswerExpectation(verdict: #""trusted":true"#)
    static let untrusted = AnswerExpectation(verdict: #""trusted":false"#)

    private let verdict: [UInt8]

    private init(verdict: String) {
        self.verdict = Array(verdict.utf8)
    }

    func isMet(by answer: Span<UInt8>, _ head: AnswerHead) -> Bool {
        head.status == 200 && answer.extracting(head.headLength..<head.length).contains(verdict)
    }
}

extension Span<UInt8> {
    fileprivate func contains(_ pattern: [UInt8]) -> Bool {
        guard let first = pattern.first, count >= pattern.count else { return false }
        for start in 0...(count - pattern.count) where self[start] == first {
            if pattern.indices.allSatisfy({ self[start + $0] == pattern[$0] }) { return true }
        }
        return false
    }
}
