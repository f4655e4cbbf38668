import Foundation
import Testing
import TrustTestSupport

/// A client without a certificate of an accepted CA, which chooses the URLs in its own certificates.
@Suite struct `A self-made certificate` {
    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
    }

    private func urls(_ names: some Sequence<String>) -> [String] {
        names.map { "http://127.0.0.1:\(server.port)/\($0)" }
    }

    /// A leaf whose CA has eight certificates of unknown roots, each with four locations of the root.
    private func chain(_ prefix: String = "") throws -> [TestCertificate] {
        let key = try TestKey.shared(.ecdsaP256, "self-made CA")
        let authorities = try (0..<8).map { number in
            try TestAuthority.root("Nowhere \(number)", edit: EvidenceScene.makeValid).issueAuthority("Self", key: key)
            {
                EvidenceScene.makeValid(&$0)
                let names = (0..<4).map { "\(prefix)\(number)-\($0)" }
                $0.extensions.set(.authorityInformationAccess(ocsp: urls(["ocsp"]), issuers: urls(names)))
                $0.extensions.set(.crlDistributionPoints(urls(["crl"])))
            }
        }
        let leaf = try scene.leaf(ocsp: urls(["ocsp"]), crl: urls(["crl"]), of: authorities[0])
        return [leaf] + authorities.map(\.certificate)
    }

    @Test func `causes at most eight fetches, none for evidence, and is not among the failures`() throws {
        let names = (0..<32).map { "\($0 / 4)-\($0 % 4)" } + ["ocsp", "crl"]
        let busy = HostileServer.Behavior.respond([], status: "503 Service Unavailable")
        server.serve(Dictionary(uniqueKeysWithValues: names.map { ($0, busy) }))
        let daemon = try scene.daemon()
        let verdict = try scene.verdict(try chain(), "issuers", of: daemon)
        #expect(!verdict.isTrusted, "\(verdict)")
        #expect((1...8).contains(server.accepted), "\(server.accepted) fetches")
        #expect(server.requests("ocsp") == .init() && server.requests("crl") == .init())
        #expect(try FetcherState(of: daemon).failing == [])
        // The same chain again: its locations are delayed, and no others are left to it.
        _ = try scene.verdict(try chain(), "issuers", of: daemon, deadline: "9s")
        #expect(server.accepted <= 32, "\(server.accepted) fetches")
        scene.end(daemon)
    }

    @Test func `cannot occupy the fetcher with silent locations`() throws {
        let count = 40
        let good = try scene.leaf(ocsp: urls(["good"]))
        let response = try scene.response(for: good)
        var table: [String: HostileServer.Behavior] = ["good": .respond(response)]
        for request in 0..<count {
            for number in 0..<32 { table["\(request)-\(number / 4)-\(number % 4)"] = .wait }
        }
        server.serve(table)
        let daemon = try scene.daemon()
        let pending = try (0..<count).map { try scene.send(try chain("\($0)-"), "issuers", to: daemon, deadline: "3s") }
        let verdict = try scene.verdict([good], "ocsp-hard", of: daemon, deadline: "2s")
        #expect(verdict.isTrusted, "\(verdict)")
        for answer in pending { #expect(try answer.verdict().isTrusted == false) }
        scene.end(daemon)
    }
}
