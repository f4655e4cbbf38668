import Foundation
import MicrohttpdServer
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI
@testable import TrustService

@Suite struct `A mask of decisions` {
    private static func mask(_ fields: Set<DecisionMask.Field>, key: String = "k") -> DecisionMask {
        DecisionMask(fields) { SHA256.fingerprint(of: (Array(key.utf8) + $0)[...]) }
    }

    private static let all = Set(DecisionMask.Field.allCases)
    private static let host = "xn--geheim-bya.example.com"
    private static let leaf = [UInt8](repeating: 0xAB, count: 32)
    private static let issuer = [UInt8](repeating: 0xCD, count: 32)
    private static let principal = "max.mustermann@geheim.example.com"
    /// The texts that no record may have.
    private static let secrets = [
        "geheim", "GEHEIM", "mustermann", Fingerprint(leaf)?.hex ?? "", Fingerprint(leaf)?.pin ?? "",
        Data(host.utf8).base64EncodedString(), Data(leaf).base64EncodedString(),
    ]

    private func decision(host: String = host) throws -> Decision {
        var accepted = EvaluatorDecision.accepted(
            .implicitTrust,
            reasons: [Finding(.noticeException, message: "The host \(host) is allowed.")]
        )
        accepted.principal = Principal(.email, Self.principal)
        accepted.validUntil = Instant(secondsSince1970: 1000)
        let verdict = Verdict(
            accepted,
            policy: PolicyIdentity(set: "own", name: "a", rule: "*.geheim.example.com", revision: "r"),
            floor: PolicyIdentity(set: "floor", name: "a", rule: "geheim.example.com", revision: "r"),
            evaluatedAt: Instant(secondsSince1970: 0),
            reuse: VerdictReuse(stableUntil: Instant(secondsSince1970: 0), seconds: nil)
        )
        let chain = [Self.leaf, Self.issuer, Self.leaf].compactMap { Fingerprint($0) }
        let text = Array("{\"message\":\"geheim\"}".utf8)
        let facts = DecisionFacts(
            verdict,
            host: .name(.dns(host)),
            chain: chain,
            counter: 0,
            answer: DecisionAnswer(text, digest: try #require(Fingerprint(Self.issuer)))
        )
        return Decision(
            id: DecisionID(milliseconds: 0),
            time: WallTime(milliseconds: 0),
            place: DecisionPlace(.check, clients: ["edge"], peer: .user(7), share: .client("edge")),
            trace: nil,
            subject: .verdict(facts),
            source: .evaluated,
            nanoseconds: 0
        )
    }

    private func line(_ decision: Decision, _ mask: DecisionMask) throws -> (text: String, object: [String: Any]) {
        var (lines, bytes) = (DecisionLines(mask: mask), [UInt8]())
        lines.append(.decision(decision), to: &bytes)
        if let defect = StrictJSON.defect(of: bytes.dropLast()) { Issue.record("\(defect)") }
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        return (String(decoding: bytes, as: UTF8.self), try #require(object))
    }

    @Test func `hides all names in a line, and nothing else`() throws {
        let (text, object) = try line(decision(), Self.mask(Self.all))
        for secret in Self.secrets { #expect(!secret.isEmpty && !text.contains(secret), "\(secret)") }
        let chain = try #require(object["chain"] as? [String])
        #expect(chain[0] == chain[2] && chain[0] != chain[1] && chain.allSatisfy { $0.hasPrefix("hmac:") })
        #expect(object["validUntil"] == nil)
        #expect((object["policy"] as? [String: String])?["name"] == "a" && object["answer"] == nil)
        #expect((object["reasons"] as? [[String: Any]])?.first?["code"] as? String == "notice.exception")
        let challenge = ChallengeFacts(
            host: .name(.dns(Self.host)),
            disposition: .useCredential,
            reason: "identity",
            identity: "own"
        )
        var other = try decision()
        other = Decision(
            id: other.id,
            time: other.time,
            place: other.place,
            trace: nil,
            subject: .challenge(challenge),
            source: nil,
            nanoseconds: 0
        )
        let second = try line(other, Self.mask(Self.all))
        #expect(!second.text.contains("geheim") && second.object["host"] as? String == object["host"] as? String)
    }

    @Test func `hides what is listed only`() throws {
        let host = try line(decision(), Self.mask([.host])).object
        #expect((host["host"] as? String)?.hasPrefix("hmac:") == true)
        #expect((host["principal"] as? [String: String])?["value"] == Self.principal)
        #expect((host["chain"] as? [String])?.first == Fingerprint(Self.leaf)?.hex && host["validUntil"] != nil)
        let principal = try line(decision(), Self.mask([.principal])).object
        #expect(principal["host"] as? String == Self.host)
        #expect((principal["principal"] as? [String: String])?["value"]?.hasPrefix("hmac:") == true)
        var (lines, bytes) = (DecisionLines(), [UInt8]())
        lines.append(.decision(try decision()), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self).contains("geheim"))
    }

    @Test func `leaves equal names equal, for one key only`() throws {
        let (one, same) = (Self.mask(Self.all), Self.mask(Self.all))
        #expect(try line(decision(), one).object["host"] as? String == line(decision(), same).object["host"] as? String)
        let other = Self.mask(Self.all, key: "other")
        #expect(
            try line(decision(), one).object["host"] as? String != line(decision(), other).object["host"] as? String
        )
        #expect(one.text("a", of: .host) != one.text("a", of: .principal))
        #expect(one.text("a", of: .host) != one.text("b", of: .host) && one.text(nil, of: .host) == nil)
    }

    @Test func `is stated by each file`() {
        var (lines, bytes) = (DecisionLines(mask: Self.mask([.subject, .host])), [UInt8]())
        lines.append(.run(DecisionRun(version: "1", at: WallTime(milliseconds: 0))), to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self).hasSuffix(
                #","record":"verdict","masked":["host","subject"]}"# + "\n"
            )
        )
    }

