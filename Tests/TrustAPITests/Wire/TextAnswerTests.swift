import Foundation
import Testing
import TrustAPI
import TrustModel
import TrustTestSupport

@Suite struct `A verdict as plain text` {
    private let requests: InlineRequests

    init() throws {
        requests = try InlineRequests()
    }

    /// Returns the lines of the verdict for a chain under an inline policy.
    private func lines(
        _ chain: [TestCertificate],
        _ policy: [String: Any] = ["evaluator": "default"],
        host: String = "api.example.com"
    ) throws -> [String] {
        let request: [String: Any] = ["chain": TestPEM.chain(chain), "host": host, "policy": policy]
        let answer = requests.api.post(
            "/v1/evaluations",
            try APIFixture.json(request),
            headers: [("Accept", "text/plain")]
        )
        #expect(answer.status == 200)
        return answer.text.split(separator: "\n").map(String.init)
    }

    @Test func `shows a shared remedy only for the first reason`() throws {
        let policy: [String: Any] = ["evaluator": "revocation", "revocation": ["requirePositiveResponse": true]]
        let lines = try lines([requests.api.leaf, requests.api.issuing.certificate], policy)
        let unavailable = lines.filter { $0.hasPrefix("error revocation.unavailable: ") }
        #expect(unavailable.count == 2)
        #expect(unavailable.map { $0.contains("Get an OCSP response") } == [true, false])
    }

    @Test func `shows the pins of the path by certificate, for copying into the policy`() throws {
        let chain = [requests.api.leaf, requests.api.issuing.certificate]
        let stranger = [requests.stranger, String(repeating: "a5", count: 32)]
        let names = ["CN=api.example.com", "CN=API Test Issuing", "CN=API Test Root"]
        let lines = try lines(chain, requests.pinning(stranger))
        let offered = try requests.pins.enumerated().map { "  pin of certificate \($0), \(names[$0]): \($1)" }
        #expect(Array(lines.dropFirst(2)) == offered)
    }

    @Test func `shows no pins for a chain with other errors than pin mismatches`() throws {
        let stranger = try TestAuthority.root("API Test Root")
        let forged = try stranger.issueLeaf("api.example.com")
        let policy = requests.pinning([requests.stranger, String(repeating: "a5", count: 32)])
        let lines = try lines([forged, stranger.certificate], policy)
        #expect(lines.contains { $0.hasPrefix("error pin.keyMismatch: ") })
        #expect(!lines.contains { $0.contains("sha256/") })
    }

    @Test func `shows no pins for a chain that the policy does not validate`() throws {
        var policy = requests.pinning([requests.stranger, String(repeating: "a5", count: 32)])
        policy["validateCertificateChain"] = false
        policy["anchors"] = nil
        let lines = try lines([requests.api.leaf, requests.api.issuing.certificate], policy)
        #expect(lines.contains { $0.hasPrefix("error pin.keyMismatch: ") })
        #expect(!lines.contains { $0.contains("sha256/") })
    }

    @Test func `shows the location and key identifier of a missing issuer`() throws {
        let leaf = try requests.api.issuing.issueLeaf("api.example.com") {
            $0.extensions.append(.authorityInformationAccess(issuers: ["http://ca.example/issuing.cer"]))
        }
        let identifier = Hexadecimal.encode(try requests.api.issuing.key.identifier())
        #expect(
            try lines([leaf]).dropFirst(2) == [
                "  key identifier of the issuer: \(identifier)",
                "  location of the issuer's certificate (from authority information access; not fetched): "
                    + "http://ca.example/issuing.cer",
            ]
        )
    }

    @Test func `shows the validity period of an expired certificate`() throws {
        let leaf = try requests.api.issuing.issueLeaf("api.example.com") {
            $0.notBefore = .reference.adding(days: -9)
            $0.notAfter = .reference.adding(days: -2)
        }
        let lines = try lines([leaf, requests.api.issuing.certificate])
        #expect(lines.dropFirst(2) == ["  valid from 2025-12-23T00:00:00Z until 2025-12-30T00:00:00Z"])
    }

    @Test func `shows the fingerprint of an untrusted root`() throws {
        let root = try TestAuthority.root("Private Root")
        let lines = try lines([root.issueLeaf("api.example.com"), root.certificate])
        let digest = Hexadecimal.encode(try root.certificate.fingerprint())
        #expect(lines.dropFirst(2) == ["  SHA-256 fingerprint: \(digest)"])
    }

    @Test func `shows the extended key usage of a certificate`() throws {
        let leaf = try requests.api.issuing.issueLeaf("api.example.com") {
            $0.extendedKeyUsages = [.clientAuthentication, "1.2.3.4"]
        }
        let lines = try lines([leaf, requests.api.issuing.certificate])
        #expect(lines.dropFirst(2) == ["  extended key usage: clientAuth, 1.2.3.4"])
    }

    @Test func `escapes line breaks from certificates`() throws {
        let leaf = try requests.api.issuing.issueLeaf("api.example.com") {
            let location = "http://ca.example/\ntrusted: allow\u{1B}[2K"
            $0.extensions.append(.authorityInformationAccess(issuers: [location]))
        }
        let lines = try lines([leaf])
        #expect(lines.filter { $0.hasPrefix("trusted") } == [])
        #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test(arguments: SpecialRemedy.all.map(\.text) + ReasonCode.all.map(\.remedy))
    func `names options for requests from the command line`(remedy: String) {
        #expect(AnswerChannel.http.adapted(remedy) == remedy)
        let adapted = AnswerChannel.commandLine.adapted(remedy)
        #expect(!adapted.contains("request"))
        // A method of the policy has the name of a parameter.
        let others = adapted.replacing("dd `ocsp` to the policy's `methods`", with: "")
        for member in ["`host`", "`at`", "`crls`", "`ocsp`", "`scts`", "`policy`"] {
            #expect(!others.contains(member))
        }
    }
}
