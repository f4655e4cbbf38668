import Foundation
import Glibc
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport
import X509Parsing

@testable import TrustOpenSSL

@Suite struct `PEM text` {
    private let root: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        root = try TestAuthority.root("Root")
        leaf = try root.issueLeaf("api.example.com")
    }

    private var both: [[UInt8]] { [leaf.der, root.certificate.der] }

    @Test func `may have any line ending and line length`() throws {
        for ending in ["\n", "\r\n", "\r"] {
            for length in [64, 76, 1, 100_000] {
                let text = TestPEM.encode("CERTIFICATE", leaf.der, lineLength: length, lineEnding: ending)
                #expect(try read(text).map(\.der) == [leaf.der])
            }
        }
    }

    @Test func `may have other text around and between blocks`() throws {
        let text = """
            subject=CN = api.example.com: the leaf
             0 s:/CN=api.example.com
            ---
            \(leaf.pem)
            Bag Attributes: none -- and dashes ---

            \(root.certificate.pem)trailing: text
            """
        #expect(try read(text).map(\.der) == both)
        #expect(try read("0: a digit first, as DER's tag is\n" + leaf.pem).map(\.der) == [leaf.der])
    }

    @Test(arguments: ["\u{e9}", String(repeating: "a\u{344}", count: 12), "CERTIFICATE\u{a0}"])
    func `may have blocks with other labels, which are ignored unless they resemble a certificate`(label: String) throws
    {
        let other = TestPEM.encode(label, root.certificate.der)
        #expect(throws: CertificateReadingError.self) { try read(other + leaf.pem) }
        let harmless = TestPEM.encode("\u{e9}", [0x30, 0x00])
        #expect(try read(harmless + leaf.pem).map(\.der) == [leaf.der])
    }

    /// If the damaged block were skipped, the next certificate would become the end-entity certificate.
    @Test(arguments: [
        ("-----BEGIN CERTIFICATE-----", "----BEGIN CERTIFICATE-----"),
        ("-----BEGIN CERTIFICATE-----", "---BEGIN CERTIFICATE---"),
        ("-----BEGIN CERTIFICATE-----", "-----BEGIN CERTIFICAT-----"),
        ("-----BEGIN CERTIFICATE-----", "-----BEGINCERTIFICATE-----"),
        ("-----BEGIN CERTIFICATE-----", "-----begin certificate-----"),
        ("-----BEGIN CERTIFICATE-----", "BEGIN CERTIFICATE"),
        ("-----BEGIN CERTIFICATE-----", "\u{2013}\u{2013}\u{2013}BEGIN CERTIFICATE\u{2013}\u{2013}\u{2013}"),
        ("-----BEGIN CERTIFICATE-----", ""), ("-----BEGIN", "----BEGIN"), ("-----BEGIN", "----- BEGIN"),
        ("-----END CERTIFICATE-----", "----END CERTIFICATE-----"),
        ("-----END CERTIFICATE-----", "-----END CERTIFICATE----"),
        ("-----END CERTIFICATE-----", "-----END CERTIFICAT-----"), ("-----END CERTIFICATE-----", ""),
        ("-----END CERTIFICATE-----", "-----END PUBLIC KEY-----"), ("CERTIFICATE-----", "CERTIFICTE-----"),
        ("CERTIFICATE-----", "certificate-----"), ("CERTIFICATE-----", "X509 CERT-----"),
        ("CERTIFICATE-----", "FOO-----"), ("-----", "----"), ("-----", ""),
    ])
    func `with a damaged line of a block is rejected, wherever the block is`(part: String, replacement: String) throws {
        let damaged = leaf.pem.replacing(part, with: replacement)
        for text in [damaged + root.certificate.pem, root.certificate.pem + damaged, damaged] {
            #expect(throws: CertificateReadingError.self, "\(text)") { try read(text) }
        }
    }

    @Test func `with a block that lost its lines is rejected, whatever surrounds the base64`() throws {
        for length in [64, 76, 48, 38, 16, 10_000] {
            let pem = TestPEM.encode("CERTIFICATE", leaf.der, lineLength: length)
            let body = pem.split(separator: "\n").dropFirst().dropLast()
            for (before, after) in [
                ("", ""), ("  ", ""), ("", " \t"), ("\t", "\r"), ("> ", ""), ("\"", "\","), ("| ", "|"),
                ("cert: ", ""), ("leaf=", ""), ("+", ""), ("  \"certificate\" : \"", "\","), ("data:x;base64,", ""),
                ("0 s:CN=x cert=", ""), ("set CERT='", "'"),
            ] {
                let text = body.map { before + $0 + after }.joined(separator: "\n") + "\n"
                #expect(throws: CertificateReadingError.self, "\(text)") { try read(text + root.certificate.pem) }
            }
        }
    }

    @Test(arguments: ["cert: ", "leaf=", "\"", "x5c: [\"MA==\", \""])
    func `with a certificate in base64 on one line is rejected, whatever is before it`(start: String) {
        let line = start + Data(leaf.der).base64EncodedString() + "\n"
        for text in [line + root.certificate.pem, root.certificate.pem + line] {
            #expect(throws: CertificateReadingError.self, "\(text)") { try read(text) }
        }
    }

    @Test func `may have comments of bundles and dumps of certificates around blocks`() throws {
        let hexadecimal = leaf.der.map { Hexadecimal.encode([$0]) }
        let text = """
            # Issuer: CN=MICROSOFTCORPORATIONROOTCERTIFICATEAUTHORITY O=MITLincolnLaboratoryRootCertificates1
            # Subject: CN=MIIKKULAINEN OU=MILITARYCERTIFICATES O=MIGRATIONAUTHORITY2026
            # Label: "Example Root CA"
            # Serial: 4835703278459707669005204
            # MD5 Fingerprint: e4:a6:8a:c8:54:ac:52:42:46:0a:fd:72:48:1b:2a:44
            # SHA256 Fingerprint: 16:af:57:a9:f6:76:b0:ab:12:60:95:aa:5e:ba:de:f2:2a:b3:11:19:d6:44:ac:95:cd:4b:93:db:f3:f2:6a:eb
            # SHA-256: \(hexadecimal.prefix(32).joined())
            subject=C = US, O = Example, CN = api.example.com issuer=C = US, O = Example, CN = Root
            Bag Attributes
                localKeyID: 54 69 6D 65 20 31
            Certificate:
                Data:
                    Version: 3 (0x2)
                    Signature Algorithm: ecdsa-with-SHA256
                    Subject Public Key Info:
                            pub:
                                \(hexadecimal.prefix(15).joined(separator: ":")):
                                \(hexadecimal.suffix(15).joined(separator: ":"))
                    X509v3 extensions:
                        Authority Information Access:
                            CA Issuers - URI:http://ca.example/certificates/MII/issuing.cer
            pin-sha256="\(Data(leaf.der.prefix(32).reversed()).base64EncodedString())"

            """
        #expect(try read(text + leaf.pem + text + root.certificate.pem + text).map(\.der) == both)
    }

    @Test func `may have the label of OpenSSL for signed data, but bundles under other labels are rejected`() throws {
        let bundle = TestPKCS7([leaf, root.certificate])
        #expect(try read(TestPEM.encode("PKCS #7 SIGNED DATA", bundle.der)).map(\.der) == both)
        for label in ["FOO", "PKCS8", "SIGNED DATA"] {
            #expect(throws: CertificateReadingError.self) { try read(TestPEM.encode(label, bundle.der) + leaf.pem) }
        }
    }

    @Test func `with a certificate of version 1 under another label is rejected`() throws {
        let old = try root.issueLeaf("old.example.com") {
            $0.version = 1
            $0.extensions = TestExtensions()
        }
        #expect(throws: CertificateReadingError.self) { try read(TestPEM.encode("FOO", old.der) + leaf.pem) }
    }

    @Test func `names usual mistakes`() throws {
        let pem = leaf.pem
        let request = "-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n"
        let hints: [(String, String)] = [
            (pem.replacing("\n", with: "\\n"), "in place of line breaks"),
            (pem.replacing("\n", with: "\\r\\n"), "in place of line breaks"),
            (pem.replacing(" ", with: "%20").replacing("\n", with: "%0A"), "URL-encoded"),
            (pem.replacing(" ", with: "+").replacing("\n", with: "%0A"), "URL-encoded"),
            (pem.replacing("-", with: "%2D"), "URL-encoded"), (pem.replacing("\n", with: "%0A"), "URL-encoded"),
            (request, "certificate signing request"), ("<!doctype html><html>", "HTML"),
            ("/etc/ssl/leaf.pem", "file name"),
            (pem.replacing("-----BEGIN", with: "----BEGIN"), "BEGIN line is damaged"),
        ]
        for (text, hint) in hints {
            let error = #expect(throws: CertificateReadingError.self) { try read(text) }
            #expect(error?.reason.contains(hint) == true, "\(hint): \(error?.reason ?? "")")
        }
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
            let bytes = Array(try #require(pem.data(using: encoding)))
            let error = #expect(throws: CertificateReadingError.self) {
                try OpenSSLCertificateReader().certificates(in: bytes, limits: CertificateLimits())
            }
            #expect(error?.reason.contains("UTF-16") == true)
        }
        #expect(try read(request + pem).map(\.der) == [leaf.der])
    }

    @Test func `is parsed up to one element over the limit`() throws {
        let text = Array(String(repeating: leaf.pem, count: 10).utf8)
        #expect(try EncodedElements(includesKeys: false, maximum: 3).find(in: text).count == 4)
        let malformed = Array(String(repeating: "-----BEGIN CERTIFICATE-----\n", count: 10).utf8)
        #expect(try EncodedElements(includesKeys: true, maximum: 3).find(in: malformed).count == 4)
    }

    @Test func `may have a byte order mark and no line ending at the end`() throws {
        #expect(try read("\u{FEFF}" + leaf.pem.dropLast()).map(\.der) == [leaf.der])
    }

    @Test(arguments: ["CERTIFICATE", "X509 CERTIFICATE"]) func `may use the older label`(label: String) throws {
        #expect(try read(TestPEM.encode(label, leaf.der)).map(\.der) == [leaf.der])
    }

    @Test func `may be an OpenSSL TRUSTED CERTIFICATE, with or without settings`() throws {
        let rejected = TestTrustedCertificate(leaf, rejected: [.serverAuthentication], alias: "mine")
        #expect(try read(rejected.pem).map(\.der) == [leaf.der])
        #expect(try read(TestTrustedCertificate(leaf).pem).map(\.der) == [leaf.der])
    }

    @Test func `may be a PKCS #7 bundle in PEM or DER, with other blocks around it`() throws {
        let bundle = TestPKCS7([leaf, root.certificate])
        #expect(try read(bundle.pem).map(\.der) == both)
        #expect(try read(bundle.der).map(\.der) == both)
        #expect(try read(TestPEM.encode("CMS", bundle.der)).map(\.der) == both)
        #expect(try read(leaf.pem + bundle.pem).map(\.der) == [leaf.der] + both)
    }

    @Test func `is rejected if a bundle is empty or contains other elements than certificates`() throws {
        let empty = "noCertificate 0 -: the PKCS #7 bundle has no certificate"
        #expect(refusal(TestPKCS7([]).pem) == empty)
        #expect(refusal(TestPKCS7([]).pem + leaf.pem) == empty)
        let broken = TestPKCS7(certificateElements: [leaf.der, DERWriter.sequence(DERWriter.null)])
        #expect(refusal(broken.pem)?.hasPrefix("malformedCertificate 1 ") == true)
    }

    @Test func `may have blocks of other types, which are ignored`() throws {
        let parameters = TestPEM.encode("EC PARAMETERS", [6, 8, 42, 134, 72, 206, 61, 3, 1, 7])
        let broken = "-----BEGIN DH PARAMETERS-----\n!!!\n-----END DH PARAMETERS-----\n"
        #expect(try read(parameters + broken + leaf.pem).map(\.der) == [leaf.der])
    }

    @Test func `may have headers in a block (RFC 1421 §4.6)`() throws {
        let block = leaf.pem.replacing("CERTIFICATE-----\nMII", with: "CERTIFICATE-----\nName: x\nOther: y\n\nMII")
        #expect(try read(block).map(\.der) == [leaf.der])
        #expect(try read(block.replacing("\n", with: "\r\n")).map(\.der) == [leaf.der])
    }

    @Test(arguments: ["\n\n", "\r\n\r\n"]) func `is rejected if headers do not end, regardless of what follows`(
        gap: String
    ) throws {
        let headers = "-----BEGIN CERTIFICATE-----\nName: x\n-----END CERTIFICATE-----\n"
        #expect(refusal(headers + gap + leaf.pem) == "malformedPEM 0 32: the block is not base64")
        let other = "-----BEGIN X-----\nName: x\n-----END X-----\n"
        #expect(try read(other + gap + leaf.pem).map(\.der) == [leaf.der])
    }

    @Test(arguments: [
        "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY",
    ])
    func `is rejected if it contains a private key, valid or not`(label: String) throws {
        let reason = "a private key was sent where certificates are expected; it was not read, but treat it as exposed"
        let offset = leaf.pem.utf8.count
        let expected = "privateKey - \(offset): \(reason)"
        #expect(refusal(leaf.pem + TestPEM.encode(label, [1, 2, 3])) == expected)
        let headers =
            "-----BEGIN \(label)-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: A,0\n\nAQID\n-----END \(label)-----\n"
        #expect(refusal(leaf.pem + headers) == expected)
        #expect(refusal(leaf.pem + "-----BEGIN \(label)-----\n!\n-----END \(label)-----\n") == expected)
        #expect(refusal(leaf.pem + "-----BEGIN \(label)-----\nAQID\n") == expected)
    }

    @Test func `is rejected at the first byte of invalid base64`() throws {
        let broken = leaf.pem.replacing("CERTIFICATE-----\nMII", with: "CERTIFICATE-----\nM!I")
        #expect(refusal(broken) == "malformedPEM 0 29: the block is not base64")
        let offset = leaf.pem.utf8.count + 29
        #expect(refusal(leaf.pem + broken) == "malformedPEM 1 \(offset): the block is not base64")
    }

    @Test(arguments: [
        ("-----BEGIN CERTIFICATE-----\nMIIB", "malformedPEM 0 0: the block has no END CERTIFICATE line"),
        ("-----BEGIN CERTIFICATE-----", "malformedPEM 0 0: the block has no END CERTIFICATE line"),
        (
            "x\n-----BEGIN CERTIFICATE-----\nAA==\n-----END X-----",
            "malformedPEM 0 2: the block has no END CERTIFICATE line"
        ),
        ("-----BEGIN CERTIFICATE", "malformedPEM 0 0: the BEGIN line does not end in dashes"),
        (
            "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
            "malformedCertificate 0 0: the certificate is missing"
        ),
        ("-----BEGIN PUBLIC KEY-----\nAQID\n-----END PUBLIC KEY-----", "noCertificate - -: there is no certificate"),
        ("", "noCertificate - -: the input is neither PEM nor DER"),
        ("hello", "noCertificate - -: the input is neither PEM nor DER"),
        ("-----END CERTIFICATE-----", "noCertificate - -: the input is neither PEM nor DER"),
    ])
    func `is rejected if a block has no end, or without a block`(text: String, expected: String) {
        #expect(refusal(text) == expected)
    }

    @Test func `is rejected for a block that does not end before the next`() {
        let cut = leaf.pem.prefix(100)
        #expect(refusal(cut + "\n" + leaf.pem) == "malformedPEM 0 0: the block has no END CERTIFICATE line")
    }

    @Test func `is parsed past malformed blocks if all readable certificates are requested`() throws {
        let broken = leaf.pem.replacing("CERTIFICATE-----\nMII", with: "CERTIFICATE-----\nM!I")
        let text = leaf.pem + broken + TestPEM.encode("CERTIFICATE", [0x30, 0]) + root.certificate.pem
        let (certificates, failures) = OpenSSLCertificateReader().readableCertificates(
            in: Array(text.utf8),
            limits: CertificateLimits()
        )
        #expect(certificates.map(\.der) == both)
        #expect(failures.map(\.code) == [.malformedPEM, .malformedCertificate])
        #expect(failures.map(\.certificate) == [1, 2])
    }

    @Test func `is bounded in number and size`() throws {
        let text = Array((leaf.pem + root.certificate.pem).utf8)
        #expect(try read(text, limits: CertificateLimits(count: 2)).count == 2)
        #expect(
            refusal(text, limits: CertificateLimits(count: 1))
                == "tooManyCertificates - -: there are more than 1 certificates"
        )
        let size = leaf.der.count
        #expect(try read(leaf.der, limits: CertificateLimits(bytesEach: size)).count == 1)
        #expect(
            refusal(leaf.der, limits: CertificateLimits(bytesEach: size - 1))
                == "certificateTooLarge 0 -: the certificate has \(size) bytes, more than \(size - 1)"
        )
        let (certificates, failures) = OpenSSLCertificateReader().readableCertificates(
            in: text,
            limits: CertificateLimits(count: 1)
        )
        #expect(certificates.count == 1)
        #expect(failures.map(\.code) == [.tooManyCertificates])
    }

    @Test func `is found after many blocks with headers that do not end`() throws {
        let block = "-----BEGIN A-----\n:\n-----END A-----\n"
        let text = String(repeating: block, count: 20000) + leaf.pem
        let before = processorSeconds
        #expect(try read(text).map(\.der) == [leaf.der])
        // A search of all following text for each block would take minutes; a search of each block takes less than a second.
        #expect(processorSeconds - before < 30)
    }

    /// The CPU time of this thread.
    private var processorSeconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }
}

@Suite struct `A certificate in DER` {
    @Test func `is still DER if it contains the dashes of PEM`() throws {
        let root = try TestAuthority.root("-----BEGIN CERTIFICATE-----")
        #expect(try read(root.certificate.der).map(\.der) == [root.certificate.der])
    }
}
