import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `Extensions` {
    private func parsed(_ edit: (inout TestExtensions) -> Void) throws -> CertificateExtensions {
        let root = try TestAuthority.root("Root") {
            $0.extensions.removeAll()
            edit(&$0.extensions)
        }
        return try read(root.certificate.der)[0].facts.extensions
    }

    private func parsed(_ newExtension: TestExtension) throws -> CertificateExtensions {
        let extensions = try parsed { $0.append(newExtension) }
        #expect(extensions.malformed.isEmpty)
        return extensions
    }

    @Test func `are listed in encoded order with their criticality`() throws {
        let extensions = try parsed {
            $0.append(.raw("1.2.3", critical: true, value: []))
            $0.append(.basicConstraints(isAuthority: true))
            $0.append(.raw("1.2.4", value: [1]))
        }
        #expect(extensions.entries.map(\.type.description) == ["1.2.3", "2.5.29.19", "1.2.4"])
        #expect(extensions.entries.map(\.isCritical) == [true, true, false])
        #expect(extensions.contains(.basicConstraints) && !extensions.contains(.keyUsage))
        #expect(extensions.malformed.isEmpty)
    }

    @Test(arguments: [(true, nil), (true, 0), (true, 7), (false, nil), (false, 3), (true, 70_000)] as [(Bool, Int?)])
    func `include basic constraints`(isAuthority: Bool, pathLength: Int?) throws {
        let extensions = try parsed(.basicConstraints(isAuthority: isAuthority, pathLength: pathLength))
        #expect(extensions.basicConstraints == BasicConstraints(isAuthority: isAuthority, pathLength: pathLength))
    }

    @Test(arguments: 0..<9) func `include each bit of the key usage`(bit: Int) throws {
        let extensions = try parsed(.keyUsage(TestKeyUsage(rawValue: 1 << UInt16(bit))))
        #expect(extensions.keyUsage == KeyUsage(rawValue: 1 << UInt16(bit)))
    }

    @Test func `include key purposes and policies in order`() throws {
        #expect(
            try parsed(.extendedKeyUsage([.serverAuthentication, .anyExtendedKeyUsage])).extendedKeyUsage
                == [.serverAuth, .anyExtendedKeyUsage]
        )
        #expect(
            try parsed(.certificatePolicies(["1.2.3", .anyPolicy])).certificatePolicies == [OID(1, 2, 3), .anyPolicy]
        )
    }

    @Test func `include names of every type`() throws {
        let names = try parsed(
            .subjectAlternativeName([
                .dns("*.example.com"), .email("a@example.com"), .uri("https://example.com"), .ip([192, 0, 2, 1]),
                .directory(.commonName("N")), .registeredID("1.2.3"), .other("1.2.3", value: DERWriter.null),
            ])
        ).subjectAlternativeNames
        let kinds = try #require(names)
        #expect(kinds.count == 7)
        #expect(
            Array(kinds.prefix(4))
                == [.dns("*.example.com"), .email("a@example.com"), .uri("https://example.com"), .ip([192, 0, 2, 1])]
        )
        guard case .directory(let name) = kinds[4] else {
            Issue.record("the fifth name is \(kinds[4])")
            return
        }
        #expect(name.description == "CN=N")
        #expect(kinds[5] == .registeredID(OID(1, 2, 3)))
        #expect(kinds[6] == .otherName(type: OID(1, 2, 3), value: [5, 0]))
    }

    @Test func `include name constraints`() throws {
        let constraints = try parsed(
            .nameConstraints(permitted: [.dns("a")], excluded: [.ip([1, 2, 3, 4, 255, 0, 0, 0])])
        )
        #expect(
            constraints.nameConstraints
                == NameConstraints(permitted: [.dns("a")], excluded: [.ip([1, 2, 3, 4, 255, 0, 0, 0])])
        )
    }

    @Test func `include key identifiers`() throws {
        #expect(try parsed(.subjectKeyIdentifier([1, 2])).subjectKeyIdentifier == [1, 2])
        let identifier = try #require(
            try parsed(.authorityKeyIdentifier([3], issuer: .commonName("N"), serialNumber: [4, 5]))
                .authorityKeyIdentifier
        )
        #expect(identifier.keyIdentifier == [3])
        #expect(identifier.serialNumber == [4, 5])
        #expect(identifier.issuers?.count == 1)
        #expect(
            try parsed(.authorityKeyIdentifier()).authorityKeyIdentifier
                == AuthorityKeyIdentifier(keyIdentifier: nil, issuers: nil, serialNumber: nil)
        )
    }

    @Test func `include the locations of issuers, responders and CRLs`() throws {
        let access = try parsed(.authorityInformationAccess(ocsp: ["http://o"], issuers: ["http://i", "ldap://i"]))
        #expect(access.ocspLocations == ["http://o"])
        #expect(access.issuerLocations == ["http://i", "ldap://i"])
        #expect(try parsed(.crlDistributionPoints(["http://a", "http://b"])).crlLocations == ["http://a", "http://b"])
        #expect(try parsed(.freshestCRL(["http://d", "ldap://e"])).deltaLocations == ["http://d", "ldap://e"])
        let many = (0..<99).map { "http://\($0)" }
        #expect(try parsed(.freshestCRL(many)).deltaLocations == Array(many.prefix(32)))
    }

    @Test(
        arguments: [
            (TestObjectIdentifier.basicConstraints, [], "the sequence of basic constraints is missing"),
            (.basicConstraints, [0x30, 0x03, 0x01, 0x01, 0x01], "the cA flag is neither true nor false"),
            (.basicConstraints, [0x30, 0x03, 0x02, 0x01, 0xFF], "the path length is negative"),
            (.basicConstraints, [0x30, 0x00, 0x00], "1 byte follows the extension's value"),
            (.keyUsage, [0x03, 0x00], "the key usage is not a valid BIT STRING"),
            (.keyUsage, [0x03, 0x02, 0x08, 0x80], "the key usage is not a valid BIT STRING"),
            (.keyUsage, [0x03, 0x01, 0x07], "the key usage is not a valid BIT STRING"),
            (.keyUsage, [0x03, 0x02, 0x07, 0xFF], "the key usage has unused bits that are not zero"),
            (.extendedKeyUsage, [0x30, 0x00], "a key purpose is missing"),
            (
                .subjectAlternativeName, [0x30, 0x03, 0x82, 0x01, 0xE9],
                "an alternative name contains a non-ASCII character"
            ),
            (.subjectAlternativeName, [0x30, 0x02, 0x89, 0x00], "an alternative name has an unknown type"),
            (.nameConstraints, [0x30, 0x00], "the name constraints contain no subtrees"),
            (.nameConstraints, [0x30, 0x02, 0xA0, 0x00], "a subtree is missing"),
            (.certificatePolicies, [0x30, 0x00], "a policy is missing"),
            (.subjectKeyIdentifier, [0x05, 0x00], "the key identifier has tag 0x05 instead of 0x04"),
            (.authorityKeyIdentifier, [0x30, 0x02, 0x83, 0x00], "2 bytes follow the authority key identifier"),
            (.authorityInformationAccess, [0x30, 0x00], "an access description is missing"),
            (.crlDistributionPoints, [0x30, 0x00], "a distribution point is missing"),
            (.crlDistributionPoints, [0x30, 0x06, 0x30, 0x04, 0xA0, 0x02, 0xA0, 0x00], "a full name is missing"),
            (
                .crlDistributionPoints, [0x30, 0x02, 0x30, 0x00],
                "a distribution point has neither a name nor a CRL issuer"
            ),
            (
                .crlDistributionPoints, [0x30, 0x06, 0x30, 0x04, 0x81, 0x02, 0x05, 0x60],
                "a distribution point has neither a name nor a CRL issuer"
            ),
            (.freshestCRL, [0x30, 0x00], "a distribution point is missing"),
            (.authorityKeyIdentifier, [0x30, 0x02, 0xA1, 0x00], "an issuer's name is missing"),
            (.issuerAlternativeName, [0x30, 0x02, 0x89, 0x00], "an alternative name has an unknown type"),
            ("1.3.6.1.5.5.7.1.11", [0x30, 0x00], "an access description is missing"),
            (
                .certificatePolicies, [0x30, 0x07, 0x30, 0x05, 0x06, 0x01, 0x2A, 0x30, 0x00],
                "a policy's qualifier is missing"
            ),
            (.policyMappings, [0x30, 0x00], "a policy mapping is missing"),
            (.policyMappings, [0x05, 0x00], "the list of policy mappings has tag 0x05 instead of 0x30"),
            (.policyMappings, [0x30, 0x05, 0x30, 0x03, 0x06, 0x01, 0x2A], "the subject's policy is missing"),
            (.policyConstraints, [0x30, 0x00], "the policy constraints are empty"),
            (
                .policyConstraints, [0x30, 0x02, 0x80, 0x00],
                "requireExplicitPolicy is not a valid non-negative INTEGER"
            ),
            (
                .policyConstraints, [0x30, 0x04, 0x80, 0x02, 0x00, 0x01],
                "requireExplicitPolicy is not a valid non-negative INTEGER"
            ),
            (
                .policyConstraints, [0x30, 0x03, 0x81, 0x01, 0x80],
                "inhibitPolicyMapping is not a valid non-negative INTEGER"
            ),
            (.policyConstraints, [0x30, 0x03, 0x80, 0x01, 0x00, 0x00], "1 byte follows the extension's value"),
            (
                .inhibitAnyPolicy, [0x02, 0x02, 0x00, 0x01],
                "the value of inhibitAnyPolicy is not minimally encoded"
            ),
            (.inhibitAnyPolicy, [0x02, 0x01, 0x00, 0x00], "1 byte follows the extension's value"),
        ] as [(TestObjectIdentifier, [UInt8], String)]
    )
    func `are recorded with type and offset if malformed, and set no property`(
        type: TestObjectIdentifier,
        value: [UInt8],
        reason: String
    ) throws {
        let authority = try TestAuthority.root("Root") {
            $0.extensions = TestExtensions([.raw(type, value: value)])
        }
        let certificate = try read(authority.certificate.der)[0]
        let extensions = certificate.facts.extensions
        let malformed = try #require(extensions.malformed.first)
        #expect(extensions.malformed.count == 1)
        #expect(malformed.type.der == type.content)
        #expect(malformed.reason == reason)
        #expect(certificate.der.indices.contains(malformed.offset))
        #expect(extensions.basicConstraints == nil && extensions.keyUsage == nil && extensions.extendedKeyUsage == nil)
        #expect(extensions.subjectAlternativeNames == nil && extensions.nameConstraints == nil)
        #expect(extensions.certificatePolicies == nil && extensions.authorityKeyIdentifier == nil)
        #expect(extensions.subjectKeyIdentifier == nil && extensions.issuerLocations.isEmpty)
    }

    @Test func `may have unknown policy qualifiers and forbidden mappings`() throws {
        // A policy 1.2.3 with one qualifier of the type 1.2.4.
        let qualifier = DERWriter.sequence([0x06, 0x02, 0x2A, 0x04], DERWriter.null)
        let information = DERWriter.sequence([0x06, 0x02, 0x2A, 0x03], DERWriter.sequence(qualifier))
        let policies = TestExtension.raw(.certificatePolicies, value: DERWriter.sequence(information))
        #expect(try parsed(policies).hasUnknownPolicyQualifiers)
        #expect(try !parsed(.certificatePolicies(["1.2.3"])).hasUnknownPolicyQualifiers)
        let mappings = try parsed(
            .policyMappings([("1.2.3", "1.2.4"), ("2.5.29.32.0", "1.2.4"), ("1.2.3", "2.5.29.32.0")])
        )
        .policyMappings
        #expect(mappings.map(\.issuerDomainPolicy.description) == ["1.2.3", "2.5.29.32.0", "1.2.3"])
        #expect(mappings.map(\.subjectDomainPolicy.description) == ["1.2.4", "1.2.4", "2.5.29.32.0"])
        #expect(mappings.map(\.isOfAnyPolicy) == [false, true, true])
    }

    @Test func `include the numbers of policy constraints (RFC 5280 §4.2.1.11, §4.2.1.14)`() throws {
        let both = try parsed(.policyConstraints(requireExplicit: 3, inhibitMapping: 0)).policyConstraints
        #expect(both == PolicyConstraints(requireExplicitPolicy: 3, inhibitPolicyMapping: 0))
        let one = try parsed(.policyConstraints(inhibitMapping: 200)).policyConstraints
        #expect(one == PolicyConstraints(requireExplicitPolicy: nil, inhibitPolicyMapping: 200))
        // More than the maximum path length.
        let long = try parsed(.policyConstraints(requireExplicit: 1 << 40)).policyConstraints
        #expect(long == PolicyConstraints(requireExplicitPolicy: Int(Int32.max), inhibitPolicyMapping: nil))
        #expect(try parsed(.inhibitAnyPolicy(7)).inhibitAnyPolicy == 7)
    }

    @Test func `are recorded if duplicate, and the first one is used (RFC 5280 §4.2)`() throws {
        let extensions = try parsed {
            $0.append(.keyUsage(.keyCertSign))
            $0.append(.keyUsage(.digitalSignature))
            $0.append(.raw("1.2.3", value: []))
            $0.append(.raw("1.2.3", value: []))
        }
        #expect(extensions.keyUsage == .keyCertSign)
        #expect(extensions.malformed.map(\.type.description) == ["2.5.29.15", "1.2.3"])
        #expect(extensions.malformed.allSatisfy { $0.reason == "the extension occurs more than once" })
        #expect(extensions.entries.count == 4)
    }
}

