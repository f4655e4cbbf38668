import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustPolicies

/// The pins of a list of items, and the issues and warnings about it.
private struct Reading {
    let issues = DocumentIssues()
    let reader: PinReader
    let items: [DocumentValue]

    init(
        _ texts: [String],
        in source: MaterialSource = .text,
        limits: CertificateLimits = CertificateLimits()
    ) {
        let issues = issues
        reader = PinReader(reader: FakeCertificateReader(), source: source, limits: limits)
        items = texts.enumerated().map { index, text in
            DocumentValue(DocumentNode(.string(text)), pointer: "/\(index)", issues: issues)
        }
    }

    var keys: Set<Fingerprint> { reader.keys(of: items).fingerprints }
    var refusals: [String] { issues.all.map { "\($0.pointer): \($0.detail)" } }
}

private let one = FakeKey.fingerprint("one")
private let two = FakeKey.fingerprint("two")

@Suite struct `Pinned keys` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var files: MaterialSource {
        .files(
            relativeTo: MaterialDirectory(path: directory.path, isConfined: false),
            MaterialJournal(digest: fakeDigest, now: Instant(secondsSince1970: 0))
        )
    }

    @Test(arguments: [
        one.pin, String(one.pin.dropLast()), one.hex, one.hex.uppercased(), "sha256:" + one.hex,
        one.bytes.map { Hexadecimal.encode([$0]) }.joined(separator: ":").uppercased(),
        "sha256:" + one.bytes.map { Hexadecimal.encode([$0]) }.joined(separator: ":"),
        FakeCertificate.pem("one"), FakeKey.pem("one"), "text around\n" + FakeKey.pem("one"),
    ])
    func `accept each of these forms, in documents and in requests`(text: String) {
        for source in [files, .text] {
            let reading = Reading([text], in: source)
            #expect(reading.keys == [one])
            #expect(reading.refusals == [])
        }
    }

    @Test func `can be files or directories of certificates and keys`() throws {
        try directory.write("pins/a.PUB", FakeKey.pem("one") + FakeCertificate.pem("two"))
        try directory.write("pins/b.cer", FakeCertificate.der("three"))
        for name in ["c.key", "d.txt", ".e.pub"] { try directory.write("pins/\(name)", FakeKey.pem("four")) }
        #expect(Reading(["pins/a.PUB"], in: files).keys == [one, two])
        #expect(Reading(["pins"], in: files).keys == [one, two, FakeKey.fingerprint("three")])
        #expect(Reading([FakeCertificate.base64("three")], in: .text).keys == [FakeKey.fingerprint("three")])
    }

    @Test(arguments: [
        ("sha256/", "expected the base64 of 32 bytes after `sha256/`, found 0 bytes in `sha256/`"),
        ("sha256/AAAA", "expected the base64 of 32 bytes after `sha256/`, found 3 bytes in `sha256/AAAA`"),
        ("sha256/====", "expected the base64 of 32 bytes after `sha256/`, found `sha256/====`"),
        ("sha256/ AAAA", "expected the base64 of 32 bytes after `sha256/`, found `sha256/ AAAA`"),
        ("sha256:12", "expected 64 hexadecimal digits after `sha256:`, found `sha256:12`"),
        (
            "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "`sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=` is a SHA-1 pin, and SHA-1 is not collision-resistant: use `sha256/`"
        ),
    ])
    func `reject a digest that does not have 32 bytes`(text: String, reason: String) {
        let reading = Reading([text], in: files)
        #expect(reading.keys == [])
        #expect(reading.refusals == ["/0: \(reason)"])
    }

    /// TrustKit and Android write digests so.
    @Test func `name a base64 digest without its prefix`() {
        let digest = String(one.pin.dropFirst("sha256/".count))
        let forURLs = digest.replacing("+", with: "-").replacing("/", with: "_")
        for text in [digest, String(digest.dropLast()), forURLs, "pin-sha256=\"\(digest)\"", "SHA256:\(digest)"] {
            for source in [MaterialSource.text, files] {
                let reading = Reading([text], in: source)
                #expect(reading.keys == [])
                #expect(reading.refusals.count == 1)
                #expect(reading.refusals.first?.contains("did you mean `\(one.pin)`?") == true, "\(reading.refusals)")
            }
        }
    }

    @Test func `name digests in other forms, with what to write`() throws {
        let hex = one.hex
        let upper = hex.uppercased()
        let colons = one.bytes.map { Hexadecimal.encode([$0]).uppercased() }.joined(separator: ":")
        let sha1 = Array(repeating: "AB", count: 20).joined(separator: ":")
        let forms = [
            "sha256 Fingerprint=\(colons)", "SHA256 Fingerprint=\(colons)", "SHA-256: \(upper)", "sha-256:\(hex)",
            "SHA256:\(hex)", "sha256/\(hex)", "sha256=\(hex)",
            one.bytes.map { Hexadecimal.encode([$0]) }.joined(separator: " "),
        ]
        for text in forms {
            for source in [MaterialSource.text, files] {
                let reading = Reading([text], in: source)
                #expect(reading.keys == [])
                #expect(
                    reading.refusals.first?.contains("write `sha256:\(hex)`") == true,
                    "\(text): \(reading.refusals)"
                )
            }
        }
        for text in [
            sha1, sha1.replacing(":", with: ""), "SHA1 Fingerprint=\(sha1)", "sha1:" + sha1.replacing(":", with: ""),
            "qqqqqqqqqqqqqqqqqqqqqqqqqqo=",
        ] {
            let reading = Reading([text], in: files)
            #expect(reading.keys == [])
            #expect(reading.refusals.first?.contains("is a SHA-1 digest") == true, "\(text): \(reading.refusals)")
        }
        let md5 = Array(repeating: "AB", count: 16).joined(separator: ":")
        let reading = Reading(["MD5 Fingerprint=" + md5], in: files)
        #expect(reading.keys == [])
        #expect(reading.refusals.first?.contains("MD5 digest") == true)
    }

    @Test func `reject malformed hexadecimal`() {
        let almost = [
            one.hex.replacing(one.hex.prefix(1), with: "g"), String(one.hex.dropLast()), "+" + one.hex.dropFirst(),
            one.bytes.map { Hexadecimal.encode([$0]) }.joined(separator: "-"), String(repeating: ":", count: 95),
        ]
        for text in almost { #expect(Reading(["sha256:" + text]).keys == [], "\(text)") }
    }

    @Test func `report every invalid item with its place`() throws {
        try directory.write("bad.pub", FakeKey.pem("bad"))
        try directory.write("empty/README", "nothing")
        try directory.write("private.pem", FakeKey.pem("secret"))
        let reading = Reading(["bad.pub", one.hex, "missing", "empty", "private.pem"], in: files)
        #expect(reading.keys == [one])
        let path = directory.path
        #expect(
            reading.refusals == [
                "/0: \(path)/bad.pub: public key 0, byte 14: it is bad",
                "/2: \(path)/missing does not exist",
                "/3: \(path)/empty contains no .cer, .crt, .der, .pem, .p7b, .p7c or .pub file",
                "/4: \(path)/private.pem: it is private",
            ]
        )
    }

    @Test func `cannot be files in a request`() throws {
        try directory.write("a.pub", FakeKey.pem("one"))
        let reading = Reading(["\(directory.path)/a.pub"], in: .text)
        #expect(reading.keys == [])
        #expect(
            reading.refusals
                == ["/0: the text is neither PEM nor base64 DER (file names are allowed only in policy sets)"]
        )
    }

    @Test func `are limited in number if they are certificates or keys`() {
        let texts = [FakeKey.pem("one"), two.hex, FakeKey.pem("two"), FakeKey.pem("three")]
        let reading = Reading(texts, limits: CertificateLimits(count: 2))
        #expect(reading.keys == [one, two])
        #expect(reading.refusals == ["/3: the list has more than 2 certificates and keys"])
    }

    @Test func `are skipped with a warning if unreadable pins are allowed`() throws {
        try directory.write("some.pem", FakeCertificate.pem("bad", "one"))
        try directory.write("none.cer", "nothing")
        try directory.write("private.pem", FakeKey.pem("secret"))
        let reading = Reading(["some.pem", "none.cer", "missing", "private.pem", "sha256/AAAA"], in: files)
        var warnings: [String] = []
        let keys = reading.reader.keys(of: reading.items) { warnings.append("\($0.pointer): \($1)") }
        #expect(keys.fingerprints == [one])
        let path = directory.path
        #expect(
            warnings == [
                "/0: \(path)/some.pem: certificate 0, byte 14: it is bad",
                "/1: \(path)/none.cer: there is no certificate",
            ]
        )
        #expect(reading.issues.all.map(\.pointer) == ["/2", "/3", "/4"])
        #expect(Reading(["some.pem"], in: files).keys == [])
    }

    @Test func `can be skipped by one policy and rejected by another of the same document`() throws {
        try directory.write("some.pem", FakeCertificate.pem("bad", "one"))
        let reading = Reading(["some.pem"], in: files)
        #expect(reading.reader.keys(of: reading.items) { _, _ in }.fingerprints == [one])
        #expect(reading.keys == [])
        #expect(reading.issues.all.count == 1)
    }

    @Test func `from files contribute their digests to the revision`() throws {
        try directory.write("a.pub", FakeKey.pem("one"))
        let reading = Reading(["a.pub", two.hex, FakeKey.pem("two"), "a.pub"], in: files)
        #expect(reading.keys == [one, two])
        #expect(reading.reader.fromFiles == [one, one])
    }
}

