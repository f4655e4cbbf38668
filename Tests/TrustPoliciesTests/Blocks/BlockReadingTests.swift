import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustPolicies

@Suite struct `Documents with blocks` {
    private static let digest = String(repeating: "5a", count: 32)

    private func blocks(_ yaml: String) throws(DocumentError) -> [Block] {
        try BlockListReader.written(in: Array(yaml.utf8), ports: fakePorts).map(\.block)
    }

    private func issues(_ yaml: String) -> [String] {
        do {
            _ = try blocks(yaml)
            return []
        } catch {
            return error.issues.map { "\($0.pointer): \($0.detail)" }
        }
    }

    /// The issues of one block with a matcher, without the place of the matcher.
    private func matcherIssues(_ matcher: String) -> [String] {
        issues("- {id: a, match: \(matcher), reason: Stolen.}").map {
            $0.replacing("/0/match", with: "", maxReplacements: 1)
        }
    }

    private func facts(_ name: String) throws -> CertificateFacts {
        try FakeCertificateReader().certificates(in: FakeCertificate.der(name), limits: .anchors)[0].facts
    }

    @Test func `are read with all keys`() throws {
        let key = FakeKey.fingerprint("api").pin
        let read = try blocks(
            """
            - id: stolen-2026-11
              match: {spkiSha256: ["\(key)"]}
              until: 2027-01-31
              reason: "Laptop lost on 2026-11-25, ticket 4711"
            - {id: leaf, match: {leaf: {sha256: ["\(Self.digest)"]}}, reason: A test.}
            """
        )
        #expect(read.map(\.id) == ["stolen-2026-11", "leaf"] && read.map(\.isOfLeaf) == [false, true])
        #expect(read[0].until == Instant(rfc3339: "2027-01-31T23:59:59Z") && read[1].until == nil)
        #expect(read[0].reason == "Laptop lost on 2026-11-25, ticket 4711")
        #expect(read[0].identities == [.publicKey(FakeKey.fingerprint("api"))])
        let list = BlockList(read)
        let now = Instant(secondsSince1970: 0)
        #expect(list.block(of: try facts("api"), isLeaf: false, at: now)?.id == "stolen-2026-11")
        #expect(list.block(of: try facts("other"), isLeaf: true, at: now) == nil)
        #expect(try blocks("[]").isEmpty)
    }

    @Test func `have the forms of OneCRL`() throws {
        let name = FakeCertificate.base64("issuing")
        let pin = FakeKey.fingerprint("issuing").pin
        for matcher in ["issuerDER: \(name), serialNumber: \"0001\"", "subjectDER: \(name), spkiSha256: [\"\(pin)\"]"] {
            let list = BlockList(try blocks("- {id: a, match: {\(matcher)}, reason: OneCRL}"))
            #expect(list.unindexedCount == 0)
            let now = Instant(secondsSince1970: 0)
            #expect(list.block(of: try facts("issuing"), isLeaf: false, at: now)?.id == "a")
            #expect(list.block(of: try facts("issuinh"), isLeaf: false, at: now) == nil)
        }
    }

    @Test(
        arguments: [
            ("{}", ": the matcher is empty, and would block every certificate: add a condition, such as `spkiSha256`"),
            (
                "{leaf: {}}",
                "/leaf: the matcher is empty, and would block every certificate: add a condition, such as `spkiSha256`"
            ),
            (
                "{leaf: {sha256: [\(digest)]}, sha256: [\(digest)]}",
                "/sha256: unknown key `sha256`: conditions on the leaf are in the mapping of `leaf`"
            ),
            ("{issuerDER: MAA=}", "/issuerDER: `issuerDER` and `serialNumber` are only valid together"),
            ("{serialNumber: 0a1b}", "/serialNumber: `issuerDER` and `serialNumber` are only valid together"),
            (
                "{subjectDER: MAA=}",
                "/subjectDER: `subjectDER` is only valid with `spkiSha256`: a name alone is not unique"
            ),
            ("{issuerDER: MAEA, serialNumber: 0a1b}", ""), ("{issuerDER: MIEA, serialNumber: 0a1b}", nil),
            ("{issuerDER: MAA, serialNumber: 0a1b}", nil), ("{issuerDER: AAA=, serialNumber: 0a1b}", nil),
            ("{issuerDER: MAA=, serialNumber: 0a1}", nil), ("{sha256: []}", nil), ("{sha256: {file: x.txt}}", nil),
            ("{dnsNames: {some: [\"*.co.uk\"]}}", ""),
        ] as [(String, String?)]
    )
    func `with a defect in a matcher are errors`(matcher: String, expected: String?) {
        let found = matcherIssues(matcher)
        switch expected {
        case ""?: #expect(found == [])
        case let text?: #expect(found == [text])
        case nil: #expect(!found.isEmpty)
        }
    }

    @Test(arguments: [
        "- {match: {sha256: [\(digest)]}, reason: x}", "- {id: a, reason: x}",
        "- {id: a, match: {sha256: [\(digest)]}}",
        "- {id: A, match: {sha256: [\(digest)]}, reason: x}", "- {id: ../a, match: {sha256: [\(digest)]}, reason: x}",
        "- {id: .a, match: {sha256: [\(digest)]}, reason: x}",
        "- {id: a, match: {sha256: [\(digest)]}, reason: \"x\\ny\"}",
        "- {id: a, match: {sha256: [\(digest)]}, reason: x, until: soon}",
        "- {id: a, match: {sha256: [\(digest)]}, reason: x, untill: 2027-01-01}", "{}", "blocks: []", "",
        "- {id: \(String(repeating: "a", count: 65)), match: {sha256: [\(digest)]}, reason: x}",
        "- {id: a, match: {sha256: [\(digest)]}, reason: \(String(repeating: "x", count: 1001))}",
    ])
    func `with another defect are errors`(yaml: String) {
        #expect(!issues(yaml).isEmpty)
    }

    @Test func `with a name that occurs twice, or too many blocks, are errors`() {
        let block = "{id: a, match: {sha256: [\(Self.digest)]}, reason: x}"
        #expect(issues("- \(block)\n- \(block)\n") == ["/1: another block is named `a`"])
        func list(_ count: Int, _ match: String) -> String {
            (0..<count).map { "- {id: b\($0), match: \(match), reason: x}\n" }.joined()
        }
        #expect(issues(list(BlockList.maximumBlocks, "{sha256: [\(Self.digest)]}")).isEmpty)
        #expect(!issues(list(BlockList.maximumBlocks + 1, "{sha256: [\(Self.digest)]}")).isEmpty)
        #expect(issues(list(BlockList.maximumUnindexed, "{dnsNames: {some: [a.example]}}")).isEmpty)
        #expect(
            issues(list(BlockList.maximumUnindexed + 1, "{dnsNames: {some: [a.example]}}"))
                == ["/\(BlockList.maximumUnindexed): \(BlockListReader.tooManyUnindexed)"]
        )
    }
}
