import DecisionFiles
import StructuredDocuments
import TrustAPI

/// A line of the log of decisions, as a reader sees it.
enum RecordedLine: Sendable {
    case run(id: String, number: UInt64)
    case decision(RecordedDecision)
    case dropped(from: UInt64, count: UInt64)
    case unflushed(from: UInt64, to: UInt64)
    /// The text of an answer, an input of an evaluation, or a kind of line that this version does not know.
    case other
    /// A line that cannot be read, with the reason as a predicate.
    case damaged(String)

    /// The version of the format that this program reads.
    private static let format: UInt64 = 1
    /// The beginnings of lines to which decisions refer, whose contents may be large.
    private static let referredStarts = ["answer", "certificate", "crl", "inputs", "ocsp", "policy"].map {
        Array("{\"\($0)\":".utf8)
    }

    /// Parses a line without its line feed.
    init(_ bytes: [UInt8]) {
        guard bytes.count <= LinePieces.maximumLine else {
            self = Self.overlong
            return
        }
        // The text of an answer is read only if it is printed, and then as a whole.
        if bytes.last == UInt8(ascii: "}"), Self.referredStarts.contains(where: { bytes.starts(with: $0) }) {
            self = .other
            return
        }
        do throws(JSONReader.SyntaxError) {
            self.init(try JSONReader.read(bytes))
        } catch {
            self = .damaged("is not JSON: \(error.reason) at byte \(error.offset + 1)")
        }
    }

    static let overlong = RecordedLine.damaged("is longer than \(LinePieces.maximumLine >> 20) MiB")

    private init(_ node: DocumentNode) {
        guard case .mapping = node.content else {
            self = .damaged("is not a JSON object")
            return
        }
        let value = ResponseValue(node)
        if value["run"].exists {
            self = Self.run(value)
        } else if value["number"].exists {
            self = RecordedDecision(value).map { .decision($0) } ?? .damaged("is a decision without number or `id`")
        } else if value["dropped"].exists {
            let (first, count) = (value["dropped"]["from"].number, value["dropped"]["count"].number)
            self = first.flatMap { first in count.map { .dropped(from: first, count: $0) } } ?? Self.withoutNumbers
        } else if value["unflushed"].exists {
            let (first, last) = (value["unflushed"]["from"].number, value["unflushed"]["to"].number)
            self = first.flatMap { first in last.map { .unflushed(from: first, to: $0) } } ?? Self.withoutNumbers
        } else {
            self = .other
        }
    }

    private static let withoutNumbers = RecordedLine.damaged("is a mark without numbers")

    private static func run(_ value: ResponseValue) -> RecordedLine {
        guard let id = value["run"].text, let number = value["number"].number else {
            return .damaged("is the beginning of a run without number")
        }
        let format = value["format"]
        guard format.number == Self.format else {
            return .damaged("begins a run in the format \(QuotedText.of(format.shown)), which this version cannot read")
        }
        return .run(id: id, number: number)
    }

    /// The line as the check of numbers needs it.
    func numbered(hasLineFeed: Bool) -> NumberedLines {
        switch self {
        case .run(let id, let number): .run(id, number: number)
        case .decision(let decision): .decisions(decision.number...decision.number)
        case .dropped(let first, let count): .dropped(from: first, count: count)
        case .unflushed(let first, let last): .unflushed(from: first, to: last)
        case .other: .other
        case .damaged(let reason): hasLineFeed ? .damaged(reason) : .incomplete
        }
    }
}

extension ResponseValue {
    /// The value as a number in a line of the log; nil for other values.
    fileprivate var number: UInt64? {
        text.flatMap { UInt64($0) }.flatMap { $0 <= NumberedLines.maximum ? $0 : nil }
    }
}

/// A decision in the log.
struct RecordedDecision: Sendable {
    let number: UInt64
    let id: String
    /// The members of the line.
    let value: ResponseValue

    /// Creates a decision from its line; nil without a number and an identifier.
    init?(_ value: ResponseValue) {
        guard let number = value["number"].number, let id = value["id"].text else { return nil }
        (self.number, self.id, self.value) = (number, id, value)
    }

    /// The names of the clients.
    var clients: [String] { value["clients"].elements.compactMap(\.text) }

    /// The action of the shadow, or `skipped` if it was not evaluated; nil without one.
    var shadowAction: String? {
        let shadow = value["shadow"]
        return shadow["action"].text ?? (shadow.exists ? "skipped" : nil)
    }

    /// The codes of the reasons, of the answer to a challenge, or of the problem.
    var codes: [String] {
        value["reasons"].elements.compactMap { $0["code"].text }
            + [value["reason"].text, value["problem"].text].compactMap(\.self)
    }
}
