import MicrohttpdServer
import TrustEvaluation
import TrustEvidence
import TrustIdentities
import TrustModel
import TrustPolicies

/// POST /v1/challenges: the disposition of an authentication challenge, as Apple's loading system names it.
enum ChallengeHandler {
    static func answer(_ head: HTTPRequestHead, _ caller: Caller, _ context: APIContext) -> Route.Answer {
        let asText = MediaType.prefersText(head)
        return { body in
            let body = RequestBody(body)
            return .task { waiting async throws(HTTPFailure) in
                let start = ContinuousClock.now
                let (begun, realm): (Begun, String?)
                do throws(Problem) {
                    _ = try RequestQuery(head.query, known: [])
                    (begun, realm) = try begin(body.take(), of: caller, in: context)
                } catch {
                    return .failure(error)
                }
                let took = ContinuousClock.now - start
                return try await answer(to: begun, took: took, waiting, context, worker: head.worker).map { answer in
                    var answer = answer
                    answer.realm = realm
                    return response(answer, context, asText: asText, worker: head.worker)
                }
            }
        }
    }

    /// A challenge that was read.
    private enum Begun {
        case answered(ChallengeAnswer)
        /// The first round of the evaluation of the server's chain.
        case evaluated(EvaluationRound)
    }

    /// Reads a challenge, and keeps nothing of it but its answer, or what further rounds of its evaluation need.
    private static func begin(
        _ body: [UInt8],
        of caller: Caller,
        in context: APIContext
    ) throws(Problem) -> (Begun, realm: String?) {
        let request = try ChallengeRequest(body, context.chains, context.evidenceDecoder)
        let begun: Begun =
            switch request.method {
            case .serverTrust: try serverTrust(request, of: caller, in: context)
            case .clientCertificate: .answered(try clientCertificate(request, caller, context))
            case .other(let method):
                .answered(
                    ChallengeAnswer(
                        disposition: .performDefaultHandling,
                        reason: .otherMethod,
                        detail: "The client handles the method \(method) itself."
                    )
                )
            }
        return (begun, request.realm)
    }

    private static func serverTrust(
        _ request: ChallengeRequest,
        of caller: Caller,
        in context: APIContext
    ) throws(Problem) -> Begun {
        guard let evaluation = request.evaluation else {
            return .answered(
                ChallengeAnswer(
                    disposition: .performDefaultHandling,
                    reason: .noServerTrust,
                    detail: "The challenge has no `chain` of the server."
                )
            )
        }
        do throws(Problem) {
            return .evaluated(
                try context.service.begin(
                    evaluation,
                    of: caller.share,
                    under: context.policies.snapshot,
                    now: context.now().instant
                )
            )
        } catch {
            throw caller.mayRead ? error.forReaders : error
        }
    }

    private static func answer(
        to begun: consuming Begun,
        took: Duration,
        _ waiting: any HTTPWaiting,
        _ context: APIContext,
        worker: Int
    ) async throws(HTTPFailure) -> Result<ChallengeAnswer, Problem> {
        switch consume begun {
        case .answered(let answer): .success(answer)
        case .evaluated(let first):
            try await context.service.complete(first, waiting).map { evaluated, later in
                serverTrust(evaluated.verdict, took: took + later, context, worker: worker)
            }
        }
    }

    private static func serverTrust(
        _ verdict: Verdict,
        took: Duration,
        _ context: APIContext,
        worker: Int
    ) -> ChallengeAnswer {
        context.metrics.count(verdict, took: took, worker: worker)
        let (reason, detail): (ChallengeAnswer.Reason, String) =
            switch verdict.action {
            case .allow: (.serverTrusted, "The policy allows the chain of the server.")
            case .deny: (.serverNotTrusted, "The policy denies the chain of the server.")
            case .defaultHandling: (.noPolicyForHost, "The policy set leaves this host to the client.")
            }
        return ChallengeAnswer(disposition: verdict.disposition, reason: reason, detail: detail, verdict: verdict)
    }

    private static func clientCertificate(
        _ request: ChallengeRequest,
        _ caller: Caller,
        _ context: APIContext
    ) throws(Problem) -> ChallengeAnswer {
        guard request.previousFailureCount == 0 else {
            return ChallengeAnswer(
                disposition: .rejectProtectionSpace,
                reason: .previousFailure,
                detail: "The server has already rejected an answer; the same credential would fail again."
            )
        }
        guard let text = request.host else {
            throw Problem(.hostRequired, "A challenge for a client certificate needs the server's `host`.")
        }
        let host = try context.service.hostName(text)
        switch selection(for: host, request, caller, context) {
        case .selected(let identity):
            let maySign = caller.maySign(with: identity.configuration)
            let limit = maySign ? "" : ", but the client \(caller.names) may not sign with it"
            return ChallengeAnswer(
                disposition: .useCredential,
                reason: .identitySelected,
                detail: "The identity \(identity.name) is for this server, valid until \(identity.notAfter)\(limit).",
                identity: identity
            )
        case .none:
            return ChallengeAnswer(
                disposition: .performDefaultHandling,
                reason: .noIdentity,
                detail: "No identity is configured for this server, the issuers that it accepts, and this client."
            )
        case .unusable(let defects):
            return ChallengeAnswer(
                disposition: .cancelAuthenticationChallenge,
                reason: .identityUnusable,
                detail: defects.map { $0.defect.sentence(about: $0.name, for: caller) }.joined(separator: " ")
            )
        }
    }

    /// Selects an identity with which the caller can sign; without one, an identity that the caller may see.
    private static func selection(
        for host: HostName,
        _ request: ChallengeRequest,
        _ caller: Caller,
        _ context: APIContext
    ) -> IdentitySelection {
        let (snapshot, now) = (context.identities.store.snapshot, context.now().instant)
        func select(_ isIncluded: (IdentityConfiguration) -> Bool) -> IdentitySelection {
            snapshot.filtered { isIncluded($0.configuration) }
                .select(for: host, port: request.port, issuers: request.distinguishedNames, at: now)
        }
        let own = select { caller.maySign(with: $0) }
        guard case .none = own, caller.mayReadIdentities else { return own }
        return select { _ in true }
    }

    private static func response(
        _ answer: ChallengeAnswer,
        _ context: APIContext,
        asText: Bool,
        worker: Int
    ) -> HTTPResponse {
        let type = asText ? "text/plain; charset=utf-8" : "application/json"
        let id = context.ids.next(milliseconds: context.now().milliseconds, worker: worker)
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": type, "Cache-Control": "no-store"],
            body: asText ? Array(answer.text.utf8) : answer.json(id: id)
        )
    }
}
