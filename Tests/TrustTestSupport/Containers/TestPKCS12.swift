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
