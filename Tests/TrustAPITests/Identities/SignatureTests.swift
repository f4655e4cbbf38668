import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustAPI

@Suite struct `Signatures with an identity` {
    private static let kinds: [(name: String, kind: TestKeyKind, type: SigningKeyType)] = [
        ("rsa", .rsa(2048), .rsa), ("p256", .ecdsaP256, .ecdsaP256), ("p384", .ecdsaP384, .ecdsaP384),
        ("p521", .ecdsaP521, .ecdsaP521), ("edwards", .ed25519, .ed25519),
    ]
    private static let hash = [UInt8](repeating: 0xAB, count: 32)
    private static let nonce = [UInt8](0..<16)

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private static func typed(_ hash: [UInt8] = hash, role: String = "client") -> [String: Any] {
        ["role": role, "transcriptHash": base64(hash)]
    }

    private static let challenge: [String: any Sendable] = [
        "namespace": "billing", "audience": "https://billing.example", "nonce": base64(nonce),
    ]

    private func bytes(_ value: Any?) throws -> [UInt8] {
        Array(try #require((value as? String).flatMap { Data(base64Encoded: $0) }))
    }

    /// Signs with the identity, and checks the signature with `openssl`.
    private func check(
        _ scene: IdentityScene,
        _ name: String,
        _ algorithm: SigningAlgorithm,
        _ content: [String: Any],
        of message: [UInt8],
        isBuilt: Bool
    ) throws {
        let answer = try scene.sign(name, content.merging(["algorithm": algorithm.rawValue]) { $1 })
        #expect(answer.status == 200, "\(algorithm): \(answer.text)")
        let signature = try bytes(answer.object["signature"])
        if isBuilt { #expect(try bytes(answer.object["signed"]) == message) }
        #expect(Set(answer.object.keys) == (isBuilt ? ["signature", "signed"] : ["signature"]))
        let leaf = try #require(scene.leaves[name])
        let openssl = try OpenSSLProgram()
        #expect(try openssl.accepts(signature, of: message, with: algorithm, by: leaf), "\(name) \(algorithm)")
    }

    @Test(arguments: kinds)
    func `of every kind and algorithm are accepted by openssl`(
        name: String,
        kind: TestKeyKind,
        type: SigningKeyType
    ) throws {
        let scene = try IdentityScene([SceneIdentity(name: name, kind: kind, digests: true)])
        for algorithm in type.tls13Algorithms {
            for hash in [Self.hash, Self.hash + Self.nonce] {
                let message =
                    [UInt8](repeating: 0x20, count: 64) + Array("TLS 1.3, client CertificateVerify\0".utf8) + hash
                let content = ["tls13CertificateVerify": Self.typed(hash)]
                try check(scene, name, algorithm, content, of: message, isBuilt: true)
            }
        }
        let built =
            Array("anchord-challenge-v1\0".utf8) + [0, 0, 0, 7] + Array("billing".utf8) + [0, 0, 0, 23]
            + Array("https://billing.example".utf8) + [0, 0, 0, 16] + Self.nonce + [0, 0, 0, 20]
            + Array("2026-01-01T00:00:00Z".utf8)
        let message = Array("a message".utf8)
        for algorithm in type.algorithms {
            try check(scene, name, algorithm, ["challenge": Self.challenge], of: built, isBuilt: true)
            try check(scene, name, algorithm, ["message": Self.base64(message)], of: message, isBuilt: false)
            guard let length = algorithm.digestLength else { continue }
            let digest = try #require([32: TestDigest.sha256, 48: .sha384, 64: .sha512][length]).hash(message)
            try check(scene, name, algorithm, ["digest": Self.base64(digest)], of: message, isBuilt: false)
        }
        let page = scene.send("GET", "/metrics").text
        let count = scene.record.uses.withLock { $0.count }
        #expect(page.contains("anchord_signatures_total{identity=\"\(name)\",outcome=\"signed\"} \(count)\n"))
    }

    /// An answer that differed would reveal which identities exist, or what other callers may do.
    @Test(arguments: IdentityCaller.allCases)
    func `are refused in the same way for unknown identities, those of others, and content that is not allowed`(
        caller: IdentityCaller
    ) throws {
        let scene = try IdentityScene([
            SceneIdentity(name: "partner"), SceneIdentity(name: "others", clients: ["nobody"], digests: true),
            SceneIdentity(name: "broken", clients: ["nobody"], isAbsent: true),
        ])
        let algorithm = "ecdsaWithSHA256"
        let requests: [(String, [String: Any])] = [
            ("unknown", ["algorithm": algorithm, "tls13CertificateVerify": Self.typed()]),
            ("others", ["algorithm": algorithm, "tls13CertificateVerify": Self.typed()]),
            ("broken", ["algorithm": algorithm, "tls13CertificateVerify": Self.typed()]),
            ("partner", ["algorithm": algorithm, "tls13CertificateVerify": Self.typed(role: "server")]),
            ("partner", ["algorithm": algorithm, "digest": Self.base64(Self.hash)]),
            ("partner", ["algorithm": algorithm, "message": Self.base64(Self.hash)]),
            ("unknown", [:]), ("others", ["algorithm": "none"]),
        ]
        let answers = try requests.map { try scene.sign($0.0, $0.1, as: caller) }
        let first = try #require(answers.first)
        #expect(first.status == (caller == .anonymous ? 401 : 403))
        #expect(first.code == (caller == .anonymous ? "unauthorized" : "forbidden"))
        for answer in answers {
            #expect(answer.text == first.text)
            #expect(answer.status == first.status)
            for field in ["Content-Type", "Cache-Control", "WWW-Authenticate", "Retry-After", "Allow"] {
                #expect(answer.response.headers[field] == first.response.headers[field])
            }
        }
        for word in ["partner", "others", "key", "digest", "ecdsa", "certificate", "expired"] {
            #expect(!first.text.localizedCaseInsensitiveContains(word), "\(first.text)")
        }
    }

    @Test func `are refused for all identities without configured clients`() throws {
        let scene = try IdentityScene([SceneIdentity(name: "partner")], hasClients: false)
        let body = ["algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": Self.typed()] as [String: Any]
        let answers = try IdentityCaller.allCases.flatMap { caller in
            try [scene.sign("partner", body, as: caller), scene.sign("unknown", body, as: caller)]
        }
        #expect(Set(answers.map(\.text)).count == 1)
        #expect(answers.allSatisfy { $0.status == 403 && $0.code == "forbidden" })
        #expect(scene.record.uses.withLock { $0.isEmpty })
    }

    @Test(arguments: [
        ("rsa", "rsaPKCS1WithSHA256"), ("rsa", "rsaPKCS1WithSHA512"), ("rsa", "ecdsaWithSHA256"),
        ("p256", "ecdsaWithSHA384"), ("p256", "ed25519"), ("p256", "rsaPSSWithSHA256"),
    ])
    func `of TLS 1.3 need an algorithm that TLS 1.3 uses with the key`(name: String, algorithm: String) throws {
        let scene = try IdentityScene([
            SceneIdentity(name: "rsa", kind: .rsa(2048), digests: true), SceneIdentity(name: "p256", digests: true),
        ])
        let answer = try scene.sign(name, ["algorithm": algorithm, "tls13CertificateVerify": Self.typed()])
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.code == "invalidRequest")
    }

    private static let malformed: [(String, [String])] = [
        ("{}", [""]), ("[]", [""]),
        (#"{"algorithm": "ecdsaWithSHA256"}"#, [""]),
        (#"{"algorithm": "md5", "message": ""}"#, ["/algorithm"]),
        (#"{"algorithm": "ecdsaWithSHA256", "message": "", "digest": ""}"#, [""]),
        (#"{"algorithm": "ecdsaWithSHA256", "message": "a"}"#, ["/message"]),
        (#"{"algorithm": "ecdsaWithSHA256", "message": 1}"#, ["/message"]),
        (#"{"algorithm": "ecdsaWithSHA256", "raw": "MA=="}"#, ["/raw", ""]),
        (#"{"algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": "MA=="}"#, ["/tls13CertificateVerify"]),
        (
            #"{"algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": {"role": "both", "transcriptHash": "?"}}"#,
            ["/tls13CertificateVerify/role", "/tls13CertificateVerify/transcriptHash"]
        ),
        (
            #"{"algorithm": "ecdsaWithSHA256", "challenge": {"namespace": "a", "nonce": "MA==", "x": 1}}"#,
            ["/challenge/x", "/challenge"]
        ),
    ]

    @Test(arguments: malformed)
    func `of malformed requests are refused with the place of each error`(body: String, pointers: [String]) throws {
        let scene = try IdentityScene([SceneIdentity(name: "partner", digests: true)])
        let answer = scene.send("POST", "/v1/identities/partner/signatures", body: body)
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.code == "invalidRequest")
        #expect(Set(answer.pointers) == Set(pointers), "\(answer.text)")
    }

    @Test func `of content with invalid lengths, or of signed structures, are refused`() throws {
        let scene = try IdentityScene([SceneIdentity(name: "partner", digests: true)])
        func status(_ content: [String: Any]) throws -> Int {
            try scene.sign("partner", content.merging(["algorithm": "ecdsaWithSHA256"]) { $1 }).status
        }
        for length in [0, 31, 33, 64] {
            let hash = [UInt8](repeating: 1, count: length)
            #expect(try status(["tls13CertificateVerify": Self.typed(hash)]) == 400)
            #expect(try status(["digest": Self.base64(hash)]) == 400)
        }
        for (key, value) in [("namespace", "A"), ("audience", ""), ("nonce", "MA==")] {
            #expect(try status(["challenge": Self.challenge.merging([key: value]) { $1 }]) == 400)
        }
        #expect(try status(["message": Self.base64([UInt8](repeating: 0, count: 65537))]) == 400)
        // The TBSCertificate begins after the header of the certificate's SEQUENCE.
        let signed = Array(scene.root.certificate.der.dropFirst(4))
        #expect(try status(["message": Self.base64(signed)]) == 400)
        #expect(scene.send("GET", "/v1/identities/partner/signatures").status == 405)
        #expect(scene.send("POST", "/v1/identities/partner/signatures?x=1", body: "{}").status == 400)
        #expect(scene.send("POST", "/v1/identities//signatures", body: "{}").status == 404)
    }

    @Test func `of certificates in other encodings than DER are refused`() throws {
        let scene = try IdentityScene([SceneIdentity(name: "edwards", kind: .ed25519, digests: true)])
        let algorithm: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x70]
        let name = TestName.commonName("Forged").der
        // The identifier of the algorithm has nested elements of indefinite length.
        let nested = [[UInt8]](repeating: [0x30, 0x80], count: 10).joined() + [UInt8](repeating: 0, count: 20)
        let message = DERWriter.sequence(
            DERWriter.explicit(0, DERWriter.integer(2)),
            DERWriter.integer(1),
            [0x30, 0x80] + algorithm + nested + [0, 0],
            name,
            DERWriter.sequence(
                DERWriter.element(0x17, Array("260101000000Z".utf8)),
                DERWriter.element(0x17, Array("270101000000Z".utf8))
            ),
            name,
            DERWriter.sequence(DERWriter.sequence(algorithm), DERWriter.bitString(Self.hash))
        )
        let answer = try scene.sign("edwards", ["algorithm": "ed25519", "message": Self.base64(message)])
        #expect(answer.status == 400)
        #expect(answer.code == "invalidRequest")
        let form = "a structure with the same beginning as the signed part of a certificate"
        #expect(answer.object["detail"] as? String == "The message is \(form), which identities never sign.")
        let text = ["algorithm": "ed25519", "message": Self.base64(Array("0123456789".utf8))]
        #expect(try scene.sign("edwards", text).status == 200)
    }

    @Test func `are limited for each client and identity, also if they are refused`() throws {
        let scene = try IdentityScene([SceneIdentity(name: "partner"), SceneIdentity(name: "second")], burst: 2)
        let body = ["algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": Self.typed()] as [String: Any]
        func status(_ name: String = "partner", as caller: IdentityCaller = .payments) throws -> Int {
            try scene.sign(name, body, as: caller).status
        }
        #expect(try status() == 200)
        #expect(scene.send("POST", "/v1/identities/partner/signatures", body: "{").status == 400)
        let refused = try scene.sign("partner", body)
        #expect(refused.status == 429)
        #expect(refused.code == "tooManySignatures")
        #expect(refused.response.headers["Retry-After"] == "1")
        #expect(try status(as: .robot) == 200)
        #expect(try status("second") == 200)
        scene.record.time.withLock { $0 = .milliseconds(499) }
        #expect(try status() == 429)
        scene.record.time.withLock { $0 = .milliseconds(500) }
        #expect(try status() == 200)
        #expect(try status() == 429)
        // Only the first of successive refusals for the rate is recorded.
        let refusals = scene.record.uses.withLock { $0.compactMap(\.refusal) }
        #expect(refusals == [.malformedJSON, .tooManySignatures, .tooManySignatures])
    }

    @Test func `are recorded with the digest of their content, also if they are refused`() throws {
        let scene = try IdentityScene([SceneIdentity(name: "partner"), SceneIdentity(name: "open", digests: true)])
        let algorithm = "ecdsaWithSHA256"
        func use(_ name: String, _ body: [String: Any], as caller: IdentityCaller = .payments) throws -> [String] {
            _ = try scene.sign(name, body.merging(["algorithm": algorithm]) { $1 }, as: caller)
            return scene.record.uses.withLock { uses in
                defer { uses.removeAll() }
                return uses.map { use in
                    [use.client, use.identity, use.kind, use.algorithm?.rawValue, use.digest, use.refusal?.rawValue]
                        .map { $0 ?? "-" }.joined(separator: " ")
                }
            }
        }
        func hex(_ content: [UInt8]) throws -> String {
            try TestDigest.sha256.hash(content).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let padding = [UInt8](repeating: 0x20, count: 64)
        let typed = try hex(padding + Array("TLS 1.3, client CertificateVerify\0".utf8) + Self.hash)
        let tls = ["tls13CertificateVerify": Self.typed()]
        let kind = "tls13CertificateVerify \(algorithm)"
        #expect(try use("partner", tls) == ["payments partner \(kind) \(typed) -"])
        #expect(try use("partner", tls, as: .robot) == ["robot partner \(kind) \(typed) -"])
        let server = ["tls13CertificateVerify": Self.typed(role: "server")]
        #expect(try use("partner", server) == ["payments partner \(kind) \(typed) forbidden"])
        let short = ["tls13CertificateVerify": Self.typed([1])]
        #expect(try use("partner", short) == ["payments partner \(kind) - invalidRequest"])
        let digest = String(repeating: "ab", count: 32)
        let content = ["digest": Self.base64(Self.hash)]
        #expect(try use("open", content, as: .signer) == ["signer open digest \(algorithm) \(digest) -"])
        #expect(try use("partner", content) == ["payments partner digest \(algorithm) \(digest) forbidden"])
        let message = try hex(Self.nonce)
        #expect(
            try use("open", ["message": Self.base64(Self.nonce)]) == [
                "payments open message \(algorithm) \(message) -"
            ]
        )
        #expect(try use("open", [:]) == ["payments open - - - invalidRequest"])
        // The authorization refuses these before the attempt.
        #expect(try use("open", content, as: .listed) == [])
        #expect(try use("unknown", content) == [])
    }

    /// Swift's `==` does not distinguish the Kelvin sign from K.
    @Test func `are refused for names that only look like the configured one, which is the one in the log`() throws {
        let scene = try IdentityScene([SceneIdentity(name: "Kiosk")])
        let body = ["algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": Self.typed()] as [String: Any]
        let unknown = try scene.sign("unknown", body)
        let similar = try scene.sign("\u{212A}iosk", body)
        #expect(similar.status == 403)
        #expect(similar.text == unknown.text)
        #expect(scene.record.uses.withLock { $0.isEmpty })
        #expect(try scene.sign("Kiosk", body).status == 200)
        #expect(scene.record.uses.withLock { $0.map(\.identity.unicodeScalars.first) } == ["K"])
        let metrics = scene.send("GET", "/metrics").text
        #expect(metrics.contains(#"anchord_signatures_total{identity="Kiosk",outcome="signed"} 1"#))
        #expect(!metrics.unicodeScalars.contains("\u{212A}"))
    }

    @Test func `need an identity that is valid now and was loaded`() throws {
        let scene = try IdentityScene([
            SceneIdentity(name: "old", days: -9 ... -1), SceneIdentity(name: "new", days: 1...9),
            SceneIdentity(name: "absent", isAbsent: true),
        ])
        for (name, detail) in [
            ("old", "The identity old expired on 2025-12-31T00:00:00Z."),
            ("new", "The identity new is not valid before 2026-01-02T00:00:00Z."),
            ("absent", "The identity absent could not be loaded: \(scene.path)/absent.key does not exist."),
        ] {
            let answer = try scene.sign(
                name,
                ["algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": Self.typed()]
            )
            #expect(answer.status == 409)
            #expect(answer.code == "identityUnusable")
            #expect(answer.object["detail"] as? String == detail)
        }
    }

    @Test(arguments: kinds)
    func `never contain a part of the private key`(name: String, kind: TestKeyKind, type: SigningKeyType) throws {
        let scene = try IdentityScene([SceneIdentity(name: name, kind: kind, digests: true)])
        let key = try #require(scene.leaves[name]).key
        // The search finds the key where it is.
        #expect(try key.disclosures(in: key.privateKeyDER()) == ["binary"])
        #expect(try key.disclosures(in: key.privateKeyPEM().utf8) == ["base64"])
        let members: [String: Any] = ["authenticationMethod": "clientCertificate", "host": "a.partner.example"]
        var answers = try [
            scene.send("GET", "/v1/identities"), scene.send("GET", "/v1/status"), scene.send("GET", "/metrics"),
            scene.send("GET", "/v1/identities", headers: [("Accept", "text/plain")]), scene.challenge(members),
        ]
        for algorithm in SigningAlgorithm.allCases.map(\.rawValue) {
            for content in [
                ["tls13CertificateVerify": Self.typed()], ["challenge": Self.challenge], ["message": "MA=="],
                ["digest": Self.base64(Self.hash)],
            ] as [[String: Any]] {
                answers.append(try scene.sign(name, content.merging(["algorithm": algorithm]) { $1 }))
            }
        }
        #expect(answers.contains { $0.status == 200 } && answers.contains { $0.status == 400 })
        for answer in answers { #expect(try key.disclosures(in: answer.response.body) == [], "\(answer.text)") }
    }
}
