import Foundation
import Glibc
import Testing
import TrustTestSupport

/// Answers of OCSP responders to the daemon, right and wrong, each under a soft and a hard fail.
@Suite struct `OCSP responders on the network` {
    /// A responder and the verdicts on its certificate.
    private struct Row {
        let name: String
        let behavior: HostileServer.Behavior
        /// The errors under a hard fail; none if the certificate is trusted.
        let errors: [String]
        /// The code of the failed attempt that the facts list; nil if there is none.
        var attempt: String?
        /// Whether a soft fail accepts the certificate.
        var isSoft = true
    }

    private let scene: EvidenceScene
    private let server: HostileServer
    private let missing = "revocation.unavailable"

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    /// Answers with one response to requests with a SHA-256 digest, and with another to those with SHA-1.
    private func responder(_ sha256: [UInt8], _ sha1: [UInt8]) -> HostileServer.Behavior {
        let identifier: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
        let fields = ["Content-Type: application/ocsp-response"]
        return .choose { request in
            .respond(request.ocspRequest.firstRange(of: identifier) == nil ? sha1 : sha256, fields: fields)
        }
    }

    /// Answers with the same kind of response for both digests.
    private func responder(_ response: (TestDigest) throws -> [UInt8]) rethrows -> HostileServer.Behavior {
        try responder(response(.sha256), response(.sha1))
    }

    /// A response with only an error status (RFC 6960 section 4.2.1).
    private func status(_ status: TestOCSPResponseStatus) throws -> [UInt8] {
        try scene.root.ocspResponse { $0.status = status }.der
    }

