import StructuredDocuments
import TrustModel
package import TrustService

extension DecisionOutcome {
    /// The outcome as the log has it, where a long name of a client is cut off.
    package var asRecorded: DecisionOutcome {
        guard let principal, principal.value.utf8.count > AnswerBounds.characters else { return self }
        let value = QuotedText.excerpt(principal.value, ofAtMost: AnswerBounds.characters)
        return DecisionOutcome(action: action, reasons: reasons, principal: Principal(principal.kind, value))
    }
}
