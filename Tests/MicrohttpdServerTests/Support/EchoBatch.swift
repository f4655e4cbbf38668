@testable import MicrohttpdServer

/// Creates batches of words, one per line, each answered with its position; under /batch/late, after the whole body.
///
/// Empty lines are ignored. `slow` waits at the gate, `later` waits for a promise, `large` is answered with 100 kB, `last` ends the batch, and
/// `refuse` rejects it.
enum EchoBatch {
    static func make(
        _ head: HTTPRequestHead,
        gate: Gate,
        ends: Locked<[HTTPBatchEnd]>,
        answered: Locked<[String]>,
        promises: AnswerPromises<[UInt8]>,
        revision: @escaping @Sendable () -> UInt64
    ) -> HTTPBatch {
        let isLate = head.path == "/batch/late"
        let held = head.headers["X-Held"].flatMap { Int($0) } ?? 0
        let wait = HTTPWait(share: HTTPShare.test(head), heldBytes: held)
        return HTTPBatch(
            headers: ["Content-Type": "text/plain"],
            splitter: WordSplitter(isLate: isLate),
            answersEarly: !isLate,
            maximumBodyBytes: isLate ? 1000 : nil,
            brackets: isLate ? (Array("<".utf8), Array("|".utf8), Array(">".utf8)) : ([], [], []),
            answer: { item, position in
                let word = String(decoding: item, as: UTF8.self)
                if word == "slow" { gate.pass() }
                if word == "later" {
                    return .task { waiting async throws(HTTPFailure) in try await promises.answer(waiting, wait) }
                }
                answered.withLock { $0.append(word) }
                let text = word == "large" ? String(repeating: "l", count: 100_000) : word
                return .now(Array("\(position):\(text)\(isLate ? "" : "\n")".utf8))
            },
            failure: { failure, position in Array("\(position)?\(failure)\(isLate ? "" : "\n")".utf8) },
            lastWords: { failure, position in isLate ? [] : Array("\(position)!\(failure)\n".utf8) },
            revision: revision,
            ended: { end in ends.withLock { $0.append(end) } }
        )
    }
}

private struct WordSplitter: HTTPItemSplitter {
    let isLate: Bool
    private var word: [UInt8] = []
    private var late: [HTTPItem] = []

    init(isLate: Bool) { self.isLate = isLate }

    var isWithinItem: Bool { !word.isEmpty }
    var heldBytes: Int { word.capacity + late.reduce(0) { $0 + $1.heldBytes } }

    mutating func take(_ bytes: [UInt8]) -> HTTPItems {
        var items: [HTTPItem] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                word.append(byte)
                continue
            }
            if word.isEmpty { continue }
            let text = String(decoding: word, as: UTF8.self)
            items.append(text == "answered" ? .answer(Array("already\n".utf8)) : .question(word))
            word = []
            if text == "last" { return .last(items) }
            if text == "refuse" { return .refused(HTTPResponse(status: 400, body: Array("refused".utf8))) }
        }
        guard isLate else { return .more(items) }
        late += items
        return .more([])
    }

    mutating func end() -> HTTPItems { .last(late + (word.isEmpty ? [] : [.question(word)])) }
}
