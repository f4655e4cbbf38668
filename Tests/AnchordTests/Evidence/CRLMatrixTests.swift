import Foundation
import Glibc
import Testing
import TrustTestSupport

/// CRLs from HTTP servers, right and wrong, each under a soft and a hard fail.
@Suite struct `CRLs on the network` {
    private let scene: EvidenceScene
    private let server: HostileServer
    private let missing = "revocation.unavailable"

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
    }

    private func leaf(_ name: String, at port: Int? = nil) throws -> TestCertificate {
        try scene.leaf(crl: ["http://127.0.0.1:\(port ?? server.port)/\(name)"])
    }

    /// A CRL with many entries for certificates that do not exist, and one more for each certificate given.
    private func large(_ count: Int, revoking certificates: [TestCertificate] = []) throws -> [UInt8] {
        try scene.list(revoking: certificates) { list in
            // A serial number of five bytes, whose last three vary, and a UTCTime.
            var entry: [UInt8] = [0x30, 0x16, 0x02, 0x05, 0x10, 0, 0, 0, 0, 0x17, 0x0D] + Array("260101000000Z".utf8)
            list.encodedEntries.reserveCapacity(count * entry.count)
            for number in 0..<count {
                entry[6] = UInt8(truncatingIfNeeded: number >> 16)
                entry[7] = UInt8(truncatingIfNeeded: number >> 8)
                entry[8] = UInt8(truncatingIfNeeded: number)
                list.encodedEntries += entry
            }
        }.der
    }

    /// Evaluates the certificates of all rows at the same time, first under a hard fail.
    ///
    /// Each row has a name, a certificate, its errors under a hard fail (none if it is trusted), and the failed attempts.
    private func check(_ rows: [(String, TestCertificate, [String], [String])], of daemon: AnchordDaemon) throws {
        let start = ContinuousClock.now
        let hard = try rows.map { ($0, try scene.send([$0.1], "crl-hard", to: daemon)) }
        for ((name, _, errors, attempts), answer) in hard {
            let verdict = try answer.verdict()
            #expect(verdict.codes("error") == errors, "\(name): \(verdict)")
            #expect(verdict.isTrusted == errors.isEmpty, "\(name): \(verdict)")
            #expect(verdict.attempts == attempts, "\(name): \(verdict)")
            let source = verdict.facts(errors.first ?? "notice.revocation")?["source"] as? String
            if errors.first != missing { #expect(["network", "cache"].contains(source), "\(name): \(verdict)") }
        }
        let soft = try rows.map { ($0, try scene.send([$0.1], "crl-soft", to: daemon)) }
        for ((name, _, errors, _), answer) in soft {
            let verdict = try answer.verdict()
            #expect(verdict.isTrusted == !errors.contains("revocation.revoked"), "\(name): \(verdict)")
        }
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test func `count only if they are signed, current, and cover the certificate`() throws {
        let names = [
            "good", "revoked", "partition", "authorities", "expired", "early", "signer", "forged", "pem", "html",
        ]
        let leaves = try Dictionary(uniqueKeysWithValues: names.map { ($0, try leaf($0)) })
        let shifted = { (seconds: Int64) in
            try scene.list {
                $0.thisUpdate = EvidenceScene.now(seconds)
                $0.nextUpdate = EvidenceScene.now(seconds + 86400)
            }.der
        }
        let gone = try scene.list(revoking: [try #require(leaves["revoked"])])
        var authorities = TestIssuingDistributionPoint()
        authorities.onlyContainsAuthorityCertificates = true
        let (forAuthorities, elsewhere) = (
            authorities, TestIssuingDistributionPoint(.full([.uri("http://127.0.0.1:\(server.port)/other")]))
        )
        server.serve([
            "good": .respond(try scene.list().der),
            "revoked": .respond(gone.der),
            "partition": .respond(try scene.list { $0.issuingDistributionPoint = elsewhere }.der),
            "authorities": .respond(try scene.list { $0.issuingDistributionPoint = forAuthorities }.der),
            "expired": .respond(try shifted(-10 * 86400)),
            "early": .respond(try shifted(86400)),
            "signer": .respond(try scene.list(by: scene.impostor).der),
            "forged": .respond(try scene.list().mutated { $0[$0.count - 20] ^= 1 }.der),
            "pem": .respond(Array(try scene.list().pem.utf8)),
            "html": .respond(Array("<html>".utf8)),
        ])
        let (invalid, stale) = (["revocation.responseInvalid", missing], ["revocation.stale", missing])
        let rows: [(String, [String], [String])] = [
            ("good", [], []), ("revoked", ["revocation.revoked"], []), ("partition", invalid, ["otherScope"]),
            ("authorities", invalid, ["otherScope"]), ("expired", stale, ["stale"]), ("early", stale, ["stale"]),
            // One reason names the CRL whose issuer is not known, and the other the certificate.
            ("signer", [missing, missing], ["otherSigner"]), ("forged", invalid, ["invalid"]), ("pem", [], []),
            ("html", [missing], ["malformedResponse"]),
        ]
        let daemon = try scene.daemon()
        try check(rows.map { ($0.0, try #require(leaves[$0.0]), $0.1, $0.2) }, of: daemon)
        scene.end(daemon)
    }

    @Test func `with 100,000 entries are searched`() throws {
        let (listed, unlisted) = (try leaf("large"), try leaf("large"))
        server.serve(["large": .respond(try large(100_000, revoking: [listed]))])
        let daemon = try scene.daemon()
        try check([("listed", listed, ["revocation.revoked"], []), ("unlisted", unlisted, [], [])], of: daemon)
        #expect(server.requests("large").gets == 1)
        scene.end(daemon)
    }

    @Test func `are fetched again when HTTP says so, and an older number does not replace a newer one`() throws {
        let (aged, kept, replayed) = (try leaf("aged"), try leaf("kept"), try leaf("replayed"))
        let unlisted = try leaf("replayed")
        let (old, new) = (
            try scene.list { $0.crlNumber = 4 }.der, try scene.list(revoking: [replayed]) { $0.crlNumber = 5 }.der
        )
        server.serve([
            "aged": .respond(old, fields: ["Cache-Control: max-age=60", "Age: 60"]),
            "kept": .respond(old, fields: ["Cache-Control: max-age=3600", "Age: 60"]),
            "replayed": .choose { .respond($0.number == 0 ? new : old, fields: ["Cache-Control: max-age=0"]) },
        ])
        let daemon = try scene.daemon()
        // Other deadlines, so that the verdict itself is not in the cache.
        for deadline in ["20s", "19s", "18s"] {
            if deadline != "20s" { EvidenceScene.waitForNextSecond() }
            #expect(try scene.verdict([aged], "crl-hard", of: daemon, deadline: deadline).isTrusted)
            #expect(try scene.verdict([kept], "crl-hard", of: daemon, deadline: deadline).isTrusted)
            // The revocation itself needs no newer CRL, but other certificates of the CA do.
            #expect(try scene.verdict([unlisted], "crl-hard", of: daemon, deadline: deadline).isTrusted)
            let verdict = try scene.verdict([replayed], "crl-hard", of: daemon, deadline: deadline)
            // The newer CRL is used until its own end, although HTTP's time is over and the server sends the older one.
            #expect(verdict.codes("error") == ["revocation.revoked"], "\(verdict)")
        }
        #expect(server.requests("aged").gets == 3)
        #expect(server.requests("kept").gets == 1)
        #expect(server.requests("replayed").gets > 1)
        scene.end(daemon)
    }

    @Test(.enabled(if: ProxyScene.hasNginx, "\(ProxyScene.advice)"))
    func `of nginx, which compresses for clients that ask for it, are used`() throws {
        let port = try PlainTestServer().port
        let (good, revoked) = (try leaf("root.crl", at: port), try leaf("root.crl", at: port))
        let absent = try leaf("absent.crl", at: port)
        let path = scene.directory.path
        #expect(unsafe chmod(path, 0o755) == 0)
        try scene.directory.write("www/root.crl", try large(1000, revoking: [revoked]))
        let configuration = try scene.directory.write(
            "nginx.conf",
            """
            daemon off;
            pid \(path)/nginx.pid;
            error_log \(path)/error.log;
            events {}
            http {
                access_log off;
                types { application/pkix-crl crl; }
                gzip on;
                gzip_types application/pkix-crl;
                client_body_temp_path \(path)/body;
                proxy_temp_path \(path)/proxy;
                fastcgi_temp_path \(path)/fastcgi;
                uwsgi_temp_path \(path)/uwsgi;
                scgi_temp_path \(path)/scgi;
                server {
                    listen 127.0.0.1:\(port);
                    listen unix:\(path)/ready.sock;
                    root \(path)/www;
                }
            }

            """
        )
        let nginx = try ProxyProcess("/usr/sbin/nginx", ["-c", configuration], socket: "\(path)/ready.sock")
        let daemon = try scene.daemon()
        try check(
            [
                ("good", good, [], []), ("revoked", revoked, ["revocation.revoked"], []),
                ("absent", absent, [missing], ["badStatus"]),
            ],
            of: daemon
        )
        withExtendedLifetime(nginx) {}
        scene.end(daemon)
    }
}
