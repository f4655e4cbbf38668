import Foundation
import Testing
import TrustModel
import TrustTestSupport

/// Tests of constraints with certificates from an attacker, and with paths that only partly meet them.
@Suite struct `Constraints on hostile certificates` {
    private let scene: ConstraintScene

    init() throws {
        scene = try ConstraintScene()
    }

    /// Returns the violations of a leaf from the fixture's issuing CA.
    private func violations(_ constraints: [String: Any], _ edit: @escaping TestAuthority.Edit) throws -> [String] {
        let leaf = try scene.api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "attack"), edit: edit)
        return try scene.answer(constraints, chain: leaf.pem + scene.api.issuing.certificate.pem).violations
    }

    @Test func `do not match a second common name`() throws {
        let two: TestAuthority.Edit = { $0.subject = TestName([.commonName("user"), .commonName("admin")]) }
        let admin = ["leaf": ["subject": ["commonName": "admin"]]]
        #expect(try violations(admin, two) == ["0 leaf/subject/commonName: admin → user, admin"])
        #expect(try violations(["not": admin], two) == ["- not: not met → uncertain"])
        #expect(try violations(["leaf": ["subject": ["commonName": ["admin", "user"]]]], two) == [])
    }

    @Test func `do not match wildcards that cover other hosts`() throws {
        let wildcard: TestAuthority.Edit = { $0.subjectAlternativeNames = [.dns("*.example.com")] }
        func violations(_ quantifier: String, _ pattern: String) throws -> [String] {
            try self.violations(["leaf": ["dnsNames": [quantifier: [pattern]]]], wildcard)
        }
        for quantifier in ["every", "some"] {
            #expect(try violations(quantifier, "*.example.com") == [])
            #expect(try violations(quantifier, "**.example.com") == [])
            #expect(
                try violations(quantifier, "api.example.com")
                    == ["0 leaf/dnsNames/\(quantifier): api.example.com → *.example.com"]
            )
        }
        #expect(try violations("none", "b.a.example.com") == [])
        #expect(
            try violations("none", "www.example.com")
                == ["0 leaf/dnsNames/none: no name that matches www.example.com → *.example.com"]
        )
    }

    @Test func `are violated by thousands of names, and bound the facts`() throws {
        let names = (0..<1500).map { TestGeneralName.dns($0 == 0 ? "api.example.com" : "h\($0).example.com") }
        let crowd: TestAuthority.Edit = { $0.subjectAlternativeNames = names }
        let note = "none (more than 1000 names)"
        #expect(
            try violations(["leaf": ["dnsNames": ["every": ["*.example.com"]]]], crowd)
                == ["0 leaf/dnsNames/every: *.example.com → \(note)"]
        )
        #expect(
            try violations(["leaf": ["dnsNames": ["none": ["*.example.org"]]]], crowd)
                == ["0 leaf/dnsNames/none: no name that matches *.example.org → \(note)"]
        )
        #expect(try violations(["leaf": ["dnsNames": ["some": ["h999.example.com"]]]], crowd) == [])
        let listed = "api.example.com, h1.example.com, h2.example.com, h3.example.com, h4.example.com, …"
        #expect(
            try violations(["leaf": ["dnsNames": ["some": ["h1000.example.com"]]]], crowd)
                == ["0 leaf/dnsNames/some: h1000.example.com → \(listed) (more than 1000 names)"]
        )
        // All compared names are foreign, but the others are not known.
        #expect(try violations(["not": ["leaf": ["dnsNames": ["every": ["**.example"]]]]], crowd) == [])
        #expect(
            try violations(["not": ["leaf": ["dnsNames": ["none": ["**.example"]]]]], crowd)
                == ["- not: not met → uncertain"]
        )
    }

    @Test func `are uncertain about strings that are not text`() throws {
        let broken: TestAuthority.Edit = {
            $0.subject = TestName([
                TestAttribute(.organization, der: [0x0C, 0x03, 0x45, 0xC3, 0x28]), .commonName("x"),
            ])
        }
        let named = ["leaf": ["subject": ["organizationName": "E*"]]]
        #expect(try violations(named, broken).count == 1)
        #expect(try violations(["not": named], broken) == ["- not: not met → uncertain"])
        let foreign = ["leaf": ["dnsNames": ["none": ["*.example.org"]]]]
        let text: TestAuthority.Edit = { $0.subjectAlternativeNames += [.dns("www\u{0}.example.net")] }
        #expect(
            try violations(foreign, text) == [
                #"0 leaf/dnsNames/none: no name that matches *.example.org → "www\0.example.net""#
            ]
        )
    }

    @Test func `accept only the path to the right anchor of a cross-signed chain`() throws {
        let other = try TestAuthority.root("Other Root", key: .shared(.ecdsaP256, "attack other"))
        let cross = try scene.api.issuing.crossSigned(by: other)
        let anchors = ["anchors": [scene.api.root.certificate.pem, other.certificate.pem]]
        for (name, root) in [("API Test Root", scene.api.root), ("Other Root", other)] {
            let constraints = ["anchor": ["subject": ["commonName": name]]]
            for intermediates in [[scene.api.issuing.certificate, cross], [cross, scene.api.issuing.certificate]] {
                let chain = ([scene.leaf] + intermediates).map(\.pem).joined()
                let answer = try scene.answer(constraints, anchors, chain: chain)
                #expect(answer.trusted == true, "\(answer.text)")
                let path = try #require(answer.object["path"] as? [[String: Any]])
                #expect(path.last?["sha256"] as? String == Hexadecimal.encode(try root.certificate.fingerprint()))
            }
        }
        let neither = try scene.answer(["anchor": ["subject": ["commonName": "Third"]]], anchors)
        #expect(neither.violations == ["2 anchor/subject/commonName: Third → \"API Test Root\""])
    }

    /// Policies that accept a pinned leaf key without a valid chain.
    private func pinned(_ constraints: Any, chain: String) throws -> Answer {
        try scene.answer(
            constraints,
            [
                "evaluator": "pinPublicKeys", "validateCertificateChain": false, "requireBackupPin": false,
                "pins": ["sha256/" + TestPEM.base64(try scene.leaf.keyPin())],
            ],
            chain: chain
        )
    }

    @Test func `apply without validation of the chain`() throws {
        #expect(try pinned(["leaf": ["serialNumbers": ["0a1b"]]], chain: scene.leaf.pem).trusted == true)
        let denied = try pinned(["leaf": ["serialNumbers": ["01"]]], chain: scene.leaf.pem)
        #expect(denied.trusted == false && denied.errorCodes == ["policy.constraintViolated"])
        #expect(try pinned(["minimumRemaining": "61d"], chain: scene.leaf.pem).trusted == false)
    }

    @Test func `do not match certificates above an invalid signature`() throws {
        let forged = try TestAuthority.root("API Test Issuing", key: .shared(.ecdsaP256, "attack forged")) {
            $0.subjectKeyIdentifier = nil
            $0.extensions.append(.certificatePolicies(["1.2.3"]))
        }
        let chain = scene.leaf.pem + forged.certificate.pem
        let policies = ["certificatePolicies": ["1.2.3"]]
        #expect(
            try pinned(["issuer": policies], chain: chain).violations
                == ["1 issuer: a verified certificate → a certificate above an invalid signature"]
        )
        #expect(try pinned(["some": policies], chain: chain).violations.count == 1)
        #expect(
            try pinned(["every": ["key": ["types": ["ec"]]]], chain: chain).violations
                == ["1 every: a verified certificate → a certificate above an invalid signature"]
        )
        #expect(
            try pinned(["not": ["issuer": ["certificatePolicies": ["1.2.4"]]]], chain: chain).violations
                == ["- not: not met → uncertain"]
        )
        // The genuine issuer is verified.
        #expect(try pinned(["issuer": ["key": ["types": ["ec"]]]], chain: scene.chain).trusted == true)
    }

    @Test func `end with an exhausted budget if they cost too much`() throws {
        let pattern = "*" + String(repeating: "a", count: 120) + "b*"
        let list = Array(repeating: pattern, count: 900)
        let leaf: TestAuthority.Edit = { $0.subject = .commonName(String(repeating: "a", count: 250)) }
        let costly = try scene.api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "attack"), edit: leaf)
        let answer = try scene.answer(
            ["not": ["leaf": ["subject": ["commonName": list]]]],
            chain: costly.pem + scene.api.issuing.certificate.pem
        )
        #expect(answer.trusted == false && answer.errorCodes == ["internal.budgetExhausted"], "\(answer.text)")
        #expect(answer.text.contains("comparisons of names with constraints"))
    }
}