@Suite struct `Pinned certificates` {
    @Test func `are distinct certificates in document order, and digests of their DER`() {
        let texts = [FakeCertificate.pem("one", "two"), FakeCertificate.pem("one"), FakeKey.fingerprint("three").hex]
        let reading = Reading(texts + ["sha256:" + two.hex])
        let pins = reading.reader.certificates(of: reading.items)
        #expect(reading.refusals == [])
        #expect(pins.certificates.map(\.fakeName) == ["one", "two"])
        #expect(pins.fingerprints == [one, two, FakeKey.fingerprint("three")])
        #expect(pins.fingerprintsWithoutCertificate == [FakeKey.fingerprint("three")])
    }

    @Test func `are not digests in base64, whose error names the form that is accepted`() {
        let digest = String(one.pin.dropFirst("sha256/".count))
        for text in [one.pin, digest, String(digest.dropLast()), "pin-sha256=\"\(digest)\"", "SHA256:\(digest)"] {
            let reading = Reading([text, "sha256:" + one.hex])
            #expect(reading.reader.certificates(of: reading.items).fingerprints == [one])
            #expect(
                reading.refusals == [
                    "/0: `\(text)` is a digest in base64; if it is of a certificate, write `sha256:\(one.hex)`; the digest of a "
                        + "public key needs `evaluator: pinPublicKeys`"
                ]
            )
        }
    }

    @Test func `are rejected if they are public keys`() {
        let reading = Reading([FakeCertificate.pem("two"), FakeKey.pem("one")])
        let pins = reading.reader.certificates(of: reading.items)
        #expect(pins.fingerprints == [two])
        #expect(reading.refusals == ["/1: the pin is a public key, not a certificate: use `evaluator: pinPublicKeys`"])
    }
}
