import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// GET /v1/decisions and /v1/decisions/{id}.
@Suite struct `The last decisions` {
    private let scene: IdentityScene
    private let memory: DecisionMemory

    init() throws {
        let memory = DecisionMemory(bytes: 16 << 20, workers: 2, then: Metrics())
        self.memory = memory
        scene = try IdentityScene(
            [SceneIdentity(name: "partner")],
            adjust: { context in
                context.decisionMemory = memory
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 2),
                    cache: DecisionCache(entries: 100, bytes: 1 << 20),
                    recorder: memory
                )
                context.answers = AnswerCache(entries: 100, bytes: 1 << 20, workers: 2) {
                    SHA256.fingerprint(of: $0[...])
                }
                context.authorization.proxies[UTF8Text("edge")] = TrustedProxy(
                    client: "payments",
                    format: .escapedPEM,
                    policy: .system,
                    host: "api.example.com"
                )
                context.clients = ClientDirectory(Self.clients) { SHA256.fingerprint(of: $0[...]) }
            }
        )
    }

    /// The clients, of which the reader, the signer and the listed one may read decisions too.
    private static var clients: [APIClient] {
        IdentityCaller.allCases.map { caller in
            let client = caller.client
            let more: Set<ClientRight> = [.reader, .signer, .listed].contains(caller) ? [.decisions] : []
            return APIClient(name: client.name, credential: client.credential, rights: client.rights.union(more))
        }
    }

    private func json(_ members: [String: Any] = [:]) throws -> String {
        let usual: [String: Any] = ["chain": scene.api.chain, "host": "api.example.com"]
        return try APIFixture.json(usual.merging(members) { $1 })
    }

    private func show(_ id: String, as caller: IdentityCaller = .reader) -> Answer {
        scene.send("GET", "/v1/decisions/\(id)", as: caller)
    }

    private func list(_ query: String = "", as caller: IdentityCaller = .reader) -> [[String: Any]] {
        let answer = scene.send("GET", "/v1/decisions" + query, as: caller)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.object["decisions"] as? [[String: Any]] ?? []
    }

    /// Expects that the decisions of a response are found at once, and returns them.
    private func found(_ answer: Answer, _ route: String, at location: SourceLocation = #_sourceLocation) -> [Answer] {
        let value = try? JSONSerialization.jsonObject(with: Data(answer.response.body))
        let objects = value as? [[String: Any]] ?? [value as? [String: Any]].compactMap(\.self)
        let inContent = objects.compactMap { ($0["verdict"] as? [String: Any] ?? $0)["id"] as? String }
        let ids = answer.response.headers["Anchord-Decision"].map { [$0] } ?? inContent
        #expect(!ids.isEmpty, "\(answer.text)", sourceLocation: location)
        return ids.map { id in
            let decision = show(id)
            #expect(decision.status == 200, "\(decision.text)", sourceLocation: location)
            #expect(decision.object["id"] as? String == id, sourceLocation: location)
            #expect(decision.object["route"] as? String == route, sourceLocation: location)
            #expect((decision.object["clients"] as? [String])?.first == "payments", sourceLocation: location)
            return decision
        }
    }

    @Test func `have each answer of an evaluation as soon as it is sent`() throws {
        for source in ["evaluated", "remembered", "repeated"] {
            let answer = scene.send("POST", "/v1/evaluations", body: try json())
            let decision = try #require(found(answer, "evaluations").first).object
            #expect(decision["source"] as? String == source)
            for member in ["verdict", "action", "mode", "validUntil"] {
                #expect(decision[member] as? String == answer.object[member] as? String, "\(member)")
            }
            #expect(decision["policy"] as? [String: String] == answer.object["policy"] as? [String: String])
            let members = ["code", "severity", "depth"]
            func comparable(_ reasons: [[String: Any]]) -> [NSDictionary] {
                reasons.map { reason in reason.filter { members.contains($0.key) } as NSDictionary }
            }
            #expect(comparable(decision["reasons"] as? [[String: Any]] ?? []) == comparable(answer.reasons))
            #expect(decision["host"] as? String == "api.example.com" && decision["user"] as? Int == 1001)
            #expect((decision["chain"] as? [String])?.count == 2)
            #expect(decision["time"] as? String == "\(APIFixture.now.description.dropLast()).000Z")
        }
        let text = [("Accept", "text/plain")]
        _ = found(scene.send("POST", "/v1/evaluations", headers: text, body: try json()), "evaluations")
        let form =
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"c.pem\"\r\n\r\n\(scene.api.chain)\r\n--b--\r\n"
        let posted = scene.api.send(
            "POST",
            "/v1/evaluations?host=api.example.com",
            headers: [("Content-Type", "multipart/form-data; boundary=b")],
            body: Array(form.utf8),
            peer: IdentityCaller.payments.peer
        )
        #expect(found(posted, "evaluations").count == 1)
        let other = try json(["host": "other.example"])
        let batch = scene.send("POST", "/v1/evaluations/batch", body: "[\(try json()),{},\(other)]")
        #expect(found(batch, "batch").map { $0.object["host"] as? String } == ["api.example.com", "other.example"])
    }

    @Test func `name the block because of which a chain was denied`() throws {
        let facts = try scene.api.context.certificates.certificates(
            in: scene.api.leaf.der,
            limits: CertificateLimits()
        )[0]
        .facts
        try scene.api.block(
            "- {id: stolen-1, match: {spkiSha256: [\"\(facts.publicKeyFingerprint.pin)\"]}, reason: Laptop lost.}"
        )
        for source in ["evaluated", "remembered", "repeated"] {
            let answer = scene.send("POST", "/v1/evaluations", body: try json())
            let decision = try #require(found(answer, "evaluations").first).object
            #expect(decision["source"] as? String == source && decision["block"] as? String == "stolen-1")
        }
        try scene.api.block("[]")
        let answer = scene.send("POST", "/v1/evaluations", body: try json())
        #expect(try #require(found(answer, "evaluations").first).object["block"] == nil)
    }

    @Test func `have each answer to a challenge, a proxy and a request for a signature`() throws {
        let trust = try scene.challenge([
            "chain": scene.api.chain, "host": "api.example.com", "authenticationMethod": "serverTrust",
        ])
        #expect(found(trust, "challenges").first?.object["verdict"] as? String == "trusted")
        let certificate = try scene.challenge([
            "authenticationMethod": "clientCertificate", "host": "x.partner.example",
        ])
        let selected = try #require(found(certificate, "challenges").first).object
        #expect(selected["identity"] as? String == "partner" && selected["reason"] as? String == "identitySelected")
        #expect(selected["disposition"] as? String == certificate.object["disposition"] as? String)
        let escaped = try #require(scene.api.chain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for value in [escaped, escaped, escaped, "", "x"] {
            let answer = scene.send("GET", "/v1/check/edge", headers: [("X-Client-Cert", value)])
            let decision = try #require(found(answer, "check").first).object
            #expect(decision["proxy"] as? String == "edge")
            #expect(decision["problem"] as? String == answer.code, "\(decision)")
        }
        let hash = Data(repeating: 7, count: 32).base64EncodedString()
        let valid: [String: Any] = [
            "algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": ["role": "client", "transcriptHash": hash],
        ]
        let signed = try #require(found(try scene.sign("partner", valid), "signatures").first).object
        #expect(signed["content"] as? String == "tls13CertificateVerify" && signed["problem"] == nil)
        #expect(signed["algorithm"] as? String == "ecdsaWithSHA256" && (signed["digest"] as? String)?.count == 64)
        let refused = try #require(found(try scene.sign("partner", [:]), "signatures").first).object
        #expect(refused["problem"] as? String == "invalidRequest")
    }

    @Test func `name an identity only to clients that may see or use it`() throws {
        _ = try scene.challenge(["authenticationMethod": "clientCertificate", "host": "x.partner.example"])
        _ = try scene.sign("partner", [:])
        for (caller, names) in [(IdentityCaller.reader, 2), (.signer, 2), (.listed, 0)] {
            let decisions = list(as: caller)
            #expect(decisions.count == 2)
            #expect(decisions.compactMap { $0["identity"] as? String } == Array(repeating: "partner", count: names))
            let answers = decisions.compactMap { $0["id"] as? String }.map { show($0, as: caller).text }
            #expect(answers.filter { $0.contains("partner\"") }.count == names)
        }
    }

    @Test func `are not distinguished from unknown ones for a client without the right`() throws {
        let known = try #require(scene.send("POST", "/v1/evaluations", body: try json()).object["id"] as? String)
        for caller in [IdentityCaller.payments, .unlisted, .robot, .anonymous] {
            let targets = [known, UUID().uuidString, "x", known + "?x=1"]
            let answers = targets.map { show($0, as: caller) }
            #expect(Set(answers.map(\.text)).count == 1, "\(answers.map(\.text))")
            #expect(Set(answers.map { "\($0.response.headers.fields)" }).count == 1)
            #expect(answers[0].status == (caller == .anonymous ? 401 : 403))
            #expect(scene.send("GET", "/v1/decisions", as: caller).text == answers[0].text)
        }
        for id in [UUID().uuidString, "x", known + "0"] {
            let answer = show(id)
            #expect(answer.status == 404 && answer.code == "unknownDecision", "\(answer.text)")
        }
        #expect(show(known + "?x=1").status == 400)
        #expect(show(known.uppercased()).status == 200)
    }

    @Test func `are not kept without a memory`() throws {
        let api = try APIFixture(adjust: { context in
            context.clients = ClientDirectory(Self.clients) { SHA256.fingerprint(of: $0[...]) }
        })
        for target in ["/v1/decisions", "/v1/decisions/x"] {
            let answer = api.send("GET", target, peer: IdentityCaller.reader.peer)
            #expect(answer.status == 404 && answer.code == "unknownDecision")
            #expect(answer.text.contains("`decisions.memory` is 0"))
        }
    }

    @Test(arguments: [
        ("host=api.example.com", 2), ("host=API.Example.COM.", 2), ("host=b%C3%BCcher.example", 1),
        ("host=xn--bcher-kva.example", 1), ("host=absent.example", 0), ("host=a..b", 1), ("policy=system", 4),
        ("policy=system/server", 4), ("policy=system/absent", 0), ("policy=own", 0), ("client=payments", 5),
        ("client=reader", 1), ("client=absent", 0), ("code=host.mismatch", 1), ("code=host.invalid", 1),
        ("code=noIdentity", 1), ("code=noClientCertificate", 1), ("code=absent", 0), ("verdict=trusted", 2),
        ("verdict=untrusted", 2),
        ("action=allow", 2), ("action=default", 0), ("verdict=trusted&action=deny", 0),
        ("since=2000-01-01T00:00:00Z", 6),
        ("since=2999-01-01T00:00:00Z", 0), ("host=api.example.com&client=reader", 1), ("limit=1000", 6), ("limit=2", 2),
        ("before=1", 0), ("before=3", 2), ("before=18446744073709551615", 6),
    ])
    func `are filtered`(query: String, count: Int) throws {
        for (host, caller) in [
            ("api.example.com", IdentityCaller.payments), ("api.example.com", .reader), ("bücher.example", .payments),
            ("a..b", .payments),
        ] { #expect(scene.send("POST", "/v1/evaluations", as: caller, body: try json(["host": host])).status == 200) }
        _ = try scene.challenge(["authenticationMethod": "clientCertificate", "host": "other.test"])
        _ = scene.send("GET", "/v1/check/edge")
        #expect(list("?" + query).count == count, "\(list().map { "\($0)" }.joined(separator: "\n"))")
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"), ("before=x", "before"),
        ("before=-1", "before"), ("policy=a/b/c", "policy"), ("verdict=no", "verdict"), ("action=no", "action"),
        ("since=yesterday", "since"), ("clients=x", "clients"), ("limit=1&limit=2", "limit"),
    ])
    func `are not filtered by what is not a condition`(query: String, name: String) {
        let answer = scene.send("GET", "/v1/decisions?\(query)", as: .reader)
        #expect(answer.status == 400 && answer.pointers == ["/query/\(name)"], "\(answer.text)")
    }

    @Test func `are read page by page while others are added`() throws {
        for _ in 0..<25 { _ = scene.send("POST", "/v1/evaluations", body: try json()) }
        let expected = list("?limit=1000").compactMap { $0["id"] as? String }
        var found: [String] = []
        var query = "?limit=10"
        while true {
            let page = scene.send("GET", "/v1/decisions" + query, as: .reader).object
            found += (page["decisions"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            guard let next = page["next"] as? Int else { break }
            query = "?limit=10&before=\(next)"
            _ = scene.send("POST", "/v1/evaluations", body: try json())
        }
        #expect(found == expected && expected.count == 25)
    }

    @Test func `are bounded in bytes on each page`() throws {
        let finding = Finding(ReasonCode.all[0], depth: 0, message: "x")
        let verdict = Verdict(
            .refused(Array(repeating: finding, count: 2000)),
            policy: .inline,
            evaluatedAt: APIFixture.now,
            reuse: VerdictReuse(stableUntil: APIFixture.now, seconds: nil)
        )
        let facts = DecisionFacts(verdict, host: .none, chain: [], counter: 0)
        let asker = scene.api.context.asker(
            DecisionPlace(.evaluations, clients: [], peer: .user(nil), share: .connection(0)),
            nil,
            worker: 0
        )
        for _ in 0..<40 { _ = try scene.api.context.evaluations.decisions.again(facts, by: asker) }
        var (count, pages, query) = (0, 0, "?limit=1000")
        while true {
            let page = scene.send("GET", "/v1/decisions" + query, as: .reader)
            let size = page.response.body.count
            count += (page.object["decisions"] as? [Any])?.count ?? 0
            pages += 1
            #expect(size < DecisionPage.maximumBytes + (200 << 10), "\(size)")
            guard let next = page.object["next"] as? Int else { break }
            query = "?limit=1000&before=\(next)"
        }
        #expect(count == 40 && pages > 2)
    }

    @Test func `say from which time on they are complete`() throws {
        _ = scene.send("POST", "/v1/evaluations", body: try json())
        #expect(scene.send("GET", "/v1/decisions", as: .reader).object["completeAfter"] == nil)
        for _ in 0..<100_000 where memory.completeAfter == nil {
            _ = scene.send("GET", "/v1/check/edge")
        }
        let answer = scene.send("GET", "/v1/decisions", as: .reader)
        #expect(answer.object["completeAfter"] as? String == "\(APIFixture.now.description.dropLast()).000Z")
    }

    /// A search that ends early has not found what it would find.
    @Test func `are not reported as absent by a search that is canceled`() async throws {
        let id = try #require(scene.send("POST", "/v1/evaluations", body: try json()).object["id"] as? String)
        for path in ["/v1/decisions", "/v1/decisions/\(id)", "/v1/decisions/x"] {
            let head = HTTPRequestHead(
                method: "GET",
                target: path,
                path: path,
                headers: ["Host": "localhost"],
                peer: IdentityCaller.reader.peer
            )
            guard case .whole(let answerer, _) = scene.api.responder.admit(head),
                case .task(let compute) = answerer([], nil)
            else {
                Issue.record("the request was refused")
                return
            }
            let search = Task {
                while !Task.isCancelled { await Task.yield() }
                do throws(HTTPFailure) {
                    return (nil, try await compute(NoWaiting()).status) as (HTTPFailure?, Int?)
                } catch {
                    return (error, nil)
                }
            }
            search.cancel()
            let (failure, status) = await search.value
            #expect(failure == .stoppedSuspension && status == nil, "\(path)")
        }
    }

    private struct NoWaiting: HTTPWaiting {
        func beginWait(_ wait: HTTPWait) throws(HTTPFailure) {}
        func endWait() throws(HTTPFailure) {}
    }

    /// A decision has texts of requests and certificates, and clients write it to logs and terminals.
    @Test func `escape texts from outside`() throws {
        let texts = ["\n{\"id\":\"x\"}", "\u{2028}", "\u{1B}[2J", "\"},{", "\u{202E}", "\\", "a\u{0}b"]
        let asker = scene.api.context.asker(
            DecisionPlace(.challenges, clients: [], peer: .user(nil), share: .connection(0)),
            nil,
            worker: 0
        )
        for text in texts {
            let host = RequestedHost.invalid(text: text, HostNameError("is not valid"))
            let subjects: [DecisionSubject] = [
                .challenge(ChallengeFacts(host: host, disposition: .useCredential, reason: text, identity: text)),
                .signature(
                    SignatureFacts(identity: text, kind: text, algorithm: nil, digest: text, refusal: text)
                ),
                .unreadable(code: text),
            ]
            for subject in subjects {
                let id = try scene.api.context.evaluations.decisions.record(withoutVerdict: subject, by: asker)
                // The fixture checks that the response is one valid JSON text.
                let answer = show(id.description)
                #expect(answer.object["id"] as? String == id.description)
                #expect(
                    answer.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && ![0x2028, 0x202E].contains($0.value) }
                )
            }
        }
        let decisions = list("?limit=1000")
        #expect(decisions.count == 3 * texts.count)
        #expect(decisions.allSatisfy { ($0["id"] as? String)?.count == DecisionID.length })
    }
}
