import MicrohttpdServer
import TrustIdentities
import TrustModel
import TrustService

/// POST /v1/identities/{name}/signatures: signs with an identity, whose private key never leaves the process.
///
/// The authorization has already decided that the caller may sign with this identity. The refusal of a kind of content
/// has the same text as the refusal of the identity.
enum SignatureHandler {
    static func answer(to head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        let identity = AuthorizationRules.identity(in: head.path)
        let place = DecisionPlace(.signatures, of: caller, head)
        return { body, trace in
            let asker = context.asker(place, trace, worker: head.worker)
            return .task { _ in
                Route.Outcome { () throws(Problem) in
                    _ = try RequestQuery(head.query, known: [])
                    return try sign(body, SignatureAttempt(identity, by: caller, asker, in: context))
                }
            }
        }
    }

    private static func sign(_ body: [UInt8], _ attempt: consuming SignatureAttempt) throws(Problem) -> HTTPResponse {
        let signature: IdentitySignature
        do throws(Problem) { signature = try attempt.signature(of: body) } catch {
            // Authorization refuses other identities with the same response, without a decision.
            guard error.code != .forbidden else {
                _ = try? attempt.record(error.code)
                throw error
            }
            guard let id = try attempt.record(error.code) else { throw error }
            throw error.decided(as: id)
        }
        // A signature that cannot be recorded is not given to the client.
        return response(signature, try attempt.record(nil))
    }

    private static func response(_ signature: IdentitySignature, _ id: DecisionID?) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("signature", Base64.encode(signature.signature))
            writer.member("signed", signature.signed.map { Base64.encode($0) })
        }
        return HTTPResponse(
            status: 200,
            headers: HTTPHeaders(
                fields: [
                    HTTPField(own: "Content-Type", "application/json"), HTTPField(own: "Cache-Control", "no-store"),
                ] + (id.map { [.decision($0)] } ?? [])
            ),
            body: writer.bytes
        )
    }
}

extension IdentityDefect {
    /// Returns the defect as a sentence; only callers who may see identities receive the reason of a failed loading.
    func sentence(about name: String, for caller: Caller) -> String {
        switch self {
        case .notLoaded where !caller.mayReadIdentities:
            "The identity \(name) could not be loaded; the log of the daemon has the reason."
        case .expired(let end): "The identity \(name) expired on \(end)."
        case .notYetValid(let start): "The identity \(name) is not valid before \(start)."
        case .notLoaded(let error): "The identity \(name) could not be loaded: \(error.source) \(error.reason)."
        }
    }
}
