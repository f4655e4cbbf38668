import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustPolicies
import TrustService

/// POST /v1/challenges: the disposition of an authentication challenge, as Apple's loading system names it.
enum ChallengeHandler {
    static func answer(to head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        let asText = MediaType.prefersText(head)
        let place = DecisionPlace(.challenges, of: caller, head)
        return { body, trace in
            let asker = context.asker(place, trace, worker: head.worker)
            let body = RequestBody(body)
            return .task { waiting async throws(HTTPFailure) in
                let (challenge, inquiry): (ChallengeRequest, Inquiry?)
                do throws(Problem) {
                    _ = try RequestQuery(head.query, known: [])
                    (challenge, inquiry) = try ChallengeRequest.decode(
                        body.consume(),
                        chains: context.chains,
                        evidence: context.evidenceDecoder
                    )
                    if challenge.method != .serverTrust {
                        var answer = try answer(to: challenge, caller, in: context)
                        answer.realm = challenge.realm
                        return outcome(answer, to: challenge, of: asker, in: context, asText: asText)
                    }
                } catch {
                    return .failure(error)
                }
                do throws(InquiryError) {
                    guard let inquiry = consume inquiry else {
                        let answer = ChallengeAnswer.withoutChain(realm: challenge.realm)
                        return outcome(answer, to: challenge, of: asker, in: context, asText: asText)
                    }
                    var (answer, id) = try await serverTrust(consume inquiry, asker, in: context, waiting: waiting)
                    answer.realm = challenge.realm
                    return .success(response(answer, id, asText: asText))
                } catch {
                    let problem = try Problem(error)
                    return .failure(caller.mayRead ? problem.forReaders : problem)
                }
            }
        }
    }

    /// Answers a challenge that needs no verdict.
    private static func answer(
        to challenge: ChallengeRequest,
        _ caller: Caller,
        in context: APIContext
    ) throws(Problem) -> ChallengeAnswer {
        guard case .other(let method) = challenge.method else {
            return try clientCertificate(challenge, caller, in: context)
        }
        return ChallengeAnswer(
            disposition: .performDefaultHandling,
            reason: .otherMethod,
            detail: "The client handles the method \(method) itself."
        )
    }

    private static func serverTrust(
        _ inquiry: consuming Inquiry,
        _ asker: Asker,
        in context: APIContext,
        waiting: any HTTPWaiting
    ) async throws(InquiryError) -> (ChallengeAnswer, DecisionID) {
        let snapshot = context.policies.snapshot
        let decision = try await context.evaluations.decision(
            on: consume inquiry,
            of: asker,
            under: snapshot,
            in: RequestPlace(waiting)
        )
        let (reason, detail): (ChallengeAnswer.Reason, String) =
            switch decision.verdict.action {
            case .allow: (.serverTrusted, "The policy allows the chain of the server.")
            case .deny: (.serverNotTrusted, "The policy denies the chain of the server.")
            case .defaultHandling: (.noPolicyForHost, "The policy set leaves this host to the client.")
            }
        let answer = ChallengeAnswer(
            disposition: decision.verdict.disposition,
            reason: reason,
            detail: detail,
            verdict: decision.verdict
        )
        return (answer, decision.id)
    }

    private static func clientCertificate(
        _ request: ChallengeRequest,
        _ caller: Caller,
        in context: APIContext
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
        let host = try hostName(text, context)
        switch selection(for: host, of: request, by: caller, in: context) {
        case .selected(let identity):
            if let refusal = identity.blockRefusal(in: context) {
                return ChallengeAnswer(
                    disposition: .cancelAuthenticationChallenge,
                    reason: .identityUnusable,
                    detail: refusal
                )
            }
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

    private static func hostName(_ text: String, _ context: APIContext) throws(Problem) -> HostName {
        do throws(HostNameError) {
            return try context.evaluations.hostName(text)
        } catch {
            let detail = "the host \(QuotedText.of(text)) \(error.reason)"
            throw Problem(DocumentError([DocumentIssue(pointer: "/host", detail: detail)]))
        }
    }

    /// Selects an identity with which the caller can sign; without one, an identity that the caller may see.
    private static func selection(
        for host: HostName,
        of request: ChallengeRequest,
        by caller: Caller,
        in context: APIContext
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

    /// Records an answer without a verdict, and returns its response.
    private static func outcome(
        _ answer: ChallengeAnswer,
        to challenge: ChallengeRequest,
        of asker: Asker,
        in context: APIContext,
        asText: Bool
    ) -> Route.Outcome {
        let facts = ChallengeFacts(
            host: context.evaluations.requestedHost(challenge.host),
            disposition: answer.disposition,
            reason: answer.reason.rawValue,
            identity: answer.identity?.name
        )
        do throws(InquiryError) {
            let id = try context.evaluations.decisions.record(withoutVerdict: .challenge(facts), by: asker)
            return .success(response(answer, id, asText: asText))
        } catch {
            return .failure(Problem(ofUnanswered: error))
        }
    }

    private static func response(_ answer: ChallengeAnswer, _ id: DecisionID, asText: Bool) -> HTTPResponse {
        let type = asText ? "text/plain; charset=utf-8" : "application/json"
        return HTTPResponse(
            status: 200,
            headers: HTTPHeaders(fields: [
                HTTPField(own: "Content-Type", type), HTTPField(own: "Cache-Control", "no-store"), .decision(id),
            ]),
            body: asText ? Array(answer.text.utf8) : answer.json(id: id)
        )
    }
}
