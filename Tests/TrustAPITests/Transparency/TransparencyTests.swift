import Foundation
import Testing
import TrustModel
import TrustPolicies
import TrustTestSupport

/// Certificate Transparency from the log list and the request to the response.
@Suite struct `Certificate Transparency` {
    private static let document = """
        policies:
          public:
            evaluator: default
            transparency: {preset: chrome}
          plain:
            evaluator: default
        """

    private let logs: [TestLog]
    private let api: APIFixture

    init() throws {
        logs = [try TestLog("Alpha", operator: "Alpha"), try TestLog("Beta", operator: "Beta")]
        api = try APIFixture(documents: ["ct.yaml": Self.document], logList: TestLog.list(logs))
    }

    private func timestamps(
        _ logs: [TestLog]? = nil,
        _ edit: (inout TestTimestamp) -> Void = { _ in }
    ) throws -> [[UInt8]] {
        try (logs ?? self.logs).map { try $0.timestamp(for: api.leaf, edit: edit) }
    }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private func answer(_ members: [String: Any] = [:], _ api: APIFixture? = nil) throws -> Answer {
        let api = api ?? self.api
        let request: [String: Any] = ["chain": api.chain, "host": "api.example.com", "policy": "ct/public"]
        return try api.evaluate(request.merging(members) { $1 })
    }

    @Test func `the request's timestamps count, each in a string or in one list`() throws {
        #expect(try answer().errorCodes == ["ct.insufficient"])
        let timestamps = try timestamps()
        let forms: [Any] = [
            timestamps.map(base64), base64(TestTimestamp.list(timestamps)), [base64(TestTimestamp.list(timestamps))],
        ]
        for form in forms {
            let answer = try answer(["scts": form])
            #expect(answer.trusted == true, "\(answer.text)")
            #expect(Set(answer.reasonCodes) == ["notice.anchor", "notice.ct"])
            #expect(answer.object["validUntil"] as? String == "2026-03-01T23:59:59Z")
        }
    }

    @Test func `timestamps in a stapled response count`() throws {
        let timestamps = try timestamps()
        let response = try api.issuing.ocspResponse(for: api.leaf) {
            $0.responses[0].extensions.append(.stapledTimestamps(timestamps))
        }
        #expect(try answer(["ocsp": base64(response.der)]).trusted == true)
        let other = try api.issuing.issueLeaf("other.example.com")
        let foreign = try api.issuing.ocspResponse(for: other) {
            $0.responses[0].extensions.append(.stapledTimestamps(timestamps))
        }
        #expect(try answer(["ocsp": base64(foreign.der)]).errorCodes == ["ct.insufficient"])
    }

