import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustPolicies

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

    static func answer(_ head: HTTPRequestHead, _ caller: Caller, _ context: APIContext) -> Route.Answer {
        { _ in
            .task { waiting async throws(HTTPFailure) in
                let (start, now) = (ContinuousClock.now, context.now())
                let first: EvaluationRound
                do throws(Problem) {
                    first = try begin(head, of: caller.share, in: context, now: now.instant)
                } catch {
                    return .failure(error)
                }
                let took = ContinuousClock.now - start
                let outcome = try await context.service.complete(first, waiting)
                return outcome.map { evaluated, later in
                    response(evaluated.verdict, context, at: now, took: took + later, worker: head.worker)
                }
            }
        }
    }

    private static func chain(
        _ head: HTTPRequestHead,
        _ proxy: TrustedProxy,
        _ context: APIContext
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

    /// Evaluates the chain that the proxy forwards with the evidence at hand.
    private static func begin(
        _ head: HTTPRequestHead,
        of share: ClientShare,
        in context: APIContext,
        now: Instant
    ) throws(Problem) -> EvaluationRound {
        guard let proxy = context.authorization.proxy(named: name(in: head.target)) else {
            throw Problem(.forbidden, "There is no such proxy.")
        }
        let chain = try chain(head, proxy, context)
        var request = EvaluationRequest(chain: chain, host: proxy.host, policy: .named(proxy.policy))
        request.deadline = proxy.deadline
        do throws(Problem) {
            return try context.service.begin(request, of: share, under: context.policies.snapshot, now: now)
        } catch {
            guard error.code != .internalFailure else { throw error }
            throw Problem(.proxyMisconfigured, error.detail)
        }
    }

    private static func response(
        _ verdict: Verdict,
        _ context: APIContext,
        at now: WallTime,
        took: Duration,
        worker: Int
    ) -> HTTPResponse {
        context.metrics.count(verdict, took: took, worker: worker)
        var headers = HTTPHeaders([("Cache-Control", "no-store"), ("Anchord-Verdict", verdict.outcome.rawValue)])
        let id = context.ids.next(milliseconds: now.milliseconds, worker: worker)
        headers.append("Anchord-Decision", id.description)
        let codes = verdict.reasons.lazy.filter { $0.severity != .notice }.map(\.code.name).prefix(maximumCodes)
        if !codes.isEmpty { headers.append("Anchord-Reasons", codes.joined(separator: ", ")) }
        let isAllowed = verdict.action == .allow
        if isAllowed, let principal = verdict.principal {
            headers.append("Anchord-Principal", escaped(principal.value))
            headers.append("Anchord-Principal-Kind", principal.kind.rawValue)
        }
        return HTTPResponse(status: isAllowed ? 200 : 403, headers: headers, body: [])
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
