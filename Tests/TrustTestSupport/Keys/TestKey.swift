/// A key pair that can sign.
///
/// This module encodes the public key; OpenSSL generates the key pair and its signatures.
package final class TestKey: Sendable {
    /// The type of the key.
    package let kind: TestKeyKind
    /// The subjectPublicKey: the octets inside the BIT STRING.
    package let publicKey: [UInt8]
    /// The complete SubjectPublicKeyInfo.
    package let subjectPublicKeyInfo: [UInt8]

    private let pair: KeyPairHandle

    private init(_ pair: KeyPairHandle, kind: TestKeyKind) throws {
        let writer = PublicKeyWriter(pair: pair, kind: kind)
        self.pair = pair
        self.kind = kind
        publicKey = try writer.publicKey()
        subjectPublicKeyInfo = DERWriter.sequence(try writer.algorithmIdentifier(), DERWriter.bitString(publicKey))
    }

    /// Creates a new key pair.
    ///
    /// - Throws: ``OpenSSLFailure`` if OpenSSL rejects the size or the curve.
    package static func generate(_ kind: TestKeyKind) throws -> TestKey {
        try TestKey(KeyGeneration.generate(kind), kind: kind)
    }

    /// The usual key identifier: SHA-1 of the subjectPublicKey (RFC 5280 section 4.2.1.2, method 1).
    package func identifier() throws -> [UInt8] {
        try TestDigest.sha1.hash(publicKey)
    }

    /// Signs a message.
    ///
    /// - Throws: ``OpenSSLFailure`` if the key cannot sign with that algorithm.
    package func sign(_ message: [UInt8], with algorithm: TestSignatureAlgorithm) throws -> [UInt8] {
        try pair.sign(message, with: algorithm)
    }

    /// The unencrypted private key as PKCS #8 DER (RFC 5958), written by OpenSSL.
    package func privateKeyDER() throws -> [UInt8] {
        try pair.privateKeyDER()
    }

    /// The unencrypted private key as PEM, for programs like `openssl s_server`.
    package func privateKeyPEM() throws -> String {
        TestPEM.encode("PRIVATE KEY", try privateKeyDER())
    }

    /// The public key as PEM.
    package var publicKeyPEM: String { TestPEM.encode("PUBLIC KEY", subjectPublicKeyInfo) }
}
