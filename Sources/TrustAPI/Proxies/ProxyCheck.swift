import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// /v1/check/{name}: responds to a configured proxy whether its client is allowed.
///
/// The status and the header fields are the response: 200, 401 without a certificate, or 403. The method, the path after
/// the name, the query, the content, and all header fields except those of the proxy's format belong to the client of the
/// proxy, and are ignored.
enum ProxyCheck {
    /// The prefix of targets, which are not decoded: a proxy may append the target of its client.
    static let prefix = "/v1/check/"
    /// The maximum number of codes in a response, so that it fits into the buffers of proxies.
    private static let maximumCodes = 16

    /// Returns whether a proxy asks about its client.
    static func concerns(_ head: HTTPRequestHead) -> Bool { head.target.utf8.starts(with: prefix.utf8) }

    /// Returns the name of the proxy: the literal text up to the next `/`, `?` or `#`.
    static func name(in target: String) -> String {
        let name = target.utf8.dropFirst(prefix.utf8.count).prefix { byte in
            byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
        }
        return String(Substring(name))
    }

    static func answer(to head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        guard let proxy = context.authorization.proxy(named: name(in: head.target)) else {
            return { _, _ in .now(.failure(Problem(.forbidden, "There is no such proxy."))) }
        }
        // A proxy asks for each request of a client with the same certificate.
        let exactKey = AnswerCacheKey(
            body: ClientCertificateFields(head.headers, of: proxy).bytes,
            parameters: RequestParameters(isPEM: false, target: Array((prefix + name(in: head.target)).utf8))
        )
        let place = DecisionPlace(.check, of: caller, head, proxy: name(in: head.target))
        return { _, trace in
            let asker = context.asker(place, trace, worker: head.worker)
            let found = context.answers.answer(
                to: exactKey,
                worker: head.worker,
                under: context.policies.serial,
                at: asker.time.instant,
                unless: context.evaluations.completesShadow
            )
            if case .answer(let known) = found, case .fields(let headers) = known.form {
                do throws(InquiryError) {
                    let id = try context.evaluations.decisions.again(known.facts, by: asker)
                    return .now(.success(response(headers, id, status: known.status)))
                } catch {
                    return .now(.failure(Problem(ofUnanswered: error)))
                }
            }
            let key: AnswerCache.Key? = if case .repeated(let key) = found { key } else { nil }
            return .task { waiting async throws(HTTPFailure) in
                try await outcome(head, proxy, of: asker, in: context, key: key, waiting: waiting)
            }
        }
    }

    /// Evaluates the chain that the proxy forwards.
    private static func outcome(
        _ head: HTTPRequestHead,
        _ proxy: TrustedProxy,
        of asker: Asker,
        in context: APIContext,
        key: AnswerCache.Key?,
        waiting: any HTTPWaiting
    ) async throws(HTTPFailure) -> Route.Outcome {
        var inquiry: Inquiry
        do throws(Problem) {
            inquiry = Inquiry(
                chain: try chain(head, proxy, in: context),
                host: proxy.host,
                policy: .named(proxy.policy)
            )
        } catch {
            return .failure(refusal(error, of: asker, in: context))
        }
        inquiry.deadline = proxy.deadline
        let decision: DecidedVerdict
        do throws(InquiryError) {
            let snapshot = context.policies.snapshot
            decision = try await context.evaluations.decision(
                on: consume inquiry,
                of: asker,
                under: snapshot,
                in: RequestPlace(waiting)
            )
        } catch {
            let problem = try Problem(error)
            switch error {
            case .unknownPolicy, .hostRequired, .inlinePoliciesDisabled, .invalidPolicy:
                return .failure(Problem(.proxyMisconfigured, problem.detail))
            case .evidenceNotSought, .waitRefused, .notRecorded: return .failure(problem)
            }
        }
        let (status, headers) = (decision.verdict.action == .allow ? 200 : 403, headers(of: decision.verdict))
        if let key, let validity = decision.validity {
            let answer = CachedAnswer(decision.facts, validity, as: .fields(headers), status: status)
            context.answers.insert(answer, for: key)
        }
        return .success(response(headers, decision.id, status: status))
    }

