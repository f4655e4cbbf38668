import Foundation

/// Containers as the `openssl` program itself writes them.
extension OpenSSLProgram {
    /// A certificate as PEM of the label `TRUSTED CERTIFICATE`.
    ///
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - options: the trust settings, such as `-addreject serverAuth`.
    /// - Returns: the text.
    /// - Throws: what running the program throws; ``ContainerFailure`` where it refuses.
    package func trusted(_ certificate: TestCertificate, _ options: String) throws -> String {
        let input = ["x509", "-in", try file("plain.pem", certificate.pem), "-trustout"]
        let outcome = try run(input + options.split(separator: " ").map(String.init))
        guard outcome.text.hasPrefix("-----BEGIN TRUSTED CERTIFICATE-----") else {
            throw ContainerFailure(text: outcome.text)
        }
        return outcome.text
    }

    /// A certificate with its private key as a PKCS #12 file.
    package func pkcs12(_ certificate: TestCertificate) throws -> [UInt8] {
        let output = try file("identity.p12", "")
        let outcome = try run([
            "pkcs12", "-export", "-in", try file("plain.pem", certificate.pem),
            "-inkey", try file("key.pem", try certificate.key.privateKeyPEM()), "-passout", "pass:secret", "-out",
            output,
        ])
        guard outcome.status == 0 else { throw ContainerFailure(text: outcome.text) }
        return Array(try Data(contentsOf: URL(filePath: output)))
    }

    /// A private key in a binary form: an `openssl` command with its options, such as `rsa -traditional`.
    package func binaryKey(_ key: TestKey, _ command: String) throws -> [UInt8] {
        let output = try file("key.der", "")
        let input = ["-in", try file("key.pem", try key.privateKeyPEM()), "-outform", "DER", "-out", output]
        let outcome = try run(command.split(separator: " ").map(String.init) + input)
        guard outcome.status == 0 else { throw ContainerFailure(text: outcome.text) }
        return Array(try Data(contentsOf: URL(filePath: output)))
    }
}

/// What `openssl` wrote instead of making a container.
package struct ContainerFailure: Error {
    /// All that was written.
    package let text: String
}
