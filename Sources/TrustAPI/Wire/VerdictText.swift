import StructuredDocuments
package import TrustModel

/// Writes verdicts as text for people.
package enum VerdictText {
    /// One line for the verdict, then one for each reason.
    ///
    /// A reason's line has its severity, code, position, message and remedy. What helps to act on it follows on indented
    /// lines.
    ///
    /// - Parameters:
    ///   - verdict: what was decided.
    ///   - channel: how the reader asked, which decides what remedies call the parts of a question.
    /// - Returns: lines, each with a line break at its end.
    package static func lines(of verdict: Verdict, over channel: AnswerChannel = .http) -> String {
        var lines = [headline(of: verdict)]
        var given: Set<String> = []
        for reason in verdict.reasons.prefix(AnswerBounds.elements) {
            // Reasons of one kind share a remedy; the first of them gives it.
            let remedy = reason.severity != .notice && given.insert(reason.remedy).inserted ? reason.remedy : nil
            lines.append(line(of: reason) + (remedy.map { " " + channel.adapted($0) } ?? ""))
            lines += ReasonDetails.lines(of: reason, in: verdict).map { "  " + $0 }
        }
        let unlisted = verdict.reasons.count - AnswerBounds.elements
        if unlisted > 0 { lines.append(AnswerBounds.more(unlisted)) }
        lines += verdict.checks.map { "check \($0.name): \($0.status.rawValue): \(shown($0.why))" }
        if let offer = verdict.exceptionOffer { lines.append(line(of: offer)) }
        // Names come from certificates and requests: they must neither forge lines nor control a terminal.
        return lines.map { QuotedText.printable($0) + "\n" }.joined()
    }

    private static func headline(of verdict: Verdict) -> String {
        let name = [verdict.policy.set, verdict.policy.name].compactMap(\.self).joined(separator: "/")
        let policy = "policy \(name.isEmpty ? "inline" : name)"
        let mode = verdict.mode == .report ? "which only reports, " : ""
        return "\(verdict.outcome.rawValue): \(verdict.action.rawValue) "
            + "(\(verdict.result.rawValue), \(policy), \(mode)at \(verdict.evaluatedAt))"
    }

    private static func line(of reason: Finding) -> String {
        let place = reason.depth.map { "certificate \($0): " } ?? ""
        return "\(reason.severity.rawValue) \(reason.code.name): \(place)\(shown(reason.message))"
    }

    private static func line(of offer: TrustException) -> String {
        var writer = JSONWriter()
        writer.object { VerdictEncoder.write(offer, to: &$0) }
        return "an item of the policy's exceptions that accepts this: \(String(decoding: writer.bytes, as: UTF8.self))"
    }

    private static func shown(_ message: String) -> String {
        QuotedText.excerpt(message, ofAtMost: AnswerBounds.characters)
    }
}
