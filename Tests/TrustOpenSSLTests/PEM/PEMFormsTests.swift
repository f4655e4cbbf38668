import Glibc
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

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

    @Test func `may have text around and between its blocks`() throws {
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

    @Test func `may have a byte order mark and no line ending at the end`() throws {
        #expect(try read("\u{FEFF}" + leaf.pem.dropLast()).map(\.der) == [leaf.der])
    }

    @Test(arguments: ["CERTIFICATE", "X509 CERTIFICATE"]) func `may use the older label`(label: String) throws {
        #expect(try read(TestPEM.encode(label, leaf.der)).map(\.der) == [leaf.der])
    }

    @Test func `may be OpenSSL's TRUSTED CERTIFICATE, with or without settings`() throws {
        let rejected = TestTrustedCertificate(leaf, rejected: [.serverAuthentication], alias: "mine")
        #expect(try read(rejected.pem).map(\.der) == [leaf.der])
        #expect(try read(TestTrustedCertificate(leaf).pem).map(\.der) == [leaf.der])
    }

    @Test func `may be a PKCS #7 bundle, in PEM or DER, with other blocks beside it`() throws {
        let bundle = TestPKCS7([leaf, root.certificate])
        #expect(try read(bundle.pem).map(\.der) == both)
        #expect(try read(bundle.der).map(\.der) == both)
        #expect(try read(TestPEM.encode("CMS", bundle.der)).map(\.der) == both)
        #expect(try read(leaf.pem + bundle.pem).map(\.der) == [leaf.der] + both)
    }

    @Test func `is refused where a bundle is empty, or holds what is no certificate`() throws {
        #expect(refusal(TestPKCS7([]).pem) == "noCertificate - -: there is no certificate")
        let broken = TestPKCS7(certificateElements: [leaf.der, DERWriter.sequence(DERWriter.null)])
        #expect(refusal(broken.pem)?.hasPrefix("malformedCertificate 1 ") == true)
    }

    @Test func `may have blocks of other kinds, which are not looked at`() throws {
        let parameters = TestPEM.encode("EC PARAMETERS", [6, 8, 42, 134, 72, 206, 61, 3, 1, 7])
        let broken = "-----BEGIN DH PARAMETERS-----\n!!!\n-----END DH PARAMETERS-----\n"
        #expect(try read(parameters + broken + leaf.pem).map(\.der) == [leaf.der])
    }

    @Test func `may have headers in a block (RFC 1421 §4.6)`() throws {
        let block = leaf.pem.replacing("CERTIFICATE-----\nMII", with: "CERTIFICATE-----\nName: x\nOther: y\n\nMII")
        #expect(try read(block).map(\.der) == [leaf.der])
        #expect(try read(block.replacing("\n", with: "\r\n")).map(\.der) == [leaf.der])
    }

    @Test(arguments: ["\n\n", "\r\n\r\n"]) func `with headers but no end of them is refused, whatever follows it`(
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
    func `with a private key is refused, be the key's block sound or not`(label: String) throws {
        let reason = "a private key was sent where certificates belong; it was not read, but treat it as exposed"
        let offset = leaf.pem.utf8.count
        let expected = "privateKey - \(offset): \(reason)"
        #expect(refusal(leaf.pem + TestPEM.encode(label, [1, 2, 3])) == expected)
        let headers =
            "-----BEGIN \(label)-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: A,0\n\nAQID\n-----END \(label)-----\n"
        #expect(refusal(leaf.pem + headers) == expected)
        #expect(refusal(leaf.pem + "-----BEGIN \(label)-----\n!\n-----END \(label)-----\n") == expected)
        #expect(refusal(leaf.pem + "-----BEGIN \(label)-----\nAQID\n") == expected)
    }

    @Test func `is refused at the byte where its base64 is broken`() throws {
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
        ("", "noCertificate - -: there is neither PEM nor DER"),
        ("hello", "noCertificate - -: there is neither PEM nor DER"),
        ("-----END CERTIFICATE-----", "noCertificate - -: there is neither PEM nor DER"),
    ])
    func `is refused where a block has no end, or there is none`(text: String, expected: String) {
        #expect(refusal(text) == expected)
    }

    @Test func `with a block that does not end before the next begins is refused for the first`() {
        let cut = leaf.pem.prefix(100)
        #expect(refusal(cut + "\n" + leaf.pem) == "malformedPEM 0 0: the block has no END CERTIFICATE line")
    }

    @Test func `is read past what cannot be read where all that can is wanted`() throws {
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

    @Test func `is bound in number and size`() throws {
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

    @Test func `is found behind a great many blocks with headers, none of which has an end`() throws {
        let block = "-----BEGIN A-----\n:\n-----END A-----\n"
        let text = String(repeating: block, count: 20000) + leaf.pem
        let before = processorSeconds
        #expect(try read(text).map(\.der) == [leaf.der])
        // A watchdog: a search through all that follows each block takes minutes, one through each block no second.
        #expect(processorSeconds - before < 30)
    }

    /// For how long this thread has had a processor, whatever else the machine does.
    private var processorSeconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }
}

@Suite struct `A certificate in DER` {
    @Test func `that contains PEM's dashes is still DER`() throws {
        let root = try TestAuthority.root("-----BEGIN CERTIFICATE-----")
        #expect(try read(root.certificate.der).map(\.der) == [root.certificate.der])
    }
}
