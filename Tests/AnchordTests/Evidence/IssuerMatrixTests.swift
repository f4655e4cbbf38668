import Foundation
import Glibc
import Testing
import TrustTestSupport

/// Issuers that a chain lacks, from the locations in its certificates.
@Suite struct `Issuers on the network` {
    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    /// Issues a CA whose issuer is at a path.
    private func authority(_ name: String, of issuer: TestAuthority, at path: String? = nil) throws -> TestAuthority {
        try issuer.issueAuthority(name) {
            EvidenceScene.makeValid(&$0)
            if let path { $0.extensions.set(.authorityInformationAccess(issuers: [url(path)])) }
        }
    }

    private func leaf(_ path: String, of authority: TestAuthority) throws -> TestCertificate {
        try scene.leaf(issuers: [url(path)], of: authority)
    }

    @Test func `are used in each format, and the verdict warns that they were not sent`() throws {
        let issuing = try authority("Issuing", of: scene.root)
        let other = try authority("Other", of: scene.root)
        let bundle = [other.certificate, issuing.certificate]
        let formats: [(String, HostileServer.Behavior)] = [
            ("der", .respond(issuing.certificate.der, fields: ["Content-Type: application/pkix-cert"])),
            ("pem", .respond(Array(issuing.certificate.pem.utf8))),
            ("pkcs7", .respond(TestPKCS7(bundle).der, fields: ["Content-Type: application/pkcs7-mime"])),
            ("pkcs7pem", .respond(Array(TestPKCS7(bundle).pem.utf8))),
            ("bundle", .respond(Array(TestPEM.chain(bundle).utf8))),
        ]
        server.serve(Dictionary(uniqueKeysWithValues: formats))
        let daemon = try scene.daemon()
        for (name, _) in formats {
            let verdict = try scene.verdict([try leaf(name, of: issuing)], "issuers", of: daemon)
            #expect(verdict.isTrusted, "\(name): \(verdict)")
            #expect(verdict.codes("warning") == ["chain.issuerNotSent"], "\(name): \(verdict)")
            #expect(server.requests(name) == .init(gets: 1, posts: 0))
        }
        // Without the key of the policy, nothing is fetched.
        let plain = try scene.verdict([try leaf("der", of: issuing)], "plain", of: daemon)
        #expect(plain.codes("error") == ["chain.issuerNotFound"], "\(plain)")
        // A chain that contains its issuer needs nothing.
        let sent = try scene.verdict([try leaf("unused", of: issuing), issuing.certificate], "issuers", of: daemon)
        #expect(sent.isTrusted && sent.codes("warning").isEmpty, "\(sent)")
        scene.end(daemon)
    }

    @Test func `that are wrong leave the chain without its issuer`() throws {
        let issuing = try authority("Issuing", of: scene.root)
        // The names are equal, and the keys are not.
        let impostor = try authority("Issuing", of: scene.root)
        let stranger = try authority("Stranger", of: scene.root)
        let foreign = try authority("Issuing", of: scene.impostor)
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        let answers: [(String, HostileServer.Behavior)] = [
            ("html", .respond(Array("<html>moved</html>".utf8), fields: ["Content-Type: text/html"])),
            ("impostor", .respond(impostor.certificate.der)), ("stranger", .respond(stranger.certificate.der)),
            ("empty", .respond([])), ("absent", .respond([], status: "404 Not Found")), ("endless", .endless(zeros)),
            ("garbage", .respond([0x30, 0x82, 0xFF, 0xFF, 0x02])), ("silent", .wait),
        ]
        server.serve(Dictionary(uniqueKeysWithValues: answers + [("foreign", .respond(foreign.certificate.der))]))
        let daemon = try scene.daemon()
        let pending = try answers.map { name, _ in
            (name, try scene.send([try leaf(name, of: issuing)], "issuers", to: daemon))
        }
        for (name, answer) in pending {
            let verdict = try answer.verdict()
            #expect(verdict.codes("error") == ["chain.issuerNotFound"], "\(name): \(verdict)")
        }
        // A CA of another root is the issuer of its own leaf, but its path does not end in a trust anchor.
        let verdict = try scene.verdict([try leaf("foreign", of: foreign)], "issuers", of: daemon)
        #expect(!verdict.isTrusted, "\(verdict)")
        #expect(verdict.codes("error").allSatisfy { $0.hasPrefix("chain.") }, "\(verdict)")
        scene.end(daemon)
    }

    @Test func `are fetched one after the other, and a loop ends`() throws {
        let upper = try authority("Upper", of: scene.root)
        let middle = try authority("Middle", of: upper, at: "upper")
        let lower = try authority("Lower", of: middle, at: "middle")
        // Two CAs that have issued each other, and no root.
        let (first, second) = (try TestKey.generate(.ecdsaP256), try TestKey.generate(.ecdsaP256))
        let (alpha, beta) = (
            try TestAuthority.root("Alpha", key: first, edit: EvidenceScene.makeValid),
            try TestAuthority.root("Beta", key: second, edit: EvidenceScene.makeValid)
        )
        let cross = { (name: String, key: TestKey, issuer: TestAuthority, path: String) in
            try issuer.issueAuthority(name, key: key) {
                EvidenceScene.makeValid(&$0)
                $0.extensions.set(.authorityInformationAccess(issuers: [url(path)]))
            }
        }
        let alphaOfBeta = try cross("Alpha", first, beta, "beta")
        let betaOfAlpha = try cross("Beta", second, alpha, "alpha")
        server.serve([
            "upper": .respond(upper.certificate.der), "middle": .respond(middle.certificate.der),
            "lower": .respond(lower.certificate.der), "alpha": .respond(alphaOfBeta.certificate.der),
            "beta": .respond(betaOfAlpha.certificate.der),
        ])
        let daemon = try scene.daemon()
        let deep = try scene.verdict([try leaf("lower", of: lower)], "issuers", of: daemon)
        #expect(deep.isTrusted, "\(deep)")
        #expect(deep.codes("warning").contains("chain.issuerNotSent"), "\(deep)")
        for name in ["lower", "middle", "upper"] {
            #expect(server.requests(name) == .init(gets: 1, posts: 0), "\(name)")
        }
        let start = ContinuousClock.now
        let loop = try scene.verdict([try leaf("alpha", of: alphaOfBeta)], "issuers", of: daemon)
        #expect(!loop.isTrusted, "\(loop)")
        #expect(loop.codes("error").allSatisfy { $0.hasPrefix("chain.") }, "\(loop)")
        #expect(server.requests("alpha").gets <= 1 && server.requests("beta").gets <= 1)
        #expect(ContinuousClock.now - start < .seconds(30))
        scene.end(daemon)
    }
}
