import RootPrograms
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport

/// Files in the formats of root programs, with certificates of the tests.
enum RootProgramFiles {
    static func root(_ name: String) throws -> TestCertificate {
        try TestAuthority.root(name, key: .shared(.ecdsaP256, "root program \(name)")).certificate
    }

    /// Returns the pin of a certificate's key.
    static func pin(_ certificate: TestCertificate) throws -> String {
        try OpenSSLCertificateReader().certificates(in: certificate.der, limits: CertificateLimits())[0]
            .facts.publicKeyFingerprint.pin
    }

    /// Returns lines of octal digits.
    static func octal(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 16).map { start in
            bytes[start..<min(start + 16, bytes.count)].map { byte in
                let digits = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }.joined() + "\n"
        }.joined() + "END\n"
    }

    /// Returns an object of certdata.txt; `name` identifies issuer and serial number.
    static func object(_ kind: String, _ name: String, _ lines: String) -> String {
        """
        CKA_CLASS CK_OBJECT_CLASS \(kind)
        CKA_TOKEN CK_BBOOL CK_TRUE
        CKA_LABEL UTF8 "\(name)"
        CKA_ISSUER MULTILINE_OCTAL
        \(octal(Array(name.utf8)))CKA_SERIAL_NUMBER MULTILINE_OCTAL
        \(octal([2, 1, 1]))
        """ + lines + "\n"
    }

    /// Returns the certificate object of a root.
    static func certificate(_ certificate: TestCertificate, _ name: String, _ lines: String = "") -> String {
        object("CKO_CERTIFICATE", name, "CKA_VALUE MULTILINE_OCTAL\n\(octal(certificate.der))\(lines)")
    }

    /// Returns the trust object of a root; the texts are the ends of trust values.
    static func trust(_ name: String, server: String, email: String, _ lines: String = "") -> String {
        object(
            "CKO_NSS_TRUST",
            name,
            """
            \(lines)CKA_TRUST_SERVER_AUTH CK_TRUST CKT_NSS_\(server)
            CKA_TRUST_EMAIL_PROTECTION CK_TRUST CKT_NSS_\(email)
            CKA_TRUST_CODE_SIGNING CK_TRUST CKT_NSS_MUST_VERIFY_TRUST

            """
        )
    }

    static func date(_ purpose: String, _ text: String) -> String {
        "CKA_NSS_\(purpose)_DISTRUST_AFTER MULTILINE_OCTAL\n\(octal(Array(text.utf8)))"
    }

    static func certdata(_ objects: [String]) -> [UInt8] {
        let list = """
            # A comment.
            BEGINDATA
            CKA_CLASS CK_OBJECT_CLASS CKO_NSS_BUILTIN_ROOT_LIST
            CKA_LABEL UTF8 "Roots"

            """
        return Array((list + objects.joined(separator: "\n# Next\n")).utf8)
    }
}

/// The result of an import: the lines of the document without the head, and the warnings with their lines.
struct ImportResult {
    var entries: [String] = []
    var warnings: [String] = []
    /// The line and the text of an error.
    var error: String?

    init(_ read: () throws(RootProgramMessage) -> RootProgramData) {
        do throws(RootProgramMessage) {
            let data = try read()
            let text = ConstraintDocument.text(of: data, source: "Test", asOf: nil)
            entries = text.split(separator: "\n").dropFirst(2).map(String.init)
            warnings = data.warnings.map { "\($0.line): \($0.text)" }
        } catch {
            self.error = "\(error.line): \(error.text)"
        }
    }

    static func nss(_ objects: [String]) -> ImportResult { nss(bytes: RootProgramFiles.certdata(objects)) }

    static func nss(bytes: [UInt8]) -> ImportResult {
        ImportResult { () throws(RootProgramMessage) in
            try NSSCertificateData.constraints(in: bytes, reader: OpenSSLCertificateReader())
        }
    }

    static func chrome(_ text: String, _ certificates: [TestCertificate] = []) throws -> ImportResult {
        let known = try certificates.flatMap {
            try OpenSSLCertificateReader().certificates(in: $0.der, limits: CertificateLimits())
        }
        return ImportResult { () throws(RootProgramMessage) in
            try ChromeRootStore.constraints(in: Array(text.utf8), certificates: known)
        }
    }

    static func ccadb(_ text: String) -> ImportResult {
        ImportResult { () throws(RootProgramMessage) in
            try CCADBReport.constraints(in: Array(text.utf8), reader: OpenSSLCertificateReader())
        }
    }
}
