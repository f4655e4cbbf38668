import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A CA, the policies of the tests, and a daemon with its fetcher.
struct EvidenceScene {
    static let host = "www.example.com"

    let directory: TemporaryDirectory
    let root: TestAuthority
    /// A CA with the same name and another key, which the daemon does not trust.
    let impostor: TestAuthority

    init() throws {
        directory = try TemporaryDirectory()
        root = try TestAuthority.root("Evidence Root", edit: Self.makeValid)
        impostor = try TestAuthority.root("Evidence Root", edit: Self.makeValid)
        try directory.write("root.pem", root.certificate.pem)
        try directory.write(
            "policies/fetch.yaml",
            """
            policies:
              plain: {evaluator: default}
              issuers: {evaluator: default, issuers: {fetch: true}}
              ocsp-soft:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf, methods: [ocsp]}
              ocsp-hard:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf, methods: [ocsp], requirePositiveResponse: true}
              crl-soft:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf, methods: [crl]}
              crl-hard:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf, methods: [crl], requirePositiveResponse: true}

            """
        )
    }

    /// A time relative to now, in seconds.
    static func now(_ seconds: Int64) -> TestInstant {
        TestInstant(secondsSince1970: Int64(Date().timeIntervalSince1970) + seconds)
    }

    /// Waits until the time in whole seconds has changed, since the daemon keeps evidence for whole seconds.
    static func waitForNextSecond() {
        let start = now(0)
        while now(0) == start { usleep(1000) }
    }

    /// Makes a certificate valid for 20 days before and after now, since the daemon uses the real time.
    static func makeValid(_ template: inout CertificateTemplate) {
        (template.notBefore, template.notAfter) = (now(-20 * 86400), now(20 * 86400))
    }

    /// Issues a leaf with these locations.
    func leaf(
        ocsp: [String] = [],
        crl: [String] = [],
        issuers: [String] = [],
        of authority: TestAuthority? = nil
    ) throws -> TestCertificate {
        try (authority ?? root).issueLeaf(Self.host, key: .shared(.ecdsaP256, "evidence leaf")) { leaf in
            Self.makeValid(&leaf)
            if !ocsp.isEmpty || !issuers.isEmpty {
                leaf.extensions.set(.authorityInformationAccess(ocsp: ocsp, issuers: issuers))
            }
            if !crl.isEmpty { leaf.extensions.set(.crlDistributionPoints(crl)) }
        }
    }

    /// Creates a response that was produced an hour ago, for a day.
    func response(
        for leaf: TestCertificate,
        _ status: TestOCSPCertificateStatus = .good,
        digest: TestDigest = .sha256,
        by authority: TestAuthority? = nil,
        responder: TestCertificate? = nil,
        edit: TestAuthority.OCSPResponseEdit = { _ in }
    ) throws -> [UInt8] {
        try (authority ?? root).ocspResponse(for: leaf, status: status, digest: digest, responder: responder) {
            $0.producedAt = Self.now(-3600)
            for index in $0.responses.indices {
                $0.responses[index].thisUpdate = Self.now(-3600)
                $0.responses[index].nextUpdate = Self.now(86400)
            }
            try edit(&$0)
        }.der
    }

    /// Creates a CRL that was issued an hour ago, for a day.
    func list(
        revoking certificates: [TestCertificate] = [],
        by authority: TestAuthority? = nil,
        edit: TestAuthority.RevocationListEdit = { _ in }
    ) throws -> TestRevocationList {
        try (authority ?? root).revocationList {
            $0.thisUpdate = Self.now(-3600)
            $0.nextUpdate = Self.now(86400)
            for certificate in certificates { $0.revoke(certificate, at: Self.now(-7200)) }
            try edit(&$0)
        }
    }