    /// Evaluates the certificates of all rows at the same time, first under a hard fail, and compares the verdicts.
    private func check(_ rows: [(row: Row, leaf: TestCertificate)], of daemon: AnchordDaemon) throws {
        let start = ContinuousClock.now
        let hard = try rows.map { ($0.row, try scene.send([$0.leaf], "ocsp-hard", to: daemon)) }
        for (row, answer) in hard {
            let verdict = try answer.verdict()
            #expect(verdict.codes("error") == row.errors, "\(row.name): \(verdict)")
            #expect(verdict.isTrusted == row.errors.isEmpty, "\(row.name): \(verdict)")
            if let attempt = row.attempt {
                #expect(verdict.attempts == [attempt], "\(row.name): \(verdict)")
            } else {
                let source = verdict.facts(row.errors.first ?? "notice.revocation")?["source"] as? String
                #expect(source == "network", "\(row.name): \(verdict)")
            }
        }
        let soft = try rows.map { ($0.row, try scene.send([$0.leaf], "ocsp-soft", to: daemon)) }
        for (row, answer) in soft {
            let verdict = try answer.verdict()
            #expect(verdict.isTrusted == row.isSoft, "\(row.name): \(verdict)")
            // A failure delays the next attempt.
            if let attempt = row.attempt {
                #expect([[attempt], ["delayed"]].contains(verdict.attempts), "\(row.name): \(verdict)")
            }
        }
        // The fetcher ends each fetch after four seconds, and the deadline is twenty seconds.
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    /// Creates a leaf for each row whose responder is at the path of the row's name.
    private func leaves(_ names: [String]) throws -> [String: TestCertificate] {
        try Dictionary(uniqueKeysWithValues: names.map { ($0, try scene.leaf(ocsp: [url($0)])) })
    }

    @Test func `give the status by GET and POST, for both digests, and with a delegated signer`() throws {
        let long = "post/" + String(repeating: "a", count: 200)
        let leaf = { (path: String) in try scene.leaf(ocsp: [url(path)]) }
        let (get, post, sha1, delegated, moved) = (
            try leaf("get"), try leaf(long), try leaf("sha1"), try leaf("delegated"), try leaf("moved")
        )
        let (revoked, unknown, typed) = (try leaf("revoked"), try leaf("unknown"), try leaf("typed"))
        let signer = try scene.root.issueResponder("Responder", edit: EvidenceScene.makeValid)
        let gone = TestOCSPCertificateStatus.revoked(at: EvidenceScene.now(-7200), reason: .keyCompromise)
        let rows: [(Row, TestCertificate)] = [
            (Row(name: "get", behavior: try responder { try scene.response(for: get, digest: $0) }, errors: []), get),
            (
                Row(name: "post", behavior: try responder { try scene.response(for: post, digest: $0) }, errors: []),
                post
            ),
            (
                Row(
                    name: "sha1",
                    behavior: try responder(status(.unauthorized), scene.response(for: sha1, digest: .sha1)),
                    errors: []
                ), sha1
            ),
            (
                Row(
                    name: "delegated",
                    behavior: try responder { try scene.response(for: delegated, digest: $0, responder: signer) },
                    errors: []
                ), delegated
            ),
            (
                Row(
                    name: "revoked",
                    behavior: try responder { try scene.response(for: revoked, gone, digest: $0) },
                    errors: ["revocation.revoked"],
                    isSoft: false
                ), revoked
            ),
            (
                Row(
                    name: "unknown",
                    behavior: try responder { try scene.response(for: unknown, .unknown, digest: $0) },
                    errors: ["revocation.unknown", missing]
                ), unknown
            ),
            (
                Row(
                    name: "typed",
                    behavior: .respond(try scene.response(for: typed), fields: ["Content-Type: text/html"]),
                    errors: [missing],
                    attempt: "badContentType"
                ), typed
            ),
            (Row(name: "moved", behavior: .redirect("/answer"), errors: []), moved),
        ]
        var table = Dictionary(uniqueKeysWithValues: rows.map { ($0.0.name, $0.0.behavior) })
        // The request is not in the path of the redirect, so there is one response, for SHA-256.
        table["answer"] = .respond(try scene.response(for: moved))
        server.serve(table)
        let daemon = try scene.daemon()
        try check(rows, of: daemon)
        #expect(server.requests("get") == .init(gets: 1, posts: 0))
        #expect(server.requests("post") == .init(gets: 0, posts: 1))
        #expect(server.requests("sha1") == .init(gets: 2, posts: 0))
        #expect(server.requests("revoked") == .init(gets: 1, posts: 0))
        // The verdict of another deadline is not in the cache; the stored response is.
        let again = try scene.verdict([get], "ocsp-hard", of: daemon, deadline: "9s")
        #expect(again.facts("notice.revocation")?["source"] as? String == "cache", "\(again)")
        #expect(server.requests("get") == .init(gets: 1, posts: 0))
        scene.end(daemon)
    }

    @Test func `that send signed answers of no use leave the status unknown`() throws {
        let names = ["stale", "early", "serial", "signer", "purpose", "later"]
        let leaves = try leaves(names + ["other"])
        let leaf = { (name: String) in try #require(leaves[name]) }
        let stranger = try scene.root.issueLeaf("Not a Responder", edit: EvidenceScene.makeValid)
        let shifted = { (name: String, seconds: Int64) in
            try responder { digest in
                try scene.response(for: leaf(name), digest: digest) {
                    $0.responses[0].thisUpdate = EvidenceScene.now(seconds)
                    $0.responses[0].nextUpdate = EvidenceScene.now(seconds + 86400)
                }
            }
        }
        let rows: [Row] = [
            Row(name: "stale", behavior: try shifted("stale", -10 * 86400), errors: ["revocation.stale", missing]),
            Row(name: "early", behavior: try shifted("early", 86400), errors: ["revocation.stale", missing]),
            Row(
                name: "serial",
                behavior: try responder { try scene.response(for: leaf("other"), digest: $0) },
                errors: [missing],
                attempt: "invalid"
            ),
            Row(
                name: "signer",
                behavior: try responder { try scene.response(for: leaf("signer"), digest: $0, by: scene.impostor) },
                errors: ["revocation.responseInvalid", missing]
            ),
            Row(
                name: "purpose",
                behavior: try responder { try scene.response(for: leaf("purpose"), digest: $0, responder: stranger) },
                errors: ["revocation.responseInvalid", missing]
            ),
            Row(
                name: "later",
                behavior: .respond(try status(.tryLater)),
                errors: [missing],
                attempt: "tryLater"
            ),
        ]
        server.serve(Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.behavior) }))
        let daemon = try scene.daemon()
        try check(rows.map { ($0, try leaf($0.name)) }, of: daemon)
        scene.end(daemon)
    }

    @Test func `that report an error leave the status unknown, with the name of the error`() throws {
        let names = ["malformedRequest", "internalError", "tryLater", "sigRequired", "unauthorized", "refused"]
        let numbers: [UInt8] = [1, 2, 3, 5, 6, 4]
        let rows = try zip(names, numbers).map { name, number in
            let behavior = HostileServer.Behavior.respond([0x30, 0x03, 0x0A, 0x01, number])
            return (
                Row(name: name, behavior: behavior, errors: [missing], attempt: name),
                try scene.leaf(ocsp: [url(name)])
            )
        }
        server.serve(Dictionary(uniqueKeysWithValues: rows.map { ($0.0.name, $0.0.behavior) }))
        let daemon = try scene.daemon()
        try check(rows, of: daemon)
        scene.end(daemon)
    }

    @Test func `that violate HTTP or its limits leave the status unknown, with the reason`() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        let head = { (fields: [String]) in HostileServer.Behavior.head("200 OK", fields) }
        let behaviors: [(String, HostileServer.Behavior, String)] = [
            ("html", .respond(Array("<html>".utf8), fields: ["Content-Type: text/html"]), "badContentType"),
            ("empty", .respond([]), "malformedResponse"),
            ("truncated", .send(head(["Content-Length: 100"]) + [0x30]), "truncated"),
            ("headless", .send(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8)), "truncated"),
            ("endless", .endless(zeros), "tooLarge"),
            ("announced", .endless(zeros, fields: ["Content-Length: 1000000000000"]), "tooLarge"),
            ("slow", .endless([0x30], pause: 1_000_000), "timedOut"),
            ("slowhead", .stream(Array("HTTP/1.1 200 OK\r\nX: ".utf8), then: [0x30], pause: 1_000_000), "timedOut"),
            ("silent", .wait, "timedOut"),
            ("closed", .send([]), "truncated"),
            ("reset", .reset, "truncated"),
            ("garbage", .send(Array("SSH-2.0-OpenSSH\r\n".utf8)), "badResponse"),
            (
                "headers", .stream(Array("HTTP/1.1 200 OK\r\n".utf8), then: Array("A: b\r\n".utf8), pause: 0),
                "badResponse"
            ),
            ("encoded", .respond(zeros, fields: ["Content-Encoding: gzip"]), "compressed"),
            ("missing", .respond([], status: "404 Not Found"), "badStatus"),
            ("broken", .respond([], status: "500 Internal Server Error"), "badStatus"),
            ("errors", .stream(HostileServer.Behavior.head("500 Error", []), then: zeros, pause: 0), "badStatus"),
            ("loop", .redirect("/loop"), "badStatus"),
            ("https", .redirect("https://127.0.0.1:\(server.port)/empty"), "badRedirect"),
            ("file", .redirect("file:///etc/passwd"), "badRedirect"),
            ("login", .redirect("http://user:secret@127.0.0.1:\(server.port)/empty"), "badRedirect"),
        ]
        server.serve(Dictionary(uniqueKeysWithValues: behaviors.map { ($0.0, $0.1) }))
        let rows = try behaviors.map { name, behavior, attempt in
            let row = Row(name: name, behavior: behavior, errors: [missing], attempt: attempt)
            return (row, try scene.leaf(ocsp: [url(name)]))
        }
        let daemon = try scene.daemon()
        try check(rows, of: daemon)
        // The location that failed is not asked again at once.
        let before = server.requests("silent").gets
        let again = try scene.verdict(
            [rows.first { $0.0.name == "silent" }?.1].compactMap(\.self),
            "ocsp-hard",
            of: daemon,
            deadline: "9s"
        )
        #expect(again.attempts == ["delayed"], "\(again)")
        #expect(server.requests("silent").gets == before)
        scene.end(daemon)
    }

    @Test func `are not asked by URLs that are not allowed`() throws {
        server.serve()
        let forbidden = try HostileServer(address: "127.0.0.2")
        forbidden.serve()
        let authority = "127.0.0.1:\(server.port)"
        let urls: [(String, [String])] = [
            ("http://user:secret@\(authority)/", ["badURL"]),
            ("http://user@\(authority)/", ["badURL"]),
            ("http://\(authority)\\@127.0.0.2:\(forbidden.port)/", ["badURL"]),
            ("http://127.0.0.2:\(forbidden.port)/", ["forbiddenAddress"]),
            ("ldap://\(authority)/cn=ocsp", []),
            ("file:///etc/passwd", []),
            ("https://\(authority)/", []),
        ]
        let daemon = try scene.daemon()
        for (url, attempts) in urls {
            let leaf = try scene.leaf(ocsp: [url])
            let hard = try scene.verdict([leaf], "ocsp-hard", of: daemon)
            #expect(hard.codes("error") == ["revocation.unavailable"], "\(url): \(hard)")
            #expect(hard.attempts == attempts, "\(url): \(hard)")
            #expect(try scene.verdict([leaf], "ocsp-soft", of: daemon).isTrusted, "\(url)")
        }
        #expect(server.accepted == 0)
        #expect(forbidden.accepted == 0)
        scene.end(daemon)
    }

    @Test func `cannot lead to other ports and addresses of this machine by a redirect`() throws {
        let forbidden = try HostileServer(address: "127.0.0.2")
        forbidden.serve()
        server.serve([
            "away": .redirect("http://127.0.0.2:\(forbidden.port)/"),
            "zero": .redirect("http://0.0.0.0:\(forbidden.port)/"),
        ])
        let daemon = try scene.daemon()
        for name in ["away", "zero"] {
            let hard = try scene.verdict([try scene.leaf(ocsp: [url(name)])], "ocsp-hard", of: daemon)
            #expect(hard.codes("error") == ["revocation.unavailable"], "\(name): \(hard)")
            #expect(hard.attempts == ["forbiddenAddress"], "\(name): \(hard)")
        }
        #expect(forbidden.accepted == 0)
        scene.end(daemon)
    }
}
