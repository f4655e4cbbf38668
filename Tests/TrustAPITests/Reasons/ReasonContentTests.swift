import Foundation
import MicrohttpdServer
import Testing
import TrustModel
import TrustTestSupport

@Suite struct `A rejection over HTTP reports` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    private func text(_ chain: String, host: String = "api.example.com") -> [String] {
        let answer = api.send(
            "POST",
            "/v1/evaluations?host=\(host)",
            headers: [("Content-Type", "application/x-pem-file"), ("Accept", "text/plain")],
            body: Array(chain.utf8)
        )
        return answer.text.split(separator: "\n").map(String.init)
    }

    @Test func `the wrong order of the chain first, in JSON and in text`() throws {
        let chain = api.issuing.certificate.pem + api.leaf.pem
        let answer = try api.evaluate(["chain": chain, "host": "api.example.com", "explain": true])
        #expect(answer.trusted == false)
        #expect(answer.reasonCodes.first == "chain.order")
        let message =
            "CN=API Test Issuing was sent first, but is a CA certificate. Certificate 1, CN=api.example.com, "
            + "appears to be the end-entity certificate and must come first."
        #expect(answer.reasons.first?["message"] as? String == message)
        let offer = answer.object["exceptionOffer"] as? [String: Any]
        #expect((offer?["codes"] as? [String])?.contains("chain.order") != true)
        let lines = text(chain)
        #expect(lines.first?.hasPrefix("untrusted: deny ") == true)
        #expect(
            lines[1]
                == "error chain.order: certificate 0: \(message) Send the end-entity certificate first, then its "
                + "issuer's certificate, and so on. Evaluate the corrected chain before you consider the other "
                + "errors for certificate 0: they are about the CA certificate."
        )
        // The remedy works.
        #expect(
            try api.evaluate(["chain": api.leaf.pem + api.issuing.certificate.pem, "host": "api.example.com"]).trusted
                == true
        )
    }

    @Test func `a first CA certificate that is unrelated to the rest of the chain`() throws {
        let foreign = try TestAuthority.root("Foreign Root")
        let members: [String: Any] = ["host": "api.example.com"]
        for (chain, position) in [
            ([foreign.certificate, api.leaf, api.issuing.certificate], 1),
            ([foreign.certificate, api.issuing.certificate, api.leaf], 2),
        ] {
            let answer = try api.evaluate(members.merging(["chain": TestPEM.chain(chain)]) { $1 })
            #expect(answer.reasonCodes.first == "chain.order")
            #expect(
                answer.reasons.first?["message"] as? String
                    == "CN=Foreign Root was sent first, but is a CA certificate. Certificate \(position), "
                    + "CN=api.example.com, appears to be the end-entity certificate of a chain that does not contain "
                    + "certificate 0. To evaluate that chain, send certificate \(position) first, and omit certificate 0."
            )
        }
        let advised = try api.evaluate(members.merging(["chain": api.leaf.pem + api.issuing.certificate.pem]) { $1 })
        #expect(advised.trusted == true)
        // The root at the start of a complete chain is one of its issuers.
        let whole = [api.root.certificate, api.issuing.certificate, api.leaf]
        let message = try api.evaluate(members.merging(["chain": TestPEM.chain(whole)]) { $1 }).reasons.first?[
            "message"
        ]
        #expect((message as? String)?.hasSuffix("must come first.") == true)
    }

    @Test func `the wrong order if a CA presents another chain, over a socket`() throws {
        let attacker = try api.root.issueAuthority("Attacker CA")
        let service = try LiveService(api)
        let pin = "sha256/" + TestPEM.base64(try api.leaf.keyPin())
        let policies: [[String: Any]] = [
            ["evaluator": "default"],
            ["evaluator": "pinPublicKeys", "pins": [pin], "requireBackupPin": false],
            [
                "evaluator": "pinPublicKeys", "pins": [pin], "requireBackupPin": false,
                "validateCertificateChain": false,
            ],
        ]
        for policy in policies {
            let answer = try service.evaluate([
                "chain": attacker.certificate.pem + api.chain, "host": "api.example.com", "policy": policy,
            ])
            #expect(answer.object["action"] as? String == "deny", "\(answer.text)")
            #expect(answer.object["matchedPin"] == nil, "\(answer.text)")
            #expect(answer.reasonCodes.first == "chain.order", "\(answer.text)")
        }
    }

    @Test func `a wrong clock with its time, if no certificate is valid`() throws {
        api.clock.now = Instant(secondsSince1970: 192)
        let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com"])
        #expect(answer.errorCodes == ["time.notYetValid"])
        #expect(
            answer.reasons.first?["message"] as? String
                == "None of the 3 certificates of the path is valid yet: the clock of the machine that runs anchord reads "
                + "1970-01-01T00:03:12Z, and the last of them becomes valid on 2025-12-02T00:00:00Z."
        )
        let facts = answer.reasons.first?["facts"] as? [String: Any]
        #expect(facts?["timeSource"] as? String == "clock")
        #expect(facts?["nearestBound"] as? String == "2021-01-02T00:00:00Z")
        // The remedy works.
        api.clock.now = APIFixture.now
        #expect(try api.evaluate(["chain": api.chain, "host": "api.example.com"]).trusted == true)
    }

    @Test func `a wrong evaluation time, if the request specifies one`() throws {
        let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "at": "2969-01-01T00:00:00Z"])
        #expect(answer.errorCodes == ["time.expired"])
        #expect(
            answer.reasons.first?["message"] as? String
                == "All 3 certificates of the path have expired: the requested time is "
                + "2969-01-01T00:00:00Z, and the last of them expired on 2030-12-31T00:00:00Z."
        )
    }
}
