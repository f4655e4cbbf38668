import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustTestSupport

@Suite struct `Trust anchors of a policy` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func anchors(_ items: String...) throws -> [String] {
        let keys = "evaluator: default\nanchors: [\(items.joined(separator: ", "))]"
        return try #require(try standardPolicy(keys, in: directory.path)?.anchors.first).fakeNames
    }

    private func refusals(_ items: String...) -> [String] {
        policyIssues("evaluator: default\nanchors: [\(items.joined(separator: ", "))]", in: directory.path)
    }

    @Test(arguments: ["ca.pem", "ca.CRT", "ca.Cer", "ca.txt", "sub/ca.pem", "üñ %41?.pem"])
    func `reads a file relative to the document, with any file name`(name: String) throws {
        try directory.write(name, FakeCertificate.pem("one", "two"))
        #expect(try anchors("'\(name)'") == ["one", "two"])
    }

    @Test func `reads an absolute path, DER and symbolic links`() throws {
        try directory.write("real.der", FakeCertificate.der("one"))
        try directory.link("link.der", to: "real.der")
        #expect(try anchors(directory.path + "/real.der") == ["one"])
        #expect(try anchors("link.der") == ["one"])
    }

    @Test func `reads the files of a directory with a certificate extension`() throws {
        for name in ["a.pem", "b.CER", "c.crt", "d.Der", "e.p7b", "f.P7C"] {
            try directory.write("ca/\(name)", FakeCertificate.pem(String(name.prefix(1))))
        }
        for name in ["README", "x.txt", ".hidden.pem", "y.key", "sub/z.pem"] {
            try directory.write("ca/\(name)", "-")
        }
        try directory.makeDirectory("ca/directory.pem")
        #expect(try anchors("ca") == ["a", "b", "c", "d", "e", "f"])
        #expect(try anchors("ca/", "ca/a.pem") == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func `names the file, the position and the byte offset of an unreadable certificate`() throws {
        try directory.write("ca/bad.pem", FakeCertificate.pem("one", "bad"))
        let reason = "\(directory.path)/ca/bad.pem: certificate 1, byte 14: it is bad"
        #expect(refusals("ca/bad.pem") == ["2 /anchors/0: \(reason)"])
        #expect(refusals("ca") == ["2 /anchors/0: \(reason)"])
    }

    @Test func `reports every unreadable item`() throws {
        try directory.write("none.pem", "nothing")
        try directory.write("empty/README", "nothing")
        try directory.link("dangling.pem", to: "nowhere")
        try directory.write("large.pem", [UInt8](repeating: 0x20, count: (4 << 20) + 1))
        let path = directory.path
        #expect(
            refusals("missing.pem", "none.pem", "empty", "dangling.pem", "large.pem", "/dev/zero", "1", "\"a\\0b\"")
                == [
                    "2 /anchors/0: \(path)/missing.pem does not exist",
                    "2 /anchors/1: \(path)/none.pem: there is no certificate",
                    "2 /anchors/2: \(path)/empty contains no .cer, .crt, .der, .pem, .p7b or .p7c file",
                    "2 /anchors/3: \(path)/dangling.pem is a symbolic link that cannot be resolved",
                    "2 /anchors/4: \(path)/large.pem is larger than 4194304 bytes",
                    "2 /anchors/5: /dev/zero is not a regular file",
                    "2 /anchors/6: expected text, found the number 1 (text must be quoted)",
                    "2 /anchors/7: \(path)/a\\0b is not a valid path",
                ]
        )
    }

    @Test func `reports an error in PEM text`() {
        let text = FakeCertificate.pem("bad").split(separator: "\n").joined(separator: "\\n")
        #expect(refusals("\"\(text)\"") == ["2 /anchors/0: the PEM text: certificate 0, byte 14: it is bad"])
    }
}

@Suite struct `System trust store` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func load(_ name: String) throws(PolicyLoadError) -> (anchors: AnchorSet, report: SystemAnchorsReport) {
        try SystemAnchors.load(
            path: directory.path + "/" + name,
            reader: FakeCertificateReader(),
            journal: MaterialJournal(digest: fakeDigest, now: Instant(secondsSince1970: 0))
        )
    }

    @Test func `skips and reports an unreadable certificate`() throws {
        try directory.write("bundle.crt", FakeCertificate.pem("one", "bad", "two", "one"))
        let (anchors, report) = try load("bundle.crt")
        #expect(anchors.name == "system")
        #expect(anchors.fakeNames == ["one", "two"])
        #expect(report.count == 2)
        #expect(report.duplicates == 1)
        #expect(report.unreadable.map(\.certificate) == [1])
        #expect(report.unreadable.map(\.reason) == ["byte 14: it is bad"])
    }

    @Test func `reads a directory`() throws {
        try directory.write("certs/a.pem", FakeCertificate.pem("one"))
        try directory.write("certs/b.crt", FakeCertificate.pem("two"))
        try directory.link("certs/dangling.pem", to: "nowhere")
        let (anchors, report) = try load("certs")
        #expect(anchors.fakeNames == ["one", "two"])
        #expect(report.unreadable.map(\.reason) == ["is a symbolic link that cannot be resolved"])
    }

    @Test func `names the package to install if there are no certificates`() throws {
        try directory.write("empty.crt", "")
        let empty = "has no readable certificate (\(directory.path)/empty.crt: there is no certificate)"
        for (name, reason) in [("missing.crt", "does not exist"), ("empty.crt", empty)] {
            let detail =
                "the system trust store \(reason): install the package ca-certificates or configure another path"
            #expect(throws: PolicyLoadError([PolicyProblem(file: "\(directory.path)/\(name)", detail: detail)])) {
                try load(name)
            }
        }
    }
}
