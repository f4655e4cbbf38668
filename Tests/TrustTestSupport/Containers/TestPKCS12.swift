/// Writes a PKCS #12 file with an independent encoder (RFC 7292), without encryption.
package struct TestPKCS12 {
    /// A key or a certificate with its local key identifier.
    package enum Item {
        /// A private key as PKCS #8.
        case key([UInt8], localKeyID: [UInt8]? = nil)
        /// A certificate.
        case certificate([UInt8], localKeyID: [UInt8]? = nil)
        /// A private key encrypted by a PKCS #8 structure.
        case shroudedKey([UInt8])
    }

    /// The complete PFX.
    package let der: [UInt8]

    /// Writes the items in the order given.
    ///
    /// - Parameters:
    ///   - items: the keys and certificates.
    ///   - iterations: the iteration count of an authentication code of zeros; nil writes no code.
    package init(_ items: [Item], iterations: Int? = nil) {
        let contents = DERWriter.sequence(of: items.map(Self.bag))
        let safes = DERWriter.sequence(Self.data(contents))
        let code = iterations.map { iterations in
            DERWriter.sequence(
                DERWriter.sequence(
                    DERWriter.sequence(TestObjectIdentifier("2.16.840.1.101.3.4.2.1").der, DERWriter.null),
                    Self.octets([UInt8](repeating: 0, count: 32))
                ),
                Self.octets([1, 2, 3, 4, 5, 6, 7, 8]),
                DERWriter.integer(iterations)
            )
        }
        der = DERWriter.sequence(DERWriter.integer(3), Self.data(safes), code ?? [])
    }

    /// Writes the items with an authentication code by PBMAC1, with PBKDF2 and HMAC with SHA-256 (RFC 9579).
    ///
    /// - Throws: errors of running the program.
    package init(_ items: [Item], pbmac1 passphrase: String, _ openssl: OpenSSLProgram) throws {
        let safes = DERWriter.sequence(Self.data(DERWriter.sequence(of: items.map(Self.bag))))
        let (salt, iterations): ([UInt8], Int) = ([1, 2, 3, 4, 5, 6, 7, 8], 2048)
        let key = try openssl.hexadecimal([
            "kdf", "-keylen", "32", "-kdfopt", "digest:SHA256", "-kdfopt", "pass:\(passphrase)", "-kdfopt",
            "hexsalt:0102030405060708", "-kdfopt", "iter:\(iterations)", "PBKDF2",
        ])
        let text = key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let code = try openssl.hexadecimal([
            "mac", "-digest", "SHA256", "-macopt", "hexkey:\(text)", "-in", openssl.file("safes.der", safes), "HMAC",
        ])
        let hmac = DERWriter.sequence(TestObjectIdentifier("1.2.840.113549.2.9").der, DERWriter.null)
        let parameters = DERWriter.sequence(
            DERWriter.sequence(
                TestObjectIdentifier("1.2.840.113549.1.5.12").der,
                DERWriter.sequence(Self.octets(salt), DERWriter.integer(iterations), DERWriter.integer(32), hmac)
            ),
            hmac
        )
        let algorithm = DERWriter.sequence(TestObjectIdentifier("1.2.840.113549.1.5.14").der, parameters)
        let data = DERWriter.sequence(
            DERWriter.sequence(algorithm, Self.octets(code)),
            Self.octets(Array("NOT USED".utf8)),
            DERWriter.integer(1)
        )
        der = DERWriter.sequence(DERWriter.integer(3), Self.data(safes), data)
    }

    private static func bag(_ item: Item) -> [UInt8] {
        switch item {
        case .key(let key, let identifier): bag("1.2.840.113549.1.12.10.1.1", key, identifier)
        case .shroudedKey(let key): bag("1.2.840.113549.1.12.10.1.2", key, nil)
        case .certificate(let certificate, let identifier):
            bag(
                "1.2.840.113549.1.12.10.1.3",
                DERWriter.sequence(
                    TestObjectIdentifier("1.2.840.113549.1.9.22.1").der,
                    DERWriter.explicit(0, octets(certificate))
                ),
                identifier
            )
        }
    }

    private static func bag(_ type: TestObjectIdentifier, _ value: [UInt8], _ localKeyID: [UInt8]?) -> [UInt8] {
        let attribute = localKeyID.map { identifier in
            DERWriter.sequence(
                TestObjectIdentifier("1.2.840.113549.1.9.21").der,
                DERWriter.set(of: [octets(identifier)])
            )
        }
        return DERWriter.sequence(
            type.der,
            DERWriter.explicit(0, value),
            attribute.map { DERWriter.set(of: [$0]) } ?? []
        )
    }

    private static func data(_ content: [UInt8]) -> [UInt8] {
        DERWriter.sequence(
            TestObjectIdentifier("1.2.840.113549.1.7.1").der,
            DERWriter.explicit(0, octets(content))
        )
    }

    private static func octets(_ content: [UInt8]) -> [UInt8] { DERWriter.element(0x04, content) }
}
