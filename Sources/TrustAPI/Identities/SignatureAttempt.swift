import TrustIdentities
import TrustModel
import TrustService

/// An attempt of a client to sign with an identity, which has one record.
struct SignatureAttempt {
    private let identity: String
    private let caller: Caller
    private let client: APIClient?
    private let asker: Asker
    private let context: APIContext
    /// The request; nil until it is decoded.
    private var body: SignatureBody?
    /// Whether a record is made: only for the first of successive refusals for the rate, so that they cannot displace others.
    private var isRecorded = true

    init(_ identity: String, by caller: Caller, _ asker: Asker, in context: APIContext) {
        (self.identity, self.caller, self.asker, self.context) = (identity, caller, asker, context)
        client = caller.client(with: .sign, named: context.authorization.signers(of: identity))
    }

    /// Signs what a body asks for, once.
    ///
    /// - Throws: The refusal, which the caller must record.
    mutating func signature(of bytes: [UInt8]) throws(Problem) -> IdentitySignature {
        guard let client else { throw Authorization.identityRefusal(of: caller) }
        if let refusal = context.identities.rateLimit.refusal(identity: identity, client: client.name) {
            isRecorded = refusal.isFirst
            throw Problem(
                .tooManySignatures,
                "The client \(client.name) has requested too many signatures of this identity.",
                headers: ["Retry-After": "\(max(1, refusal.delay.components.seconds + 1))"]
            )
        }
        let body = try SignatureBody(bytes, now: context.now().instant)
        self.body = body
        guard !body.isForServer else { throw Authorization.identityRefusal(of: caller) }
        return try signature(body, by: usableIdentity())
    }

    /// Counts and records the attempt with its refusal, or nil for a signature; returns the decision unless none is recorded.
    ///
    /// - Throws: A problem if the decision cannot be recorded.
    func record(_ refusal: ProblemCode?) throws(Problem) -> DecisionID? {
        let service = context.identities
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

    private func use(_ refusal: ProblemCode?) -> SignatureUse {
        SignatureUse(
            client: client?.name ?? "",
            identity: identity,
            kind: body?.kind.rawValue,
            algorithm: body?.algorithm,
            digest: body.flatMap { digest(of: $0.content) },
            refusal: refusal
        )
    }

    /// Returns the identity if it was loaded, is valid now, and is not blocked.
    private func usableIdentity() throws(Problem) -> ClientIdentity {
        guard let entry = context.identities.store.snapshot.entry(named: identity) else {
            throw Authorization.identityRefusal(of: caller)
        }
        switch entry.state {
        case .failed(let error):
            throw Problem(.identityUnusable, IdentityDefect.notLoaded(error).sentence(about: identity, for: caller))
        case .loaded(let loaded):
            if let refusal = loaded.blockRefusal(in: context) { throw Problem(.identityUnusable, refusal) }
            if let defect = loaded.defect(at: context.now().instant) {
                throw Problem(.identityUnusable, defect.sentence(about: identity, for: caller))
            }
            return loaded
        }
    }

    private func signature(_ body: SignatureBody, by identity: ClientIdentity) throws(Problem) -> IdentitySignature {
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

    /// Returns the digest of the content for the log, so that each signature can be attributed.
    private func digest(of content: SignatureRequest) -> String? {
        switch content {
        case .digest(let digest): Hexadecimal.encode(digest.prefix(64))
        case .message, .challenge, .tls13CertificateVerify:
            (try? content.content()).flatMap(\.self).map { context.identities.sha256($0).hex }
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
