import StructuredDocuments
import TrustAPI
import TrustModel
import TrustOpenSSL

/// Looks for one decision in a log, and for the text of its answer in the same file.
struct DecisionExplanation {
    private struct Found {
        let source: DecisionSource
        let line: [UInt8]
        let decision: RecordedDecision
    }

    private let id: String

    /// Creates the search for an identifier, with digits in lower case as the log has it.
    init(_ id: String) { self.id = id }

    /// Prints the decision.
    ///
    /// - Throws: ``CommandFailure`` if the files do not have it, or not the text to which it refers.
    func run(_ files: DecisionFileList, json: Bool) throws(CommandFailure) {
        guard let found = try decision(in: files) else {
            throw CommandFailure(["no file has a decision with the identifier \(id)"], status: .refused)
        }
        let answer = try answer(to: found)
        if json {
            let parts =
                [Array(#"{"decision":"#.utf8), found.line] + (answer.map { [Array(#","answer":"#.utf8), $0] } ?? [])
            try StandardStream.writeResult(json: PrintableJSON.bytes(of: parts.flatMap(\.self) + Array("}\n".utf8)))
        } else {
            let value = answer.flatMap { try? JSONReader.read($0) }.map { ResponseValue($0) }
            try StandardStream.write(lines: DecisionText(decision: found.decision, answer: value).lines)
        }
    }

    private func decision(in files: DecisionFileList) throws(CommandFailure) -> Found? {
        let scan = DecisionScan(files, [UInt8]()) { [id] line, bytes, output in
            if case .decision(let decision) = line, decision.id == id, output.isEmpty { output = bytes }
        }
        var found: Found?
        try scan.run { lines throws(CommandFailure) in
            guard found == nil, !lines.output.isEmpty, case .decision(let decision) = RecordedLine(lines.output) else {
                return
            }
            found = Found(source: lines.source, line: lines.output, decision: decision)
            scan.stop()
        }
        return found
    }

    /// Returns the members of the answer as an object; nil if the log was not to have it.
    private func answer(to found: Found) throws(CommandFailure) -> [UInt8]? {
        guard let digest = found.decision.value["answer"].text, digest != "omitted" else { return nil }
        let start = Array(#"{"answer":"\#(digest)","verdict":"#.utf8)
        try found.source.input.rewind()
        let scan = DecisionScan(DecisionFileList(found.source), [UInt8]()) { _, bytes, output in
            if output.isEmpty, bytes.starts(with: start) { output = Array(bytes.dropFirst(start.count).dropLast()) }
        }
        var answer: [UInt8]?
        try scan.run { lines throws(CommandFailure) in
            guard answer == nil, !lines.output.isEmpty else { return }
            answer = lines.output
            scan.stop()
        }
        let place = "\(found.source.name): the answer of the decision \(id)"
        guard let answer else { throw CommandFailure(["\(place) is missing: lines were removed"], status: .refused) }
        guard SHA256.fingerprint(of: answer[...]).hex == digest, (try? JSONReader.read(answer)) != nil else {
            throw CommandFailure(["\(place) was changed: it has another digest"], status: .refused)
        }
        return answer
    }
}
