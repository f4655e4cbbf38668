package import TrustModel

/// Everything that is needed to evaluate a question again, for the log of decisions.
///
/// It is created once for each verdict. Decisions, and the questions of others, share its parts.
package final class DecisionInputs: Sendable {
    /// A part to which questions refer by its digest.
    package struct Part: Sendable {
        /// The kind of a part.
        package enum Kind: String, Sendable, CaseIterable {
            case certificate
            case crl
            case ocsp
            case policy
        }

        /// The kind.
        package let kind: Kind
        /// The SHA-256 of the bytes.
        package let digest: Fingerprint
        /// The DER, or for a policy its text.
        package let bytes: [UInt8]

        /// Creates a part from its bytes.
        package init(_ kind: Kind, _ bytes: [UInt8], digest: Fingerprint) {
            self.kind = kind
            self.bytes = bytes
            self.digest = digest
        }
    }

    /// The question, as a JSON object that names the parts.
    package let question: [UInt8]
    /// The SHA-256 of the question.
    package let digest: Fingerprint
    /// The parts, each once.
    package let parts: [Part]

    /// The memory in bytes, rather too high: parts are counted for each object, although others may have the same bytes.
    var memory: Int { parts.reduce(256 + question.count) { $0 + 128 + $1.bytes.count } }

    /// Creates inputs from a question and its parts.
    package init(_ question: [UInt8], digest: Fingerprint, parts: [Part]) {
        self.question = question
        self.digest = digest
        self.parts = parts
    }
}

/// The content of the log about verdicts.
package enum DecisionContent: String, Sendable, CaseIterable {
    /// The verdict and its answer.
    case verdict
    /// Also what is needed to evaluate the question again.
    case inputs
}