    // MARK: Routes

    private func service(_ mask: DecisionMask) throws -> (api: APIFixture, memory: DecisionMemory) {
        let memory = DecisionMemory(bytes: 16 << 20, workers: 1, then: Metrics())
        let api = try APIFixture(adjust: { context in
            (context.decisionMemory, context.decisionMask) = (memory, mask)
            context.clients = ClientDirectory([
                APIClient(name: "reader", credential: .user(1), rights: [.read, .decisions])
            ]) { SHA256.fingerprint(of: $0[...]) }
        })
        return (api, memory)
    }

    @Test func `holds for the last decisions too`() throws {
        let (api, memory) = try service(Self.mask(Self.all))
        let decision = try decision()
        memory.record(decision, worker: 0)
        for path in ["/v1/decisions", "/v1/decisions/\(decision.id)"] {
            let answer = api.send("GET", path, peer: .unix(uid: 1, groups: []))
            #expect(answer.status == 200 && answer.text.contains("hmac:"))
            for secret in Self.secrets { #expect(!answer.text.contains(secret), "\(secret)") }
        }
    }

    @Test func `permits no guess of a host`() throws {
        let mask = Self.mask(Self.all)
        let (api, memory) = try service(mask)
        memory.record(try decision(), worker: 0)
        memory.record(try decision(host: "other.example.com"), worker: 0)
        func list(_ host: String) -> Answer {
            api.send("GET", "/v1/decisions?host=\(host)", peer: .unix(uid: 1, groups: []))
        }
        for guess in [Self.host, "none.example.com", "hmac:", "hmac:\(String(repeating: "0", count: 31))"] {
            #expect(list(guess).status == 400 && list(guess).code == "invalidRequest")
        }
        let masked = try #require(mask.text(Self.host, of: .host))
        #expect((list(masked).object["decisions"] as? [[String: Any]])?.count == 1)
        let unknown = "hmac:" + String(repeating: "0", count: 32)
        #expect((list(unknown).object["decisions"] as? [[String: Any]])?.isEmpty == true)
    }
}