    /// Starts the daemon; by default, it may reach 127.0.0.1 on every port.
    func daemon(
        allow: [String] = ["127.0.0.1"],
        listen: String = "127.0.0.1:0",
        arguments: [String] = [],
        wrapper: String? = nil
    ) throws -> AnchordDaemon {
        try AnchordDaemon(
            [
                "--listen", listen, "--system-anchors", "\(directory.path)/root.pem",
                "--policies", "\(directory.path)/policies", "--network-enabled", "true",
                "--network-timeout", "4s", "--network-connect-timeout", "3s", "--network-per-host", "64",
            ] + arguments + allow.flatMap { ["--network-allow", $0] },
            wrapper: wrapper
        )
    }

    /// Ends the daemon, which must not have an error to report, such as a leak that a sanitizer found.
    func end(_ daemon: AnchordDaemon) {
        daemon.signal(SIGTERM)
        guard daemon.ends else {
            Issue.record("the daemon does not end")
            return
        }
        daemon.expectEnd()
    }

    /// Sends an evaluation; the verdict can be read later.
    func send(
        _ chain: [TestCertificate],
        _ policy: String,
        of set: String = "fetch",
        to daemon: AnchordDaemon,
        deadline: String = "20s"
    ) throws -> PendingVerdict {
        let members: [String: Any] = [
            "chain": TestPEM.chain(chain), "host": Self.host, "policy": "\(set)/\(policy)", "deadline": deadline,
        ]
        return try send(members, to: daemon)
    }

    /// Sends members, or a list of them, to a route; the response can be read later.
    func send(
        _ members: Any,
        to daemon: AnchordDaemon,
        at path: String = "/v1/evaluations"
    ) throws -> PendingVerdict {
        let body = try JSONSerialization.data(withJSONObject: members)
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n" + String(decoding: body, as: UTF8.self)
        )
        return PendingVerdict(connection: connection, daemon: daemon)
    }

    /// Returns the verdict on a chain.
    func verdict(
        _ chain: [TestCertificate],
        _ policy: String,
        of daemon: AnchordDaemon,
        deadline: String = "20s"
    ) throws -> Verdict {
        try send(chain, policy, to: daemon, deadline: deadline).verdict()
    }
}

/// An evaluation whose verdict was not read.
struct PendingVerdict {
    let connection: TestConnection
    let daemon: AnchordDaemon

    /// Waits for the verdict.
    ///
    /// - Throws: `AnchordDaemon.Silence` with the log of the daemon if it closes the connection without an answer.
    func verdict() throws -> Verdict {
        let text = connection.rest()
        if text.isEmpty {
            daemon.signal(SIGTERM)
            Issue.record("no answer; the daemon ended with status \(daemon.end())")
            _ = try daemon.entry("a verdict")
        }
        let body = text.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
        let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        return Verdict(members: try #require(object, "\(text)"))
    }
}

/// The members of a verdict that the tests of evidence compare.
struct Verdict: CustomStringConvertible {
    let members: [String: Any]

    var isTrusted: Bool { members["trusted"] as? Bool ?? false }

    private var reasons: [[String: Any]] { members["reasons"] as? [[String: Any]] ?? [] }

    /// The codes of the reasons with a severity.
    func codes(_ severity: String) -> [String] {
        reasons.filter { $0["severity"] as? String == severity }.compactMap { $0["code"] as? String }
    }

    /// The facts of the first reason with a code; nil if there is none.
    func facts(_ code: String) -> [String: Any]? {
        reasons.first { $0["code"] as? String == code }.map { $0["facts"] as? [String: Any] ?? [:] }
    }

    /// The codes of the failed attempts that the facts of all reasons list, such as "timedOut".
    var attempts: [String] {
        let texts = reasons.flatMap { ($0["facts"] as? [String: Any])?["attempts"] as? [String] ?? [] }
        return texts.compactMap { $0.firstMatch(of: /: (\w+) after \d+ ms$/).map { String($0.1) } }
    }

    /// The reasons with their facts.
    var description: String {
        reasons.map { "\($0["severity"] ?? "") \($0["code"] ?? "") \($0["facts"] ?? "")" }.joined(separator: "; ")
    }
}