    @Test func `embedded timestamps count, signed for the issuer in the path`() throws {
        let leaf = try api.issuing.issueLeaf("api.example.com") {
            try $0.embedTimestamps(of: logs, issuer: api.issuing)
        }
        #expect(try answer(["chain": leaf.pem + api.issuing.certificate.pem]).trusted == true)
        let foreign = try api.issuing.issueLeaf("api.example.com") {
            try $0.embedTimestamps(of: logs, issuer: api.root)
        }
        #expect(
            try answer(["chain": foreign.pem + api.issuing.certificate.pem]).errorCodes
                == ["ct.insufficient", "ct.invalid", "ct.invalid"]
        )
    }

    @Test func `a policy without transparency ignores timestamps`() throws {
        let corrupt = try timestamps { $0.isCorrupt = true }
        let answer = try answer(["policy": "ct/plain", "scts": corrupt.map(base64), "explain": true])
        #expect(answer.trusted == true && answer.reasonCodes == ["notice.anchor"])
    }

    @Test func `malformed timestamps are a problem with the position and the byte`() throws {
        let good = base64(try timestamps()[0])
        let cases: [(Any, String, String)] = [
            ("%%", "/scts", "Byte 0: the text is not base64"),
            ([good, "AAE="], "/scts/1", "Byte 1: the log ID has 1 of 32 bytes."),
            ([good, base64(try timestamps()[0] + [0])], "/scts/1", "Byte "),
        ]
        for (timestamps, pointer, detail) in cases {
            let answer = try answer(["scts": timestamps])
            #expect(answer.status == 422 && answer.code == "malformedEvidence", "\(answer.text)")
            #expect(answer.pointers == [pointer])
            #expect((answer.object["detail"] as? String)?.hasPrefix(detail) == true, "\(answer.text)")
        }
        #expect(try answer(["scts": 1]).pointers == ["/scts"])
        #expect(try answer(["scts": Array(repeating: good, count: 65)]).code == "tooMuchEvidence")
        #expect(try answer(["scts": Array(repeating: good, count: 64)]).status == 200)
        #expect(try answer(["scts": NSNull()]).status == 200)
    }

    @Test func `an inline policy can require transparency`() throws {
        let policy: [String: Any] = [
            "evaluator": "default", "anchors": [api.root.certificate.pem],
            "transparency": ["scts": ["upTo180Days": 1, "longer": 1], "operators": 1],
        ]
        #expect(try answer(["policy": policy]).errorCodes == ["ct.insufficient"])
        #expect(try answer(["policy": policy, "scts": [base64(try timestamps()[0])]]).trusted == true)
        let without = try APIFixture(like: api)
        let refused = try answer(["policy": policy], without)
        #expect(refused.code == "invalidPolicy" && refused.pointers == ["/policy/transparency"])
    }

    @Test func `a script reads the verified timestamps`() throws {
        let script = """
            function evaluate(trust, host)
                local texts = {}
                for _, sct in ipairs(trust.scts) do
                    texts[#texts + 1] = sct.operator .. " " .. sct.timestamp .. " " .. #sct.logID
                end
                return false, table.concat(texts, ", ")
            end
            """
        let document = "policies:\n  p:\n    evaluator: custom\n    anchors: [ROOT]\n    script: rule.lua\n"
        let scripted = try APIFixture(
            documents: ["house.yaml": document, "rule.lua": script],
            like: api,
            scripts: true,
            logList: TestLog.list(logs)
        )
        var corrupt = try timestamps()
        corrupt.append(try logs[0].timestamp(for: api.leaf) { $0.isCorrupt = true })
        let answer = try answer(["policy": "house/p", "scts": corrupt.map(base64)], scripted)
        let facts = answer.reasons.first?["facts"] as? [String: Any]
        let time = TestInstant.reference.adding(days: -20).secondsSince1970
        #expect(facts?["reason"] as? String == "Alpha \(time) 44, Beta \(time) 44", "\(answer.text)")
    }

    @Test func `cached verdicts equal new ones around the times of the list, with requests that differ in timestamps`()
        throws
    {
        var changing = logs
        changing[1].state = "retired"
        changing[1].since = .reference.adding(days: 20)
        let list = try TestLog.list(changing, at: .reference.adding(days: -30))
        let plain = try APIFixture(documents: ["ct.yaml": Self.document], like: api, logList: list)
        let cached = try APIFixture(
            documents: ["ct.yaml": Self.document],
            caches: CacheSizes(verdicts: 100, certificates: 100, signatures: 100),
            like: api,
            logList: list
        )
        let good = try timestamps().map(base64)
        let corrupt = try timestamps { $0.isCorrupt = true }.map(base64)
        // The list ends on day 40, and the log is retired on day 20.
        for day: Int64 in [20, 40] {
            for offset: Int64 in [-2, -1, 0, 1, -1, 0] {
                let now = APIFixture.now.adding(seconds: day * 86400 + offset)
                for api in [plain, cached] { api.clock.now = now }
                for timestamps in [good, corrupt, []] {
                    let expected = try answer(["scts": timestamps], plain)
                    for _ in 0..<2 {
                        let again = try answer(["scts": timestamps], cached)
                        #expect(again.text.dropFirst(45) == expected.text.dropFirst(45), "\(day) \(offset)")
                    }
                    let isTrusted = day == 20 ? offset < 0 && timestamps == good : offset >= 0
                    #expect(expected.trusted == isTrusted, "\(day) \(offset)")
                }
            }
        }
    }

    @Test func `after a reload the new list decides, and the last good one remains after a bad reload`() throws {
        let timestamps = try timestamps().map(base64)
        let revision = api.store.snapshot.revision
        #expect(try answer(["scts": timestamps]).trusted == true)
        try api.writeLogList("{}")
        guard case .failed(let error) = api.store.reload() else {
            Issue.record("the reload succeeded")
            return
        }
        #expect(
            error.problems.map(\.detail) == [
                "the key `log_list_timestamp` is missing: expected the time of the list",
                "the key `operators` is missing: expected a list of operators",
            ]
        )
        #expect(try answer(["scts": timestamps]).trusted == true)
        try api.replaceLogList(TestLog.list([logs[0]]))
        #expect(try answer(["scts": timestamps]).errorCodes == ["ct.insufficient"])
        #expect(api.store.snapshot.revision != revision)
    }

    @Test func `the status shows the list`() throws {
        let strange = try TestLog("Ed25519", operator: "Beta", key: TestKey.shared(.ed25519, "log"))
        let api = try APIFixture(like: api, logList: TestLog.list(logs + [strange]))
        let list = try #require(api.send("GET", "/v1/status").object["logList"] as? [String: Any])
        #expect(list["count"] as? Int == 3)
        #expect(list["timestamp"] as? String == "2025-12-22T00:00:00Z")
        #expect(list["unsupported"] as? [String] == ["Ed25519"])
        #expect(self.api.store.snapshot.logListReport?.unsupported == [])
        #expect(try APIFixture(like: api).send("GET", "/v1/status").object["logList"] == nil)
    }
}
