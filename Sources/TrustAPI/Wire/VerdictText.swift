import StructuredDocuments
package import TrustEvaluation
import TrustModel

/// Encodes verdicts as plain text.
package enum VerdictText {
    /// Returns one line for the verdict, one for the principal and one for each reason; remedies use the parameter names of `channel`.
    ///
    /// The line of a reason has its severity, code, position, message and remedy. Indented lines below it have the
    /// values that the remedy refers to. Each line has a trailing line break.
    package static func lines(of verdict: Verdict, over channel: AnswerChannel = .http) -> String {
        var lines = [headline(of: verdict)]
        if let principal = verdict.principal {
            lines.append("principal: \(principal.kind.rawValue) \(principal.value)")
        }
        var given: Set<String> = []
        for reason in verdict.reasons.prefix(AnswerBounds.elements) {
            // If several reasons share a remedy, only the first of them shows it.
            let remedy = reason.severity != .notice && given.insert(reason.remedy).inserted ? reason.remedy : nil
            lines.append(line(of: reason) + (remedy.map { " " + channel.adapted($0) } ?? ""))
            lines += ReasonDetails.lines(of: reason, in: verdict).map { "  " + $0 }
        }
        let unlisted = verdict.reasons.count - AnswerBounds.elements
        if unlisted > 0 { lines.append(AnswerBounds.more(unlisted)) }
        lines += sorted(verdict.checks).map { "check \($0.name): \($0.status.rawValue): \(shown($0.why))" }
        if let offer = verdict.exceptionOffer { lines.append(line(of: offer)) }
        // Names come from certificates and requests: escape control characters and line breaks.
        return lines.map { QuotedText.printable($0) + "\n" }.joined()
    }

    /// Returns checks with the failed ones first, because a reader looks for the fault.
    private static func sorted(_ checks: [CheckReport]) -> [CheckReport] {
        let order: [CheckReport.Status] = [.fail, .indeterminate, .warn, .pass, .skip]
        return order.flatMap { status in checks.filter { $0.status == status } }
    }

    private static func headline(of verdict: Verdict) -> String {
        let name = [verdict.policy.set, verdict.policy.name].compactMap(\.self).joined(separator: "/")
        let policy = "policy \(name.isEmpty ? "inline" : name)"
        let floor =
            verdict.floor.map { ", floor " + [$0.set, $0.name].compactMap(\.self).joined(separator: "/") } ?? ""
        let mode = verdict.mode == .report ? "report mode, " : ""
        return "\(verdict.outcome.rawValue): \(verdict.action.rawValue) "
            + "(\(verdict.result.rawValue), \(policy)\(floor), \(mode)at \(verdict.evaluatedAt))"
    }

    private static func line(of reason: Finding) -> String {
        let place = reason.depth.map { "certificate \($0): " } ?? ""
        return "\(reason.severity.rawValue) \(reason.code.name): \(place)\(shown(reason.message))"
    }

    private static func line(of offer: TrustException) -> String {
        var writer = JSONWriter()
        writer.object { VerdictEncoder.write(offer, to: &$0) }
        let json = String(decoding: writer.bytes, as: UTF8.self)
        return "to accept this chain, add this item to the policy's exceptions: \(json)"
    }

    private static func shown(_ message: String) -> String {
        QuotedText.excerpt(message, ofAtMost: AnswerBounds.characters)
    }
}