@Suite struct `The facts of a certificate` {
    @Test(arguments: [
        (TestKeyKind.rsa(2048), PublicKeyFacts.Kind.rsa, 2048), (.rsa(2047), .rsa, 2047),
        (.rsaPSS(2048), .rsaPSS, 2048),
        (.ecdsaP256, .ellipticCurve(OID(1, 2, 840, 10045, 3, 1, 7)), 256),
        (.ecdsaP521, .ellipticCurve(OID(1, 3, 132, 0, 35)), 521),
        (.ecdsaSecp256k1, .ellipticCurve(OID(1, 3, 132, 0, 10)), 256),
        (.ed25519, .ed25519, 256), (.ed448, .ed448, 448), (.dsa(2048), .dsa, 2048),
    ])
    func `include the type and size of the key`(kind: TestKeyKind, expected: PublicKeyFacts.Kind, bits: Int) throws {
        let root = try TestAuthority.root("Root")
        let leaf = try root.issueLeaf("api.example.com", key: .shared(kind))
        let key = try read(leaf.der)[0].facts.publicKey
        #expect(key.kind == expected)
        #expect(key.bits == bits)
    }

    @Test func `include the size of an RSA exponent`() throws {
        let root = try TestAuthority.root("Root")
        let size = { (kind: TestKeyKind) in
            try read(try root.issueLeaf("api.example.com", key: .shared(kind)).der)[0].facts.publicKey.exponentBits
        }
        #expect(try size(.rsa(2048)) == 17)
        #expect(try size(.rsaPSS(2048)) == 17)
        #expect(try size(.ecdsaP256) == nil)
    }

