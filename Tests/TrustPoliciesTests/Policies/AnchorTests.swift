import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustTestSupport

@Suite struct `Anchors of a policy` {
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
    func `reads a file named relative to the document, whatever it is called`(name: String) throws {
        try directory.write(name, FakeCertificate.pem("one", "two"))
        #expect(try anchors("'\(name)'") == ["one", "two"])
    }

    @Test func `reads an absolute path, DER and symbolic links`() throws {
        try directory.write("real.der", FakeCertificate.der("one"))
        try directory.link("link.der", to: "real.der")
        #expect(try anchors(directory.path + "/real.der") == ["one"])
        #expect(try anchors("link.der") == ["one"])
    }

    @Test func `reads the files of a directory that have the extension of certificates`() throws {
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

    @Test func `names the file, the certificate and the byte that cannot be read`() throws {
        try directory.write("ca/bad.pem", FakeCertificate.pem("one", "bad"))
        let reason = "\(directory.path)/ca/bad.pem: certificate 1, byte 14: it is bad"
        #expect(refusals("ca/bad.pem") == ["2 /anchors/0: \(reason)"])
        #expect(refusals("ca") == ["2 /anchors/0: \(reason)"])
    }

    @Test func `reports every item that cannot be read`() throws {
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
                    "2 /anchors/2: \(path)/empty holds no .cer, .crt, .der, .pem, .p7b or .p7c file",
                    "2 /anchors/3: \(path)/dangling.pem is a symbolic link that leads nowhere",
                    "2 /anchors/4: \(path)/large.pem is larger than 4194304 bytes",
                    "2 /anchors/5: /dev/zero is no regular file",
                    "2 /anchors/6: expected text, found the number 1 (text needs quotes)",
                    "2 /anchors/7: \(path)/a\u{0}b is no path",
                ]
        )
    }

    @Test func `reports what is wrong with PEM text in place`() {
        let text = FakeCertificate.pem("bad").split(separator: "\n").joined(separator: "\\n")
        #expect(refusals("\"\(text)\"") == ["2 /anchors/0: the PEM text: certificate 0, byte 14: it is bad"])
    }
}

@Suite struct `Anchors of the system` {
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

    @Test func `leaves out what cannot be read and says so`() throws {
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
        #expect(report.unreadable.map(\.reason) == ["is a symbolic link that leads nowhere"])
    }

    @Test func `names the package to install when there is none`() throws {
        try directory.write("empty.crt", "")
        let empty = "no certificate can be read (\(directory.path)/empty.crt: there is no certificate)"
        for (name, reason) in [("missing.crt", "does not exist"), ("empty.crt", empty)] {
            let detail = "the system's anchors: \(reason); the package ca-certificates installs them"
            #expect(throws: PolicyLoadError([PolicyProblem(file: "\(directory.path)/\(name)", detail: detail)])) {
                try load(name)
            }
        }
    }
}