    /// Records the decision if a problem refuses the client of the proxy, and not the request of the proxy.
    private static func refusal(_ problem: Problem, of asker: Asker, in context: APIContext) -> Problem {
        guard [.noClientCertificate, .invalidClientCertificate].contains(problem.code) else { return problem }
        let subject = DecisionSubject.unreadable(code: problem.code.rawValue)
        do throws(InquiryError) {
            return problem.decided(as: try context.evaluations.decisions.record(withoutVerdict: subject, by: asker))
        } catch {
            return Problem(ofUnanswered: error)
        }
    }

    private static func chain(
        _ head: HTTPRequestHead,
        _ proxy: TrustedProxy,
        in context: APIContext
    ) throws(Problem) -> [Certificate] {
        let field = "The header field \(proxy.header)"
        let certificates: ClientCertificateFields.Certificates?
        do throws(ClientCertificateFields.Refusal) {
            certificates = try ClientCertificateFields(head.headers, of: proxy).certificates()
        } catch {
            let field = error.field.map { "The header field \($0)" } ?? field
            throw Problem(.invalidClientCertificate, "\(field) \(error.reason).")
        }
        switch certificates {
        case nil:
            // RFC 9110 section 15.5.2 requires a challenge; no registered scheme means client certificates.
            let challenge = ["WWW-Authenticate": "ClientCertificate"]
            throw Problem(.noClientCertificate, "\(field) is absent or empty.", headers: challenge)
        case .der(let items):
            var chain: [Certificate] = []
            for item in items {
                try reading("The header field \(item.field)") { () throws(Problem) in
                    try context.chains.append(item.der, to: &chain)
                }
            }
            return chain
        case .pem(let text):
            return try reading(field) { () throws(Problem) in try context.chains.chain(in: text, pointer: "") }
        }
    }

    /// Reads certificates; a problem with a certificate becomes a problem with the header field.
    private static func reading<Result>(
        _ field: String,
        _ read: () throws(Problem) -> Result
    ) throws(Problem) -> Result {
        do throws(Problem) {
            return try read()
        } catch  where error.code.status == 422 {
            throw Problem(.invalidClientCertificate, "\(field) has no readable certificates: \(error.detail)")
        }
    }

    /// Returns the header fields that say the verdict.
    private static func headers(of verdict: Verdict) -> HTTPHeaders {
        var headers = HTTPHeaders(fields: [
            HTTPField(own: "Cache-Control", "no-store"), HTTPField(own: "Anchord-Verdict", verdict.outcome.rawValue),
        ])
        let codes = verdict.reasons.lazy.filter { $0.severity != .notice }.map(\.code.name).prefix(maximumCodes)
        if !codes.isEmpty { headers.append("Anchord-Reasons", codes.joined(separator: ", ")) }
        if verdict.action == .allow, let principal = verdict.principal {
            headers.append("Anchord-Principal", escaped(principal.value))
            headers.append("Anchord-Principal-Kind", principal.kind.rawValue)
        }
        return headers
    }

    private static func response(_ headers: HTTPHeaders, _ id: DecisionID, status: Int) -> HTTPResponse {
        let fields = headers.fields + [.decision(id)]
        return HTTPResponse(status: status, headers: HTTPHeaders(fields: fields), body: [])
    }

    /// Percent-encodes all bytes that are not visible ASCII, and `%`, `,` and `"`.
    ///
    /// Without commas and quotes, the value is never split as a list.
    static func escaped(_ value: String) -> String {
        let bytes = value.utf8.flatMap { byte -> [UInt8] in
            let isPlain = byte > 0x20 && byte < 0x7F && !"%,\"".utf8.contains(byte)
            return isPlain ? [byte] : [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
    }
}
