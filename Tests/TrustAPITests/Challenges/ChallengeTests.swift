import Foundation
import MicrohttpdServer
import Testing
import TrustIdentities
import TrustModel
import TrustTestSupport

@testable import TrustAPI

/// Challenges for the trust of a server, and those of other methods.
@Suite struct `Challenges` {
    private static let documents = [
        "hosts.yaml": """
        hosts: {api.example.com: corporate}
        otherwise: performDefaultHandling
        policies:
          corporate: {evaluator: default, anchors: [ROOT]}
          watch: {evaluator: default, anchors: [ROOT], mode: report}
        """
    ]
    private let api: APIFixture

    init() throws { api = try APIFixture(documents: Self.documents) }

    private func send(_ members: [String: Any], headers: [(String, String)] = []) throws -> Answer {
        api.post("/v1/challenges", try APIFixture.json(members), headers: headers)
    }

    private func serverTrust(_ members: [String: Any]) throws -> Answer {
        try send(["authenticationMethod": "serverTrust"].merging(members) { $1 })
    }

    @Test(arguments: [
        ("system", "api.example.com", "useCredential", "serverTrusted", "trusted"),
        ("system", "other.example.com", "cancelAuthenticationChallenge", "serverNotTrusted", "untrusted"),
        ("hosts", "api.example.com", "useCredential", "serverTrusted", "trusted"),
        ("hosts/watch", "other.example.com", "cancelAuthenticationChallenge", "serverNotTrusted", "untrusted"),
    ])
    func `of a server's chain get the disposition of its verdict`(
        policy: String,
        host: String,
        disposition: String,
        reason: String,
        outcome: String
    ) throws {
        let answer = try serverTrust(["host": host, "port": 443, "policy": policy, "chain": api.chain])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.object["disposition"] as? String == disposition)
        #expect(answer.object["reason"] as? String == reason)
        let verdict = try #require(answer.object["verdict"] as? [String: Any])
        #expect(verdict["verdict"] as? String == outcome)
        #expect(verdict["disposition"] as? String == disposition)
        #expect(Set(answer.object.keys) == ["disposition", "reason", "detail", "verdict"])
        #expect(answer.response.headers["Cache-Control"] == "no-store")
    }

    @Test func `have the verdict of an evaluation, except for its identifier`() throws {
        for host in ["api.example.com", "other.example.com"] {
            let members: [String: Any] = ["host": host, "chain": api.chain, "at": "2026-01-02T00:00:00Z"]
            var expected = try api.evaluate(members).object
            var verdict = try #require(try serverTrust(members).object["verdict"] as? [String: Any])
            let identifiers = [expected.removeValue(forKey: "id"), verdict.removeValue(forKey: "id")]
            #expect(identifiers.compactMap { $0 as? String }.count == 2)
            #expect(NSDictionary(dictionary: verdict) == NSDictionary(dictionary: expected))
        }
    }

    @Test func `are left to the client without a policy for the host, and without a chain`() throws {
        let none = try serverTrust(["host": "www.example.org", "policy": "hosts", "chain": api.chain])
        #expect(none.object["disposition"] as? String == "performDefaultHandling")
        #expect(none.object["reason"] as? String == "noPolicyForHost")
        #expect((none.object["verdict"] as? [String: Any])?["action"] as? String == "default")
        for members in [["host": "api.example.com"], [:], ["chain": NSNull(), "policy": "hosts"]] as [[String: Any]] {
            let answer = try serverTrust(members)
            #expect(answer.object["disposition"] as? String == "performDefaultHandling", "\(answer.text)")
            #expect(answer.object["reason"] as? String == "noServerTrust")
            #expect(answer.object["verdict"] == nil)
        }
    }

    @Test(arguments: ["httpBasic", "httpDigest", "ntlm", "negotiate", "htmlForm", "unknown"], [0, 1])
    func `of other methods are left to the client, also after a failure`(method: String, failures: Int) throws {
        let answer = try send([
            "authenticationMethod": method, "host": "api.example.com", "port": 80, "realm": "Intranet \"é\"",
            "previousFailureCount": failures, "chain": "ignored",
        ])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.object["disposition"] as? String == "performDefaultHandling")
        #expect(answer.object["reason"] as? String == "otherMethod")
        #expect(answer.object["realm"] as? String == "Intranet \"é\"")
        #expect((answer.object["detail"] as? String)?.contains(method) == true)
    }

    @Test func `have their realm in every answer`() throws {
        for members in [
            ["authenticationMethod": "serverTrust", "chain": api.chain, "host": "api.example.com"],
            ["authenticationMethod": "serverTrust"],
            ["authenticationMethod": "clientCertificate", "host": "a.example"],
        ] as [[String: Any]] {
            #expect(try send(members).object["realm"] == nil)
            #expect(try send(members.merging(["realm": "r"]) { $1 }).object["realm"] as? String == "r")
        }
    }

    /// Default handling of such a challenge would skip the evaluation of the server.
    @Test(arguments: [
        "ServerTrust", "servertrust", "NSURLAuthenticationMethodServerTrust", "ClientCertificate",
        "NSURLAuthenticationMethodClientCertificate", "",
    ])
    func `with a misspelled method are rejected`(method: String) throws {
        let answer = try send(["authenticationMethod": method, "host": "api.example.com", "chain": api.chain])
        #expect(answer.status == 400)
        #expect(answer.code == "invalidRequest")
        #expect(answer.pointers == ["/authenticationMethod"])
    }

    @Test(arguments: [
        (#"{}"#, [""]), (#"[]"#, [""]), (#"{"authenticationMethod": 1}"#, ["/authenticationMethod"]),
        (#"{"authenticationMethod": "ntlm", "port": 65536}"#, ["/port"]),
        (#"{"authenticationMethod": "ntlm", "port": "443"}"#, ["/port"]),
        (#"{"authenticationMethod": "ntlm", "port": -1}"#, ["/port"]),
        (#"{"authenticationMethod": "ntlm", "previousFailureCount": -1}"#, ["/previousFailureCount"]),
        (#"{"authenticationMethod": "ntlm", "realm": []}"#, ["/realm"]),
        (#"{"authenticationMethod": "ntlm", "host": 1}"#, ["/host"]),
        (#"{"authenticationMethod": "ntlm", "what": 1}"#, ["/what"]),
        (#"{"authenticationMethod": "clientCertificate", "distinguishedNames": "MA=="}"#, ["/distinguishedNames"]),
        (
            #"{"authenticationMethod": "clientCertificate", "distinguishedNames": ["MA==", "MAA", "MAA=", "BQA="]}"#,
            ["/distinguishedNames/0", "/distinguishedNames/1", "/distinguishedNames/3"]
        ),
    ])
    func `with malformed members are rejected with the place of each`(body: String, pointers: [String]) {
        let answer = api.post("/v1/challenges", body)
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.code == "invalidRequest")
        #expect(answer.pointers == pointers, "\(answer.text)")
        #expect(answer.object["disposition"] == nil)
    }

    @Test func `report problems as evaluations do`() throws {
        #expect(api.post("/v1/challenges", "{").code == "malformedJSON")
        #expect(api.post("/v1/challenges?x=1", "{}").code == "invalidRequest")
        #expect(try serverTrust(["chain": api.chain]).code == "hostRequired")
        #expect(try serverTrust(["chain": api.chain, "host": "a", "policy": "none"]).code == "unknownPolicySet")
        #expect(try serverTrust(["chain": "none", "host": "a.example"]).status == 422)
        #expect(try send(["authenticationMethod": "clientCertificate"]).code == "hostRequired")
        #expect(try send(["authenticationMethod": "clientCertificate", "host": "a b"]).status == 400)
        let names = [String](repeating: "MAA=", count: 1001)
        let many = try send(["authenticationMethod": "clientCertificate", "host": "a", "distinguishedNames": names])
        #expect(many.pointers == ["/distinguishedNames"])
        #expect(api.send("GET", "/v1/challenges").status == 405)
        #expect(api.send("POST", "/v1/challenges", headers: [("Content-Type", "text/plain")]).status == 415)
    }

    @Test func `have a text form that begins with the disposition and contains the verdict`() throws {
        let members: [String: Any] = [
            "authenticationMethod": "serverTrust", "host": "other.example.com", "chain": api.chain,
        ]
        let answer = try send(members, headers: [("Accept", "text/plain")])
        #expect(answer.status == 200)
        #expect(answer.response.headers["Content-Type"] == "text/plain; charset=utf-8")
        let lines = answer.text.split(separator: "\n")
        let detail = "The policy denies the chain of the server."
        #expect(lines.first == "cancelAuthenticationChallenge: serverNotTrusted: \(detail)")
        #expect(lines.contains { $0.contains("host.mismatch") })
        let other = try send(["authenticationMethod": "ntlm"], headers: [("Accept", "text/plain")])
        #expect(other.text == "performDefaultHandling: otherMethod: The client handles the method ntlm itself.\n")
    }
}
