import Testing
import TrustTestSupport

/// An extension, and its lines in the output of `openssl x509 -text` or `openssl crl -text`.
struct ShownExtension: CustomTestStringConvertible {
    let built: TestExtension
    let lines: [String]

    init(_ built: TestExtension, _ lines: String...) {
        self.built = built
        self.lines = lines
    }

    var testDescription: String { lines.joined(separator: " ") }
}

@Suite struct `An extension in openssl x509` {
    private static let directory = TestName([.country("DE"), .organization("Example")])

    private static let usage: [ShownExtension] = [
        .init(.basicConstraints(isAuthority: true), "X509v3 Basic Constraints: critical", "CA:TRUE"),
        .init(.basicConstraints(isAuthority: true, pathLength: 3), "CA:TRUE, pathlen:3"),
        .init(.basicConstraints(isAuthority: false, critical: false), "X509v3 Basic Constraints:", "CA:FALSE"),
        .init(.keyUsage([.keyCertSign, .crlSign]), "X509v3 Key Usage: critical", "Certificate Sign, CRL Sign"),
        .init(.keyUsage([.digitalSignature], critical: false), "X509v3 Key Usage:", "Digital Signature"),
        .init(
            .keyUsage([.nonRepudiation, .keyEncipherment, .dataEncipherment, .keyAgreement, .encipherOnly]),
            "Non Repudiation, Key Encipherment, Data Encipherment, Key Agreement, Encipher Only"
        ),
        .init(.keyUsage([.keyAgreement, .decipherOnly]), "Key Agreement, Decipher Only"),
        .init(
            .extendedKeyUsage([.serverAuthentication, .clientAuthentication, .ocspSigning, .anyExtendedKeyUsage]),
            "X509v3 Extended Key Usage:",
            "TLS Web Server Authentication, TLS Web Client Authentication, OCSP Signing, Any Extended Key Usage"
        ),
        .init(
            .extendedKeyUsage([.codeSigning, .emailProtection, .timeStamping], critical: true),
            "X509v3 Extended Key Usage: critical",
            "Code Signing, E-mail Protection, Time Stamping"
        ),
        .init(.tlsFeature(), "TLS Feature:", "status_request"),
        .init(.ocspNoCheck(), "OCSP No Check:"),
        .init(.raw("1.2.3.4.5", critical: true, value: Array("free".utf8)), "1.2.3.4.5: critical", "free"),
    ]

    private static let names: [ShownExtension] = [
        .init(.subjectAlternativeName([.dns("a.example"), .dns("b.example")]), "DNS:a.example, DNS:b.example"),
        .init(.subjectAlternativeName([.ip([10, 0, 0, 1])], critical: true), "IP Address:10.0.0.1"),
        .init(.subjectAlternativeName([.ip([0x20, 1] + Array(repeating: 0, count: 13) + [1])]), "2001:0:0:0:0:0:0:1"),
        .init(.subjectAlternativeName([.email("x@example.com")]), "email:x@example.com"),
        .init(.subjectAlternativeName([.uri("spiffe://example/a")]), "URI:spiffe://example/a"),
        .init(.subjectAlternativeName([.directory(directory)]), "DirName:/C=DE/O=Example"),
        .init(.subjectAlternativeName([.registeredID("1.2.3.4")]), "Registered ID:1.2.3.4"),
        .init(
            .subjectAlternativeName([
                .other("1.3.6.1.4.1.311.20.2.3", value: TestStringType.utf8.der("user@example.com"))
            ]),
            "othername: UPN::user@example.com"
        ),
        .init(.issuerAlternativeName([.dns("ca.example")]), "X509v3 Issuer Alternative Name:", "DNS:ca.example"),
        .init(
            .nameConstraints(
                permitted: [.dns("example.com"), .ip([10, 0, 0, 0, 255, 0, 0, 0])],
                excluded: [.email("a")]
            ),
            "X509v3 Name Constraints: critical",
            "Permitted:",
            "DNS:example.com",
            "IP:10.0.0.0/255.0.0.0",
            "Excluded:",
            "email:a"
        ),
        .init(
            .nameConstraints(excluded: [.directory(directory), .uri(".b")]),
            "DirName:C = DE, O = Example",
            "URI:.b"
        ),
    ]

    private static let policies: [ShownExtension] = [
        .init(
            .certificatePolicies([.anyPolicy, "2.23.140.1.2.1"]),
            "Policy: X509v3 Any Policy",
            "Policy: 2.23.140.1.2.1"
        ),
        .init(
            .policyMappings([(issuer: "1.2.3", subject: "1.2.4")]),
            "X509v3 Policy Mappings: critical",
            "1.2.3:1.2.4"
        ),
        .init(
            .policyConstraints(requireExplicit: 0, inhibitMapping: 2),
            "X509v3 Policy Constraints: critical",
            "Require Explicit Policy:0, Inhibit Policy Mapping:2"
        ),
        .init(.inhibitAnyPolicy(1), "X509v3 Inhibit Any Policy: critical", "1"),
    ]

    private static let issuer: [ShownExtension] = [
        .init(.subjectKeyIdentifier([0xAB, 0xCD]), "X509v3 Subject Key Identifier:", "AB:CD"),
        .init(.authorityKeyIdentifier([1, 2, 3]), "X509v3 Authority Key Identifier:", "01:02:03"),
        .init(
            .authorityKeyIdentifier(issuer: directory, serialNumber: [0x12, 0x34]),
            "DirName:/C=DE/O=Example",
            "serial:12:34"
        ),
        .init(
            .authorityInformationAccess(ocsp: ["http://o.example/"], issuers: ["http://i.example/"]),
            "OCSP - URI:http://o.example/",
            "CA Issuers - URI:http://i.example/"
        ),
    ]

    @Test(arguments: usage + names + policies + issuer)
    func `has the requested contents`(shown: ShownExtension) throws {
        let root = try TestAuthority.root("Test Root") { template in
            template.extensions.removeAll()
            template.extensions.append(shown.built)
        }
        let text = try OpenSSLProgram().text(root.certificate).text
        for line in shown.lines {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test func `can be removed, replaced in place and duplicated`() throws {
        let root = try TestAuthority.root("Test Root")
        let leaf = try root.issueLeaf("api.example.com") { template in
            template.extensions.remove(.keyUsage)
            template.extendedKeyUsages = [.codeSigning]
            template.extensions.append(.subjectAlternativeName([.dns("second.example")]))
            template.subjectKeyIdentifier = nil
        }
        let text = try OpenSSLProgram().text(leaf).text
        #expect(!text.contains("Key Usage: critical"))
        #expect(text.contains("Code Signing") && !text.contains("TLS Web Server"))
        #expect(text.contains("DNS:api.example.com") && text.contains("DNS:second.example"))
        #expect(!text.contains("Subject Key Identifier") && text.contains("Authority Key Identifier"))
    }

    @Test func `has the key identifier of its CA`() throws {
        let root = try TestAuthority.root("Test Root") { $0.subjectKeyIdentifier = [0xAA, 0xBB, 0xCC] }
        let text = try OpenSSLProgram().text(try root.issueLeaf("api.example.com")).text
        #expect(text.contains("AA:BB:CC"))
    }
}
