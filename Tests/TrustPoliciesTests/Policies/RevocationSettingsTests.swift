import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustPolicies

@Suite struct `The key revocation` {
    private func settings(_ text: String, in directory: String = "/nonexistent") throws -> RevocationRequirements {
        try #require(try standardPolicy("evaluator: default\nrevocation: \(text)", in: directory)?.revocation)
    }

    @Test func `defaults to any method, the whole chain and soft fail`() throws {
        let defaults = try settings("{}")
        #expect(defaults.methods == [.ocsp, .crl])
        #expect(defaults.preferred == .ocsp)
        #expect(defaults.scope == .chain)
        #expect(!defaults.requirePositiveResponse)
        #expect(defaults.noRevAvail == .accept)
        #expect(defaults.withoutNextUpdate == 3600)
        #expect(defaults.evidence.isEmpty)
        #expect(try standardPolicy("evaluator: default")?.revocation == nil)
        #expect(try standardPolicy("evaluator: revocation")?.revocation?.scope == .chain)
    }

    @Test func `reads the methods, the preference, the scope and the requirement`() throws {
        let own = try settings(
            "{methods: [crl, ocsp], prefer: crl, scope: leaf, requirePositiveResponse: true, networkAccess: false}"
        )
        #expect(own.methods == [.ocsp, .crl])
        #expect(own.preferred == .crl)
        #expect(own.scope == .leaf)
        #expect(own.requirePositiveResponse)
        #expect(try settings("{methods: [crl]}").preferred == .crl)
        #expect(try settings("{noRevAvail: deny}").noRevAvail == .deny)
        #expect(try settings("{withoutNextUpdate: 10m}").withoutNextUpdate == 600)
        for zero in ["0", "0s", "'0'"] {
            #expect(try settings("{withoutNextUpdate: \(zero)}").withoutNextUpdate == 0)
        }
        #expect(
            try standardPolicy("evaluator: revocation\nrevocation: {methods: [ocsp]}")?.revocation?.methods == [.ocsp]
        )
    }

    @Test(
        arguments: [
            ("[]", "/revocation: expected a mapping, found a list"),
            ("{methods: []}", "/revocation/methods: the list is empty: add an item or omit the key"),
            ("{methods: [crlite]}", "/revocation/methods/0: expected ocsp or crl, found `crlite`"),
            (
                "{methods: [crl], prefer: ocsp}",
                "/revocation/prefer: `ocsp` is set as `prefer`, but is not one of the `methods`: add it to `methods`"
            ),
            ("{scope: path}", "/revocation/scope: expected leaf or chain, found `path`"),
            (
                "{networkAccess: true}",
                "/revocation/networkAccess: `networkAccess: true` requires `network: {enabled: true}` in the "
                    + "configuration, where `network.enabled` is false"
            ),
            (
                "{shortLived: 7}",
                "/revocation/shortLived: expected a duration such as 90d, 12h, 45m or 30s, found the number `7` without a unit"
            ),
            (
                "{withoutNextUpdate: -1}",
                "/revocation/withoutNextUpdate: expected a duration such as 90d, 12h, 45m or 30s, found the number `-1` without a unit"
            ),
            ("{noRevAvail: warn}", "/revocation/noRevAvail: expected accept or deny, found `warn`"),
            ("{crl: []}", "/revocation/crl: unknown key `crl`; did you mean `crls`?"),
            ("{crls: [none.crl]}", "/revocation/crls/0: /nonexistent/none.crl does not exist"),
        ]
    )
    func `rejects unsupported settings`(text: String, issue: String) {
        let issues = policyIssues("evaluator: default\nrevocation: \(text)")
        #expect(issues == ["2 " + issue])
    }

    @Test func `reads inline evidence`() throws {
        let block = FakeCertificate.indentedPEM("list", by: 6)
        let requirements = try standardPolicy("evaluator: default\nrevocation:\n  crls:\n    - |\n      \(block)")
        #expect(requirements?.revocation?.evidence.lists.map(\.der) == [FakeCertificate.der("list")])
        let name = String(repeating: "r", count: 60)
        let responses = try settings("{ocsp: [\(FakeCertificate.base64(name))]}").evidence.responses
        #expect(responses.map(\.der) == [FakeCertificate.der(name)])
    }

    @Test func `reads evidence from files and directories into the revision`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.crl", FakeCertificate.pem("one"))
        try directory.write("more/b.CRL", FakeCertificate.pem("two", "three"))
        try directory.write("more/notes.txt", "no CRL")
        try directory.write("stapled.der", FakeCertificate.der("response"))
        let document = """
            policies:
              p:
                evaluator: revocation
                revocation: {crls: [a.crl, more], ocsp: [stapled.der]}
            """
        let set = try policySet(document, in: directory.path)
        let evidence = try #require(
            (set.policy(named: "p")?.evaluator as? PathEvaluator)?.requirements.revocation?.evidence
        )
        #expect(evidence.lists.map(\.der) == ["one", "two", "three"].map(FakeCertificate.der))
        #expect(evidence.responses.map(\.der) == [FakeCertificate.der("response")])
        for (file, name) in [("a.crl", "other"), ("stapled.der", "answer")] {
            let before = try policySet(document, in: directory.path).revision
            try directory.write(file, FakeCertificate.der(name))
            #expect(try policySet(document, in: directory.path).revision != before, "\(file)")
        }
    }

    @Test func `rejects CRLs that are together longer than four times the longest one`() throws {
        let directory = try TemporaryDirectory()
        var ports = fakePorts
        ports.crlBytes = 100
        let reader = PolicySetReader(ports: ports, systemAnchors: systemAnchors)
        func issues(_ count: Int) -> [String] {
            let names = (0..<count).map { String(repeating: "\($0)", count: 96) }
            do {
                try directory.write("all.crl", names.map { FakeCertificate.pem($0) }.joined())
                let document = "policies: {p: {evaluator: revocation, revocation: {crls: [all.crl]}}}"
                _ = try reader.policySet(named: "test", source: Array(document.utf8), directory: directory.path)
                return []
            } catch {
                return (error as? DocumentError)?.issues.map(\.detail) ?? ["\(error)"]
            }
        }
        #expect(issues(4) == [])
        #expect(
            issues(5) == [
                "\(directory.path)/all.crl: all CRLs together have more than 400 bytes, which is four times "
                    + "`evidence.crlBytes` of the configuration"
            ]
        )
    }

    @Test func `rejects unreadable evidence and unsuccessful OCSP responses`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("bad.crl", FakeCertificate.pem("bad"))
        try directory.write("later.der", FakeCertificate.der("later"))
        #expect(
            policyIssues("evaluator: revocation\nrevocation: {crls: [bad.crl], ocsp: [later.der]}", in: directory.path)
                == [
                    "2 /revocation/crls/0: \(directory.path)/bad.crl: byte 14: it is bad",
                    "2 /revocation/ocsp/0: the OCSP response has the status `tryLater` and no answer: get a new response",
                ]
        )
    }
}
