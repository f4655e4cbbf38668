import Foundation
import MicrohttpdServer
import Testing
import TrustIdentities
import TrustModel
import TrustTestSupport

@testable import TrustAPI

@Suite struct `Challenges for a client certificate` {
    private static let partner = SceneIdentity(name: "partner")
    private static let members: [String: any Sendable] = [
        "authenticationMethod": "clientCertificate", "host": "b2b.partner.example", "port": 443,
    ]

    /// Returns the disposition and the reason, and the name of a selected identity.
    private func outcome(
        _ scene: IdentityScene,
        _ members: [String: Any] = [:],
        as caller: IdentityCaller = .payments
    ) throws -> String {
        let answer = try scene.challenge((Self.members as [String: Any]).merging(members) { $1 }, as: caller)
        let credential = answer.object["credential"] as? [String: Any]
        let values = [answer.object["disposition"], answer.object["reason"], credential?["identity"]]
        return answer.status == 200
            ? values.compactMap { $0 as? String }.joined(separator: " ") : "\(answer.status) \(answer.code ?? "")"
    }

    private static let none = "performDefaultHandling noIdentity"
    private static let selected = "useCredential identitySelected"

    @Test func `get the certificates of the identity, and no private key`() throws {
        let scene = try IdentityScene([Self.partner])
        let answer = try scene.challenge(Self.members)
        let leaf = try #require(scene.leaves["partner"])
        let credential = try #require(answer.object["credential"] as? [String: Any])
        #expect(credential["identity"] as? String == "partner")
        #expect(credential["certificates"] as? [String] == [leaf.pem, scene.issuing.certificate.pem])
        #expect(credential["notAfter"] as? String == "2026-03-02T00:00:00Z")
        #expect(Set(credential.keys) == ["identity", "certificates", "notAfter"])
        #expect(Set(answer.object.keys) == ["disposition", "reason", "detail", "credential"])
        #expect(try leaf.key.disclosures(in: answer.response.body) == [])
        let text = try scene.challenge(Self.members, headers: [("Accept", "text/plain")])
        let detail = "The identity partner is for this server, valid until 2026-03-02T00:00:00Z."
        #expect(
            text.text == "useCredential: identitySelected: \(detail)\n" + leaf.pem + scene.issuing.certificate.pem
        )
    }

    @Test(arguments: [
        (IdentityCaller.payments, "useCredential identitySelected partner"),
        (.signer, "useCredential identitySelected partner"), (.reader, "useCredential identitySelected partner"),
        (.robot, "useCredential identitySelected partner"), (.listed, "performDefaultHandling noIdentity"),
        (.unlisted, "performDefaultHandling noIdentity"), (.anonymous, "performDefaultHandling noIdentity"),
    ])
    func `see the identities with which the caller may sign, or all if it may read`(
        caller: IdentityCaller,
        expected: String
    ) throws {
        #expect(try outcome(IdentityScene([Self.partner]), as: caller) == expected)
        // An unusable identity is not revealed either.
        let expired = try outcome(IdentityScene([SceneIdentity(name: "partner", days: -9 ... -1)]), as: caller)
        #expect((expired == Self.none) == (expected == Self.none), "\(expired)")
    }

    @Test func `state that the caller may not sign with an identity that it can only see`() throws {
        let scene = try IdentityScene([Self.partner])
        let answer = try scene.challenge(Self.members, as: .reader)
        let detail =
            "The identity partner is for this server, valid until 2026-03-02T00:00:00Z, but the client reader may not "
            + "sign with it."
        #expect(answer.object["detail"] as? String == detail)
        let text = try scene.challenge(Self.members, as: .reader, headers: [("Accept", "text/plain")]).text
        #expect(text.hasPrefix("useCredential: identitySelected: \(detail)\n"))
        #expect(try scene.challenge(Self.members, as: .signer).object["detail"] as? String != detail)
    }

    @Test func `prefer an identity with which the caller can sign to one that it can only see`() throws {
        let others = SceneIdentity(name: "others", days: -30...90, clients: ["signer"])
        let scene = try IdentityScene([Self.partner, others])
        #expect(try outcome(scene, as: .payments) == "useCredential identitySelected partner")
        #expect(try outcome(scene, as: .signer) == "useCredential identitySelected others")
        #expect(try outcome(scene, as: .reader) == "useCredential identitySelected others")
        let ended = SceneIdentity(name: "ended", days: -30 ... -1, clients: ["payments"])
        #expect(try outcome(IdentityScene([ended, others])) == "cancelAuthenticationChallenge identityUnusable")
    }

    @Test func `get no identity without configured clients, and without configured identities`() throws {
        let scene = try IdentityScene([Self.partner], hasClients: false)
        for caller in IdentityCaller.allCases { #expect(try outcome(scene, as: caller) == Self.none) }
        #expect(try outcome(IdentityScene([])) == Self.none)
        #expect(try outcome(IdentityScene([SceneIdentity(name: "partner", hosts: [])])) == Self.none)
        #expect(try outcome(IdentityScene([Self.partner]), ["host": "partner.example.org"]) == Self.none)
    }

    @Test func `are canceled with the reasons if no configured identity is usable`() throws {
        let scene = try IdentityScene([
            SceneIdentity(name: "old", days: -9 ... -1), SceneIdentity(name: "new", days: 1...9),
            SceneIdentity(name: "absent", isAbsent: true),
        ])
        let answer = try scene.challenge(Self.members)
        #expect(answer.status == 200)
        #expect(answer.object["disposition"] as? String == "cancelAuthenticationChallenge")
        #expect(answer.object["reason"] as? String == "identityUnusable")
        #expect(
            answer.object["detail"] as? String
                == [
                    "The identity old expired on 2025-12-31T00:00:00Z.",
                    "The identity new is not valid before 2026-01-02T00:00:00Z.",
                    "The identity absent could not be loaded: \(scene.path)/absent.key does not exist.",
                ].joined(separator: " ")
        )
        #expect(answer.object["credential"] == nil)
    }

    @Test func `get an identity from its first to its last second`() throws {
        let scene = try IdentityScene([SceneIdentity(name: "partner", days: -1...1)])
        for (seconds, expected) in [
            (-86401, "cancelAuthenticationChallenge identityUnusable"), (-86400, "\(Self.selected) partner"),
            (86400, "\(Self.selected) partner"), (86401, "cancelAuthenticationChallenge identityUnusable"),
        ] as [(Int64, String)] {
            scene.api.clock.now = APIFixture.now.adding(seconds: seconds)
            #expect(try outcome(scene) == expected, "\(seconds)")
        }
    }

    @Test func `consider the issuers that the server accepts, also those of intermediates`() throws {
        let scene = try IdentityScene([Self.partner, SceneIdentity(name: "other", days: -30...90, isUnderOther: true)])
        func select(_ names: [[UInt8]]) throws -> String {
            try outcome(scene, ["distinguishedNames": names.map { Data($0).base64EncodedString() }])
        }
        let unknown = TestName.commonName("Unknown").der
        #expect(try select([]) == "\(Self.selected) other")
        #expect(try select([scene.issuing.name.der]) == "\(Self.selected) partner")
        #expect(try select([scene.root.name.der]) == "\(Self.selected) partner")
        #expect(try select([unknown, scene.root.name.der]) == "\(Self.selected) partner")
        #expect(try select([scene.other.name.der, scene.root.name.der]) == "\(Self.selected) other")
        #expect(try select([unknown]) == Self.none)
        // The identity itself is not its issuer.
        #expect(try select([TestName.commonName("partner.example").der]) == Self.none)
        // Names differ in letter case and string type (RFC 5280 section 7.1).
        #expect(
            try select([TestName.commonName("CLIENT  root", as: .printable).der]) == "\(Self.selected) partner"
        )
    }

    @Test(arguments: [1, 2])
    func `are rejected after a failure, before all other decisions`(failures: Int) throws {
        let rejected = "rejectProtectionSpace previousFailure"
        let count: [String: Any] = ["previousFailureCount": failures]
        #expect(try outcome(IdentityScene([Self.partner]), count) == rejected)
        #expect(try outcome(IdentityScene([]), count) == rejected)
        #expect(try outcome(IdentityScene([SceneIdentity(name: "a", isAbsent: true)]), count) == rejected)
        #expect(try outcome(IdentityScene([Self.partner]), ["previousFailureCount": 0]) == "\(Self.selected) partner")
    }

    @Test func `prefer the identity for their port`() throws {
        let host = HostPattern.exact(.dns("b2b.partner.example"))
        let scene = try IdentityScene([
            SceneIdentity(name: "all", hosts: [IdentityHost(host)]),
            SceneIdentity(name: "admin", hosts: [IdentityHost(host, port: 8443)]),
        ])
        #expect(try outcome(scene) == "\(Self.selected) all")
        #expect(try outcome(scene, ["port": 8443]) == "\(Self.selected) admin")
        #expect(try outcome(scene, ["port": NSNull()]) == "\(Self.selected) all")
        let admin = try IdentityScene([SceneIdentity(name: "admin", hosts: [IdentityHost(host, port: 8443)])])
        #expect(try outcome(admin) == Self.none)
        #expect(try outcome(admin, ["port": 8443]) == "\(Self.selected) admin")
    }

    @Test func `prefer the most specific host, then the usable identity that ends last`() throws {
        let scene = try IdentityScene([
            SceneIdentity(name: "short", days: -30...20), SceneIdentity(name: "long", days: -30...40),
            SceneIdentity(name: "future", days: 1...90), SceneIdentity(name: "absent", isAbsent: true),
            SceneIdentity(name: "exact", hosts: [IdentityHost(.exact(.dns("x.partner.example")))], days: -9...9),
            SceneIdentity(name: "address", hosts: [IdentityHost(.exact(.ip(.v4([192, 0, 2, 1]))))]),
        ])
        #expect(try outcome(scene) == "\(Self.selected) long")
        #expect(try outcome(scene, ["host": "x.partner.example"]) == "\(Self.selected) exact")
        #expect(try outcome(scene, ["host": "X.Partner.Example."]) == "\(Self.selected) exact")
        #expect(try outcome(scene, ["host": "192.0.2.1"]) == "\(Self.selected) address")
    }
}
