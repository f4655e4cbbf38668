/// The expected response: status 200 with a verdict.
struct AnswerExpectation: Sendable {
    /// A response that trusts the chain.
    static let trusted = AnswerExpectation(verdict: #""trusted":true"#)
    /// A response that does not trust the chain.
    static let untrusted = AnswerExpectation(verdict: #""trusted":false"#)

    private let verdict: [UInt8]

    private init(verdict: String) {
        self.verdict = Array(verdict.utf8)
    }

    /// Returns whether a complete response meets the expectation.
    func isMet(by answer: Span<UInt8>, _ head: AnswerHead) -> Bool {
        head.status == 200 && answer.extracting(head.headLength..<head.length).contains(verdict)
    }
}

extension Span<UInt8> {
    /// Returns whether the span contains the bytes as a contiguous sequence.
    fileprivate func contains(_ pattern: [UInt8]) -> Bool {
        guard let first = pattern.first, count >= pattern.count else { return false }
        for start in 0...(count - pattern.count) where self[start] == first {
            if pattern.indices.allSatisfy({ self[start + $0] == pattern[$0] }) { return true }
        }
        return false
    }
}
