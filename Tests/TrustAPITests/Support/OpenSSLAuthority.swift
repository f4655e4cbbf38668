import Foundation
import TrustModel

/// A CA operated by the `openssl` program (`openssl ca`, `openssl ocsp`) in a temporary directory.
///
/// The program writes the system time into evidence, so verdicts are requested for that time.
final class OpenSSLAuthority {
    private let directory: URL

    /// Creates the CA with a self-signed certificate.
    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        try write("ca.cnf", Self.configuration)
        try write("index.txt", "")
        for name in ["serial", "crlnumber"] { try write(name, "1000\n") }
        try makeKey("ca", subject: "/CN=OpenSSL Root", ["-x509", "-days", "30", "-extensions", "root"])
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private static let configuration = """
        [ca]
        default_ca = authority
        [authority]
        dir = .
        database = index.txt
        new_certs_dir = .
        serial = serial
        crlnumber = crlnumber
        certificate = ca.pem
        private_key = ca.key
        default_md = sha256
        default_days = 20
        default_crl_days = 2
        policy = anything
        unique_subject = no
        [anything]
        commonName = supplied
        [req]
        distinguished_name = name
        [name]
        [root]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [leaf]
        subjectAltName = DNS:api.example.com
        extendedKeyUsage = serverAuth
        keyUsage = critical,digitalSignature
        authorityKeyIdentifier = keyid
        crlDistributionPoints = URI:http://crl.example/a.crl
        [responder]
        extendedKeyUsage = OCSPSigning
        keyUsage = critical,digitalSignature
        noCheck = ignored
        [full]
        authorityKeyIdentifier = keyid
        [delta]
        authorityKeyIdentifier = keyid
        2.5.29.27 = critical,DER:02:02:10:00
        [compromises]
        authorityKeyIdentifier = keyid
        issuingDistributionPoint = critical,@compromisesPoint
        [compromisesPoint]
        fullname = URI:http://crl.example/a.crl
        onlysomereasons = keyCompromise,CACompromise
        [otherReasons]
        authorityKeyIdentifier = keyid
        issuingDistributionPoint = critical,@otherReasonsPoint
        [otherReasonsPoint]
        fullname = URI:http://crl.example/a.crl
        onlysomereasons = affiliationChanged,superseded,cessationOfOperation,certificateHold,privilegeWithdrawn,AACompromise
        [authorities]
        authorityKeyIdentifier = keyid
        issuingDistributionPoint = critical,@authoritiesPoint
        [authoritiesPoint]
        onlyCA = TRUE
        """

    /// The output of `openssl` after it exited with a status other than 0.
    struct Failure: Error {
        let text: String
    }

    @discardableResult
    private func openssl(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = directory
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failure(text: text) }
        return text
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(to: directory.appending(path: name), atomically: true, encoding: .utf8)
    }

    private func makeKey(_ name: String, subject: String, _ options: [String]) throws {
        try openssl(
            ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-config", "ca.cnf"]
                + ["-keyout", "\(name).key", "-out", "\(name).pem", "-subj", subject] + options
        )
    }

    /// Issues a certificate.
    ///
    /// - Parameters:
    ///   - name: the name of its files and its subject.
    ///   - extensions: the configuration section with its extensions.
    /// - Throws: ``Failure`` with the output of the program.
    func issue(_ name: String, extensions: String) throws {
        try makeKey(name, subject: "/CN=\(name)", ["-out", "\(name).csr"])
        try openssl(
            ["ca", "-batch", "-notext", "-config", "ca.cnf", "-extensions", extensions]
                + ["-in", "\(name).csr", "-out", "\(name).pem"]
        )
    }

    /// Creates a self-signed certificate for OCSP signing.
    func makeStranger(_ name: String) throws {
        try makeKey(name, subject: "/CN=\(name)", ["-x509", "-days", "30", "-extensions", "responder"])
    }

    /// Revokes a certificate for a reason.
    func revoke(_ name: String, reason: String) throws {
        try openssl(["ca", "-config", "ca.cnf", "-revoke", "\(name).pem", "-crl_reason", reason])
    }

    /// Removes all certificates from the database of the responder.
    func clearDatabase() throws {
        try write("index.txt", "")
    }

    /// Returns the certificate with a name as PEM.
    func pem(_ name: String) throws -> String {
        try String(contentsOf: directory.appending(path: "\(name).pem"), encoding: .utf8)
    }

    /// Creates a CRL with the extensions of a configuration section.
    func list(_ extensions: String = "full") throws -> String {
        try openssl(["ca", "-config", "ca.cnf", "-gencrl", "-crlexts", extensions, "-out", "list.pem"])
        return try pem("list")
    }

    /// Creates an OCSP response for a certificate, as base64 DER.
    ///
    /// - Parameters:
    ///   - name: the certificate.
    ///   - signer: the name of the certificate and key that sign the response, by default those of the CA.
    ///   - digest: the digest algorithm of the certificate identifier.
    /// - Returns: the response.
    /// - Throws: ``Failure`` with the output of the program.
    func response(about name: String, by signer: String = "ca", digest: String = "-sha1") throws -> String {
        try openssl(
            ["ocsp", "-no_nonce", digest, "-issuer", "ca.pem", "-cert", "\(name).pem", "-reqout", "request.der"]
        )
        try openssl(
            ["ocsp", "-index", "index.txt", "-CA", "ca.pem", "-rsigner", "\(signer).pem", "-rkey", "\(signer).key"]
                + ["-reqin", "request.der", "-respout", "response.der", "-ndays", "2"]
        )
        return try Data(contentsOf: directory.appending(path: "response.der")).base64EncodedString()
    }
}
