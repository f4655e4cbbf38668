/// Decisions that cannot be made again for the same kind of reason.
struct ReplayFailures: Sendable {
    /// The maximum number of identifiers.
    private static let maximumExamples = 5
    /// The maximum number of different details.
    private static let maximumDetails = 20

    private(set) var count = 0
    /// The identifiers of the first ones.
    private(set) var examples: [String] = []
    /// The first details, such as the name of a missing policy, with the numbers of decisions.
    private(set) var details: [(text: String, count: Int)] = []

    init() {}

    /// One decision.
    init(of id: String, detail: String) {
        (count, examples) = (1, [id])
        if !detail.isEmpty { details = [(detail, 1)] }
    }

    mutating func add(_ next: ReplayFailures) {
        count += next.count
        examples += next.examples.prefix(Self.maximumExamples - examples.count)
        for (text, count) in next.details {
            if let position = details.firstIndex(where: { $0.text == text }) {
                details[position].count += count
            } else if details.count < Self.maximumDetails {
                details.append((text, count))
            }
        }
    }
}
