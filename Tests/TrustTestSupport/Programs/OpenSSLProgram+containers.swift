import Foundation

/// Containers written by the `openssl` program.
extension OpenSSLProgram {
    /// Returns a certificate as PEM with the label `TRUSTED CERTIFICATE`.
    ///
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - options: the trust settings, such as `-addreject serverAuth`.
    /// - Returns: the text.
    /// - Throws: errors of running the program; ``ContainerFailure`` if the program fails.
    package func trusted(_ certificate: TestCertificate, _ options: String) throws -> String {
        let input = ["x509", "-in", try file("plain.pem", certificate.pem), "-trustout"]
        let outcome = try run(input + options.split(separator: " ").map(String.init))
        guard outcome.text.hasPrefix("-----BEGIN TRUSTED CERTIFICATE-----") else {
            throw ContainerFailure(text: outcome.text)
        }
        return outcome.text
    }

    /// Returns the bytes that a command prints in hexadecimal, such as `kdf` or `mac`.
    ///
    /// - Parameter arguments: the command.
    /// - Returns: the bytes.
    /// - Throws: errors of running the program; ``ContainerFailure`` if the program fails.
    package func hexadecimal(_ arguments: [String]) throws -> [UInt8] {
        let outcome = try run(arguments)
        let digits = Array(outcome.text.filter(\.isHexDigit))
        guard outcome.status == 0, digits.count.isMultiple(of: 2) else { throw ContainerFailure(text: outcome.text) }
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// Returns a certificate with its private key as a PKCS #12 file.
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

    /// Returns a certificate with a private key and other certificates as a PKCS #12 file.
    ///
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - others: the certificates of issuers.
    ///   - passphrase: the passphrase.
    ///   - options: further options of `openssl pkcs12`, such as `-legacy`.
    /// - Returns: the file.
    /// - Throws: errors of running the program; ``ContainerFailure`` if the program fails.
    package func pkcs12(
        _ certificate: TestCertificate,
        others: [TestCertificate] = [],
        passphrase: String,
        _ options: String = ""
    ) throws -> [UInt8] {
        let output = try file("identity.p12", "")
        let chain = try others.isEmpty ? [] : ["-certfile", file("others.pem", TestPEM.chain(others))]
        let outcome = try run(
            [
                "pkcs12", "-export", "-in", file("plain.pem", certificate.pem),
                "-inkey", file("key.pem", certificate.key.privateKeyPEM()), "-passout", "pass:\(passphrase)",
                "-out", output,
            ] + chain + options.split(separator: " ").map(String.init)
        )
        guard outcome.status == 0 else { throw ContainerFailure(text: outcome.text) }
        return Array(try Data(contentsOf: URL(filePath: output)))
    }

    /// Returns the output of a command that writes a private key as PEM, such as `pkcs8 -topk8 -nocrypt`.
    package func pemKey(_ key: TestKey, _ command: String) throws -> String {
        let output = try file("key.out", "")
        let input = ["-in", try file("key.pem", try key.privateKeyPEM()), "-out", output]
        let outcome = try run(command.split(separator: " ").map(String.init) + input)
        guard outcome.status == 0 else { throw ContainerFailure(text: outcome.text) }
        return String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
    }

    /// Returns a private key in the binary format of an `openssl` command, such as `rsa -traditional`.
    package func binaryKey(_ key: TestKey, _ command: String) throws -> [UInt8] {
        let output = try file("key.der", "")
        let input = ["-in", try file("key.pem", try key.privateKeyPEM()), "-outform", "DER", "-out", output]
        let outcome = try run(command.split(separator: " ").map(String.init) + input)
        guard outcome.status == 0 else { throw ContainerFailure(text: outcome.text) }
        return Array(try Data(contentsOf: URL(filePath: output)))
    }
}

/// The output of `openssl` when it failed to create a container.
package struct ContainerFailure: Error {
    /// The output.
    package let text: String
}
