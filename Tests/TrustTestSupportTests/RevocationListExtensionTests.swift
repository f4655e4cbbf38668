import Testing
import TrustTestSupport

@Suite struct `An extension for CRLs` {
    private static let address = TestDistributionPointName.full([.uri("http://c.example/1")])

    private static let ofCertificates: [ShownExtension] = [
        .init(
            .crlDistributionPoints(["http://c.example/1", "http://c.example/2"]),
            "X509v3 CRL Distribution Points:",
            "URI:http://c.example/1",
            "URI:http://c.example/2"
        ),
        .init(
            .crlDistributionPoints(
                points: [
                    TestDistributionPoint(
                        .full([.uri("http://c.example/1"), .dns("c.example")]),
                        reasons: [.keyCompromise, .attributeAuthorityCompromise],
                        crlIssuer: [.directory(.commonName("List Issuer"))]
                    )
                ],
                critical: true
            ),
            "X509v3 CRL Distribution Points: critical",
            "URI:http://c.example/1",
            "DNS:c.example",
            "Reasons:\n                  Key Compromise, AA Compromise",
            "CRL Issuer:\n                  DirName:CN = List Issuer"
        ),
        .init(
            .crlDistributionPoints(points: [
                TestDistributionPoint(
                    .relative([.commonName("One"), .organizationalUnit("Two")]),
                    reasons: [.unused]
                )
            ]),
            "Relative Name:\n                  CN = One + OU = Two",
            "Reasons:\n                  Unused"
        ),
        .init(
            .crlDistributionPoints(points: [TestDistributionPoint(.verbatim([0xA0, 0x03, 0x82, 0x01, 0x61]))]),
            "Full Name:\n                  DNS:a"
        ),
        .init(.freshestCRL(["http://c.example/d"]), "X509v3 Freshest CRL:", "URI:http://c.example/d"),
        .init(
            .freshestCRL(points: [TestDistributionPoint(crlIssuer: [.dns("c.example")])], critical: true),
            "X509v3 Freshest CRL: critical",
            "CRL Issuer:\n                  DNS:c.example"
        ),
    ]

    private static let ofLists: [ShownExtension] = [
        .init(
            .issuingDistributionPoint(point(address) { _ in }),
            "X509v3 Issuing Distribution Point: critical",
            "Full Name:\n                  URI:http://c.example/1"
        ),
        .init(
            .issuingDistributionPoint(point(.relative([.commonName("One")])) { $0.isIndirect = true }),
            "Relative Name:\n                  CN = One",
            "Indirect CRL"
        ),
        .init(
            .issuingDistributionPoint(point { $0.onlyContainsUserCertificates = true }, critical: false),
            "X509v3 Issuing Distribution Point: \n",
            "Only User Certificates"
        ),
        .init(
            .issuingDistributionPoint(point { $0.onlyContainsAuthorityCertificates = true }),
            "Only CA Certificates"
        ),
        .init(
            .issuingDistributionPoint(point { $0.onlyContainsAttributeCertificates = true }),
            "Only Attribute Certificates"
        ),
        .init(
            .issuingDistributionPoint(point { $0.onlySomeReasons = [.superseded, .certificateHold] }),
            "Only Some Reasons:\n                  Superseded, Certificate Hold"
        ),
        .init(.issuingDistributionPoint(point { _ in }), "<EMPTY>"),
        .init(.crlNumber(300, critical: true), "X509v3 CRL Number: critical\n                300"),
        .init(
            .crlNumber(content: [0x7F] + Array(repeating: 0xEE, count: 19)),
            "0x7F" + String(repeating: "EE", count: 19)
        ),
        .init(.deltaCRLIndicator(5), "X509v3 Delta CRL Indicator: critical\n                5"),
        .init(.freshestCRL(["http://c.example/d"]), "X509v3 Freshest CRL:", "URI:http://c.example/d"),
        .init(.raw("1.2.3.4.5", value: Array("free".utf8)), "1.2.3.4.5: \n                free"),
    ]

    private static func point(
        _ name: TestDistributionPointName? = nil,
        edit: (inout TestIssuingDistributionPoint) -> Void
    ) -> TestIssuingDistributionPoint {
        var point = TestIssuingDistributionPoint(name)
        edit(&point)
        return point
    }

    @Test(arguments: ofCertificates)
    func `has the requested contents in a certificate in openssl x509`(shown: ShownExtension) throws {
        let root = try TestAuthority.root("Test Root") { $0.extensions.set(shown.built) }
        let text = try OpenSSLProgram().text(root.certificate).text
        for line in shown.lines {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test(arguments: ofLists)
    func `has the requested contents in a CRL in openssl crl`(shown: ShownExtension) throws {
        let list = try TestAuthority.root("Test Root").revocationList { $0.extensions.set(shown.built) }
        let text = try OpenSSLProgram().text(list).text
        for line in shown.lines {
            #expect(text.contains(line), "\(text)")
        }
    }
}
