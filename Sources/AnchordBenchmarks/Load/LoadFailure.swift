/// A failure that invalidates a measurement.
struct LoadFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Creates a failure with a description and the beginning of the response.
    init(_ what: String, _ answer: Span<UInt8>) {
        let start = (0..<min(answer.count, 600)).map { answer[$0] }
        description = "\(what): \(String(decoding: start, as: UTF8.self))"
    }
}
