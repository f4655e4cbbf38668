import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustPolicies

/// Files with the values of constraints.
@Suite struct `Files in constraints` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let digest = String(repeating: "5a", count: 32)

    /// Writes a file and returns the issues of a policy that names it in place of a list.
    private func issues(_ contents: String, at key: String = "sha256") throws -> [String] {
        try directory.write("lists/values.txt", contents)
        return policyIssues(
            "evaluator: default\nconstraints:\n  leaf:\n    \(key): {file: lists/values.txt}",
            in: directory.path
        ).map { $0.replacing(directory.path, with: "DIR") }
    }

    @Test(arguments: [
        "\(digest)", "\(digest)\n", "# Pinned in 2026\n\n  \(digest)  \n", "\(digest) # api\r\n\t\(digest)\t# old\r\n",
        "\(digest.uppercased())\n#\(digest)x",
    ])
    func `have one value a line, blank lines and comments`(contents: String) throws {
        #expect(try issues(contents) == [])
    }

    @Test func `replace each list of values`() throws {
        let values = [
            "dnsNames/every": "*.a.example", "uris/none": "spiffe://a.example/*", "emails/some": "*@a.example",
            "key/types": "ec", "key/curves": "P-256", "signatureAlgorithms": "ed25519", "serialNumbers": "0a:1b",
            "spkiSha256": Self.digest, "certificatePolicies": "2.23.140.1.2.1", "extendedKeyUsage/only": "serverAuth",
            "extensions/absent": "1.2.3", "subject/commonName": "api # a comment",
        ]
        for (key, value) in values {
            try directory.write("values.txt", value)
            let keys = key.split(separator: "/").reversed().reduce("{file: values.txt}") { "{\($1): \($0)}" }
            #expect(
                policyIssues("evaluator: default\nconstraints: {every: \(keys)}", in: directory.path) == [],
                "\(key)"
            )
        }
    }

    @Test(arguments: [
        ("", "DIR/lists/values.txt has no values"), ("# nothing\n", "DIR/lists/values.txt has no values"),
        (
            "\(digest)\n\n5a5a # short\n",
            "DIR/lists/values.txt, line 3: expected the SHA-256 of a certificate, 64 hexadecimal digits, found `5a5a`"
        ),
        ("\(digest)\u{0}\n", "DIR/lists/values.txt, line 1: the value has a control or format character"),
        ("\n\u{FEFF}\(digest)\n", "DIR/lists/values.txt, line 2: the value has a control or format character"),
    ])
    func `are rejected with the line of a defect`(contents: String, problem: String) throws {
        #expect(try issues(contents) == ["4 /constraints/leaf/sha256/file: \(problem)"])
    }

    @Test func `are rejected if they are missing, directories, too long or not UTF-8 text`() throws {
        let policy = { (file: String) in "evaluator: default\nconstraints: {leaf: {serialNumbers: {file: \(file)}}}" }
        func problem(_ file: String) -> String? {
            policyIssues(policy(file), in: directory.path).first?.replacing(directory.path, with: "DIR")
        }
        let place = "2 /constraints/leaf/serialNumbers/file:"
        #expect(problem("none.txt") == "\(place) DIR/none.txt does not exist")
        try directory.write("folder/a.txt", "0a")
        #expect(problem("folder") == "\(place) DIR/folder is not a regular file")
        try directory.write("many.txt", Array(repeating: "0a", count: 10_001).joined(separator: "\n"))
        #expect(problem("many.txt") == "\(place) DIR/many.txt has 10001 values; at most 10000 are allowed")
        try directory.write("latin1.txt", [0xE9, 0x0A])
        #expect(problem("latin1.txt") == "\(place) DIR/latin1.txt is not UTF-8 text")
        #expect(
            policyIssues("evaluator: default\nconstraints: {leaf: {serialNumbers: {}}}")
                == [
                    "2 /constraints/leaf/serialNumbers: the key `file` is missing: expected the path of a file with one value "
                        + "a line (or a list)"
                ]
        )
    }

    @Test func `are part of the revision, and are read again when they change`() throws {
        try directory.write("bundle.crt", FakeCertificate.pem("system-root"))
        try directory.write(
            "policies/a.yaml",
            "policies:\n  p: {evaluator: default, constraints: {leaf: {sha256: {file: ../pins.txt}}}}\n"
        )
        try directory.write("pins.txt", Self.digest)
        let loader = PolicyLoader(
            directory: directory.path + "/policies",
            systemAnchors: directory.path + "/bundle.crt",
            ports: fakePorts
        )
        let first = try loader.load()
        let second = try loader.load(after: first)
        #expect(second.revision == first.revision)
        // The size remains the same.
        try directory.write("pins.txt", String(repeating: "6b", count: 32))
        let third = try loader.load(after: second)
        #expect(third.revision != second.revision)
        #expect(third.policySet(named: "a")?.revision != second.policySet(named: "a")?.revision)
        try directory.write("pins.txt", "none")
        #expect(throws: PolicyLoadError.self) { try loader.load(after: third) }
    }
}
