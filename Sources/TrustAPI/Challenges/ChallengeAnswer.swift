import StructuredDocuments
import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustService

/// How a client should answer a challenge, and why.
struct ChallengeAnswer {
    /// The reasons for a disposition; the names are stable.
    enum Reason: String, CaseIterable {
        /// The policy allows the server's chain.
        case serverTrusted
        /// The policy denies the server's chain; the verdict has the reasons.
        case serverNotTrusted
        /// The policy set leaves the host to the client.
        case noPolicyForHost
        /// The challenge has no chain of the server.
        case noServerTrust
        case identitySelected
        /// No identity for the server is visible to the client, or the server accepts none of their issuers.
        case noIdentity
        /// An identity is configured for the server, but is expired, not yet valid or not loaded.
        case identityUnusable
        /// The client has already failed to answer this challenge.
        case previousFailure
        /// Clients handle challenges of other methods themselves.
        case otherMethod
    }

    let disposition: Verdict.Disposition
    let reason: Reason
    /// The reason as one sentence.
    let detail: String
    var verdict: Verdict?
    var identity: ClientIdentity?
    var realm: String?

    /// The answer to a challenge for the trust of a server without the server's chain.
    static func withoutChain(realm: String?) -> ChallengeAnswer {
        ChallengeAnswer(
            disposition: .performDefaultHandling,
            reason: .noServerTrust,
            detail: "The challenge has no `chain` of the server.",
            realm: realm
        )
    }

    /// Returns the JSON form.
    func json(id: DecisionID) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("disposition", disposition.rawValue)
            writer.member("reason", reason.rawValue)
            writer.member("detail", QuotedText.printable(detail))
            writer.member("realm", realm)
            if let verdict {
                writer.key("verdict")
                writer.verdict(VerdictEncoder.json(verdict, id: id, nonce: nil))
            }
            if let identity {
                writer.member("credential") { writer in
                    writer.member("identity", identity.name)
                    writer.member("certificates", identity.pem)
                    writer.member("notAfter", identity.notAfter)
                }
            }
        }
        return writer.bytes
    }

    /// The text form: a line for the disposition, then the lines of the verdict, or the certificates of the identity.
    var text: String {
        let head = QuotedText.printable("\(disposition.rawValue): \(reason.rawValue): \(detail)") + "\n"
        return head + (verdict.map { VerdictText.lines(of: $0) } ?? "") + (identity?.pem.joined() ?? "")
    }
}
