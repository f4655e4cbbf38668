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
                    return try sign(body, with: identity, for: caller, asker, in: context)
                }
            }
        }
    }

    private static func sign(
        _ bytes: [UInt8],
        with identity: String,
        for caller: Caller,
        _ asker: Asker,
        in context: APIContext
    ) throws(Problem) -> HTTPResponse {
        let service = context.identities
        let client = caller.client(with: .sign, named: context.authorization.signers(of: identity))
        var body: SignatureBody?
        // Only the first of successive refusals for the rate is recorded, so that they cannot displace others.
        var isRecorded = true
        func use(_ refusal: ProblemCode?) -> SignatureUse {
            SignatureUse(
                client: client?.name ?? "",
                identity: identity,
                kind: body?.kind.rawValue,
                algorithm: body?.algorithm,
                digest: body.flatMap { digest(of: $0.content, service) },
                refusal: refusal
            )
        }
        func record(_ refusal: ProblemCode?) throws(Problem) -> DecisionID? {
            guard isRecorded else {
                service.metrics.count(identity, refusal: refusal)
                return nil
            }
            var use = use(refusal)
            defer {
                service.metrics.count(identity, refusal: use.refusal)
                service.log(use)
            }
            do throws(InquiryError) {
                let subject = DecisionSubject.signature(SignatureFacts(use))
                return try context.evaluations.decisions.record(withoutVerdict: subject, by: asker)
            } catch {
                let problem = Problem(ofUnanswered: error)
                use.refusal = use.refusal ?? problem.code
                throw problem
            }
        }
        let signature: IdentitySignature
        do throws(Problem) {
            guard let client else { throw Authorization.identityRefusal(of: caller) }
            if let refusal = service.rateLimit.refusal(identity: identity, client: client.name) {
                isRecorded = refusal.isFirst
                throw Problem(
                    .tooManySignatures,
                    "The client \(client.name) has requested too many signatures of this identity.",
                    headers: ["Retry-After": "\(max(1, refusal.delay.components.seconds + 1))"]
                )
            }
            let decoded = try SignatureBody(bytes, now: context.now().instant)
            body = decoded
            guard !decoded.isForServer else { throw Authorization.identityRefusal(of: caller) }
            signature = try Self.signature(
                decoded,
                by: usableIdentity(named: identity, for: caller, in: context),
                caller
            )
        } catch {
            // Authorization refuses other identities with the same response, without a decision.
            guard error.code != .forbidden else {
                _ = try? record(error.code)
                throw error
            }
            guard let id = try record(error.code) else { throw error }
            throw error.decided(as: id)
        }
        // A signature that cannot be recorded is not given to the client.
        return response(signature, try record(nil))
    }

    private static func usableIdentity(
        named name: String,
        for caller: Caller,
        in context: APIContext
    ) throws(Problem) -> ClientIdentity {
        guard let entry = context.identities.store.snapshot.entry(named: name) else {
            throw Authorization.identityRefusal(of: caller)
        }
        switch entry.state {
        case .failed(let error):
            throw Problem(.identityUnusable, IdentityDefect.notLoaded(error).sentence(about: name, for: caller))
        case .loaded(let identity):
            if let refusal = identity.blockRefusal(in: context) { throw Problem(.identityUnusable, refusal) }
            if let defect = identity.defect(at: context.now().instant) {
                throw Problem(.identityUnusable, defect.sentence(about: name, for: caller))
            }
            return identity
        }
    }

    private static func signature(
        _ body: SignatureBody,
        by identity: ClientIdentity,
        _ caller: Caller
    ) throws(Problem) -> IdentitySignature {
        do throws(SignatureRequestError) {
            return try identity.sign(body.content, with: body.algorithm)
        } catch {
            switch error {
            case .digestsNotAllowed: throw Authorization.identityRefusal(of: caller)
            case .signing(.libraryFailure): throw Problem(.internalFailure, "The cryptographic library could not sign.")
            case .invalid, .algorithmNotInTLS13, .forbiddenContent, .signing:
                throw Problem(.invalidRequest, Problem.sentence(error.description))
            }
        }
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

    /// Returns the digest of the content for the log, so that each signature can be attributed.
    private static func digest(of content: SignatureRequest, _ service: IdentityService) -> String? {
        switch content {
        case .digest(let digest): Hexadecimal.encode(digest.prefix(64))
        case .message, .challenge, .tls13CertificateVerify:
            (try? content.content()).flatMap(\.self).map { service.sha256($0).hex }
        }
    }
}

extension SignatureFacts {
    fileprivate convenience init(_ use: SignatureUse) {
        self.init(
            identity: use.identity,
            kind: use.kind,
            algorithm: use.algorithm,
            digest: use.digest,
            refusal: use.refusal?.rawValue
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
