/// Says what a server did under load that makes its figures worthless.
struct LoadFailure: Error, CustomStringConvertible {
    let description: String

    /// Takes a sentence as it is.
    init(_ description: String) {
        self.description = description
    }

    /// Takes what is wrong with an answer, and how the answer begins.
    init(_ what: String, _ answer: Span<UInt8>) {
        let start = (0..<min(answer.count, 600)).map { answer[$0] }
        description = "\(what): \(String(decoding: start, as: UTF8.self))"
    }
}