    @Test func `include digests, serial number, version, names and algorithms`() throws {
        let root = try TestAuthority.root("Root")
        let leaf = try root.issueLeaf("api.example.com") {
            $0.serialNumber = [0x7F, 0x80]
            $0.signature.outerClaim = .ecdsa(.sha384)
        }
        let facts = try read(leaf.der)[0].facts
        #expect(facts.fingerprint.bytes == (try leaf.fingerprint()))
        #expect(facts.publicKeyFingerprint.bytes == (try leaf.keyPin()))
        #expect(facts.serialNumber == [0x7F, 0x80])
        #expect(facts.version == 3)
        #expect(facts.issuer.description == "CN=Root")
        #expect(facts.subject.description == "CN=api.example.com")
        #expect(!facts.signatureAlgorithmsAgree)
        #expect(facts.signatureAlgorithm.algorithm.description == "1.2.840.10045.4.3.3")
        #expect(!facts.isSelfIssued && !facts.isAuthority)
        let root1 = try TestAuthority.root("Root") {
            $0.version = 1
            $0.extensions.removeAll()
        }
        #expect(try read(root1.certificate.der)[0].facts.version == 1)
    }

    @Test func `have a display name: the subject, else the first name, else the digest`() throws {
        let root = try TestAuthority.root("Root")
        func name(_ edit: TestAuthority.Edit) throws -> String {
            try read(root.issueLeaf("api.example.com", edit: edit).der)[0].facts.displayName
        }
        #expect(try name { _ in } == "CN=api.example.com")
        #expect(try name { $0.subject = .empty } == "api.example.com")
        let long = String(repeating: "a", count: 2000)
        #expect(try name { $0.subject = .commonName(long) } == "CN=" + long.prefix(64) + "…")
        #expect(
            try name {
                $0.subject = .empty
                $0.subjectAlternativeNames = []
            }.hasPrefix("sha256:")
        )
    }
}
