import Foundation
import Glibc
import Testing
import TrustModel
import TrustTestSupport

@Suite struct `The commands of blocks` {
    private let files: ChainFiles

    init() throws {
        files = try ChainFiles()
    }

    private func run(_ arguments: String..., input: String = "") throws -> AnchordProgram.Result {
        try AnchordProgram.run(["blocks"] + arguments, input: input)
    }

    @Test func `add, list and remove blocks of the running daemon`() throws {
        let directory = files.directory.path
        try files.directory.write(
            "anchord.yaml",
            """
            systemAnchors: \(files.root)
            listen: ["unix:\(directory)/s"]
            blocks: {directory: \(directory)/blocks, file: \(directory)/own.yaml}
            clients: [{name: user, unixUser: \(getuid()), may: [block]}]

            """
        )
        let digest = String(repeating: "5a", count: 32)
        try files.directory.write(
            "own.yaml",
            "- {id: own, match: {sha256: [\(digest)]}, reason: Ours., until: 2020-01-01}\n"
        )
        let daemon = try AnchordDaemon(["--config", directory + "/anchord.yaml"])
        defer { withExtendedLifetime(daemon) {} }
        let socket = ["--socket", directory + "/s"]
        func blocks(_ arguments: String...) throws -> AnchordProgram.Result {
            try AnchordProgram.run(["blocks"] + arguments + socket)
        }
        let added = try blocks("add", "stolen-1", "--key-of", files.chain, "--reason", "Lost.", "--until", "2099-01-31")
        #expect(added.status == 0 && added.output == "stolen-1 is added and in force\n", "\(added)")
        let replaced = try blocks(
            "add",
            "stolen-1",
            "--match",
            #"{"dnsNames": {"some": ["a.example"]}}"#,
            "--reason",
            "x"
        )
        #expect(replaced.output == "stolen-1 is replaced and in force\n", "\(replaced)")
        let list = try blocks("list")
        #expect(
            list.output
                == "own: file, until 2020-01-01T23:59:59Z, not in force any more: Ours.\nstolen-1: written, no end: x\n"
        )
        let json = try blocks("list", "--json").output
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]]
        let matchers = object?["blocks"]?.map { $0["match"] as? NSDictionary }
        #expect(
            matchers == [["sha256": [digest]], ["dnsNames": ["some": ["a.example"]]]] as [NSDictionary],
            "\(json)"
        )
        let refused = try blocks("remove", "own")
        #expect(refused.status == 1 && refused.errors.contains("in the operator's file"), "\(refused)")
        let removed = try blocks("remove", "stolen-1")
        #expect(removed.status == 0 && removed.output == "stolen-1 is removed\n", "\(removed)")
        #expect(try blocks("remove", "stolen-1").status == 1)
        let past = try blocks("add", "a", "--key-of", files.chain, "--reason", "x", "--until", "2020-01-01")
        #expect(past.status == 1 && past.output.isEmpty && past.errors.contains("/until"), "\(past)")
        let invalid = try blocks("add", "stolen-1", "--pin", "sha256/x", "--reason", "x")
        #expect(invalid.status == 1 && invalid.errors.contains("/match/spkiSha256/0"), "\(invalid)")
    }

    @Test(arguments: [
        ["add", "../x", "--reason", "x", "--pin", "sha256/x"], ["add", "x", "--reason", "x"], ["remove", "X"],
        ["add", "x", "--reason", "x", "--pin", "sha256/x", "--match", "{}"],
        ["add", "x", "--reason", "x", "--match", "{", "--socket", "/nonexistent"],
    ])
    func `refuse an invalid command line`(arguments: [String]) throws {
        let result = try AnchordProgram.run(["blocks"] + arguments)
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
    }

    @Test func `check a list`() throws {
        let digest = String(repeating: "5a", count: 32)
        let list = try files.directory.write(
            "list.yaml",
            "- {id: a, match: {sha256: [\(digest)]}, reason: First., until: 2099-01-31}\n- {id: b, match: {sha256: [\(digest)]}, reason: x}\n"
        )
        let valid = try run("check", list)
        #expect(valid.status == 0)
        #expect(valid.output == "a: until 2099-01-31T23:59:59Z: First.\nb: no end: x\n2 blocks\n")
        let broken = try files.directory.write("broken.yaml", "- {id: a, match: {}, reason: x}\n- {id: A}\n")
        let invalid = try run("check", broken)
        #expect(invalid.status == 1 && invalid.output.isEmpty)
        #expect(
            invalid.errors.contains("broken.yaml:1") && invalid.errors.contains("the matcher is empty"),
            "\(invalid)"
        )
        #expect(try run("check", "/nonexistent").status == 2)
    }

    /// The DER of a name with the common name `Test Root`.
    private static let name = "MBQxEjAQBgNVBAMMCVRlc3QgUm9vdA=="
    private static let key = "Wlpa" + String(repeating: "Wlpa", count: 9) + "Wlo="

    @Test func `import the records of OneCRL`() throws {
        let records = """
            {"data": [
                {"id": "6e7a2f60-9c1c-4b6c-8f3c-2f1f5c3f1a11", "issuerName": "\(Self.name)", "serialNumber": "ASNF", "enabled": true,
                 "details": {"why": "Revoked in 2025", "bug": "1", "created": ""}, "schema": 1, "last_modified": 2},
                {"id": "b", "subject": "\(Self.name)", "pubKeyHash": "\(Self.key)", "enabled": true, "issuerName": ""},
                {"id": "c", "issuerName": "\(Self.name)", "serialNumber": "AQ==", "enabled": false}
            ]}
            """
        let result = try run("import", "-", input: records)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(
            lines[1]
                == #"- {"id":"6e7a2f60-9c1c-4b6c-8f3c-2f1f5c3f1a11","match":{"issuerDER":"\#(Self.name)","serialNumber":"012345"},"reason":"OneCRL: Revoked in 2025"}"#
        )
        #expect(
            lines[2]
                == #"- {"id":"b","match":{"subjectDER":"\#(Self.name)","spkiSha256":["sha256/\#(Self.key)"]},"reason":"OneCRL"}"#
        )
        #expect(lines[3].contains(#""id":"c""#), "Firefox does not read `enabled`")
        let list = files.directory.path + "/onecrl.yaml"
        #expect(try run("import", "-", "--output", list, input: records).status == 0)
        #expect(try run("check", list).output.hasSuffix("3 blocks\n"))
    }

    @Test func `import as many records as OneCRL has`() throws {
        let details = #"{"bug": "https://bugzilla.example/1", "who": "", "why": "", "name": "", "created": ""}"#
        let records = (0..<2000).map {
            """
            {"schema": 1, "details": \(details), "enabled": false, "issuerName": "\(Self.name)", "serialNumber": "ASNF",
             "id": "record-\($0)", "last_modified": 1}
            """
        }
        let result = try run("import", "-", input: #"{"data": [\#(records.joined(separator: ","))]}"#)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.split(separator: "\n").count == 2001)
    }

    @Test(arguments: [
        ("[]", "expected an object with the records in `data`"), ("{", "at byte"),
        (#"{"data": [1]}"#, "/data/0: expected an object"),
        (#"{"data": [{"id": "a", "issuerName": "\#(name)"}]}"#, "/data/0: the record has neither"),
        (
            #"{"data": [{"id": "a", "issuerName": "\#(name)", "serialNumber": "!"}]}"#,
            "/data/0: `serialNumber` is not base64"
        ),
        (#"{"data": [{"id": "a", "subject": "\#(name)", "pubKeyHash": "AQ=="}]}"#, "`pubKeyHash` is not a SHA-256"),
        (#"{"data": [{"id": "A", "issuerName": "\#(name)", "serialNumber": "AQ=="}]}"#, "/data/0: `id` is not a name"),
        (#"{"data": [{"id": "a", "issuerName": "AQ==", "serialNumber": "AQ=="}]}"#, "the DER of a name"),
    ])
    func `import nothing from a file with a defect`(records: String, message: String) throws {
        let result = try run("import", "-", input: records)
        #expect(result.status == 2 && result.output.isEmpty && result.errors.contains(message), "\(result)")
    }
}
