import Foundation
import Testing
import TrustTestSupport

/// Tests with trust settings written by `openssl x509 -trustout`.
@Suite struct `OpenSSL's trust settings` {
    private let openssl: OpenSSLProgram
    private let api: APIFixture

    init() throws {
        openssl = try OpenSSLProgram()
        api = try APIFixture()
    }

    private var root: TestCertificate { api.root.certificate }

    private func policy(_ anchors: [String], _ members: [String: Any] = [:]) -> [String: Any] {
        ["evaluator": "default", "anchors": anchors].merging(members) { $1 }
    }

    private func evaluate(_ policy: Any, chain: String? = nil) throws -> Answer {
        try api.evaluate(["chain": chain ?? api.chain, "host": "api.example.com", "policy": policy])
    }

    @Test(arguments: [
        ("-setalias mine", true), ("-addtrust serverAuth", true), ("-addtrust anyExtendedKeyUsage", true),
        ("-addtrust clientAuth", false), ("-addreject serverAuth", false), ("-addreject anyExtendedKeyUsage", false),
        ("-addreject emailProtection", true), ("-addtrust clientAuth -addtrust serverAuth", true),
        ("-addtrust serverAuth -addreject serverAuth", false), ("-addtrust serverAuth -addreject clientAuth", true),
    ]) func `restrict the purposes of a certificate from any source`(
        options: String,
        isTrusted: Bool
    ) throws {
        let block = try openssl.trusted(root, options)
        let issuing = try openssl.trusted(api.issuing.certificate, options)
        let system = try APIFixture(like: api) { _ in block }
        let answers = [
            "anchors": try evaluate(policy([block])),
            "anchors of the system": try system.evaluate(["chain": api.chain, "host": "api.example.com"]),
            "chain": try evaluate(policy([root.pem]), chain: api.leaf.pem + issuing),
            "root in the chain": try evaluate(policy([root.pem]), chain: api.chain + block),
            "intermediates": try evaluate(policy([root.pem], ["intermediates": [issuing]]), chain: api.leaf.pem),
            "intermediate among anchors": try evaluate(policy([root.pem, issuing])),
            "pinned certificates": try evaluate([
                "evaluator": "pinCertificates", "pins": [issuing], "requireBackupPin": false, "anchors": [root.pem],
            ]),
            "pinned keys": try evaluate([
                "evaluator": "pinPublicKeys", "pins": [issuing], "requireBackupPin": false, "anchors": [root.pem],
            ]),
            "pins alone": try evaluate([
                "evaluator": "pinPublicKeys", "pins": [issuing], "requireBackupPin": false,
                "validateCertificateChain": false,
            ]),
        ]
        for (place, answer) in answers {
            #expect(answer.trusted == isTrusted, "\(place): \(answer.text)")
            #expect(answer.errorCodes == (isTrusted ? [] : ["chain.distrusted"]), "\(place)")
            #expect(isTrusted || answer.object["result"] as? String == "deny", "\(place)")
        }
    }

    @Test func `are reported with the purpose, the uses and their source`() throws {
        let answer = try evaluate(policy([try openssl.trusted(root, "-addtrust clientAuth -addreject codeSigning")]))
        let reason = try #require(answer.reasons.first)
        #expect(
            reason["message"] as? String
                == "CN=API Test Root is distrusted for serverAuth: its trust settings in the anchors "
                + "of inline policy trust it for clientAuth only."
        )
        let facts = try #require(reason["facts"] as? [String: Any])
        #expect(facts["purpose"] as? String == "serverAuth")
        #expect(facts["rejectedUses"] as? [String] == ["codeSigning"])
        #expect(facts["trustedUses"] as? [String] == ["clientAuth"])
        #expect(reason["depth"] as? Int == 2)
    }

    @Test(arguments: ["any", "2.5.29.37.0"]) func `with rejected or partly trusted uses exclude the purpose any`(
        purpose: String
    ) throws {
        for (options, isTrusted) in [
            ("-addreject emailProtection", false), ("-addtrust serverAuth", false),
            ("-addtrust anyExtendedKeyUsage", true), ("-setalias mine", true),
        ] {
            let anchors = [try openssl.trusted(root, options)]
            let leaf = try api.issuing.issueLeaf("api.example.com") { $0.extendedKeyUsages = [] }
            let chain = leaf.pem + api.issuing.certificate.pem
            let answer = try evaluate(policy(anchors, ["purpose": purpose, "validateHost": true]), chain: chain)
            #expect(answer.trusted == isTrusted, "\(options): \(answer.text)")
            // A profile that does not check purposes requires all of them.
            let basic = try evaluate(policy(anchors, ["profile": "basicX509"]))
            #expect(basic.trusted == isTrusted, "\(options): \(basic.text)")
        }
    }

    @Test func `override a plain copy of the certificate, in any order`() throws {
        let block = try openssl.trusted(root, "-addreject serverAuth")
        for anchors in [[block, root.pem], [root.pem, block], [block + root.pem], [root.pem + block]] {
            #expect(try evaluate(policy(anchors)).errorCodes == ["chain.distrusted"])
            let system = try APIFixture(like: api) { _ in anchors.joined() }
            #expect(try system.evaluate(["chain": api.chain, "host": "api.example.com"]).trusted == false)
        }
        let issuing = try openssl.trusted(api.issuing.certificate, "-addreject serverAuth")
        for chain in [api.chain + issuing, api.leaf.pem + issuing + api.issuing.certificate.pem] {
            #expect(try evaluate(policy([root.pem]), chain: chain).errorCodes == ["chain.distrusted"])
        }
    }

    @Test func `of system trust anchors apply only to policies that use those anchors`() throws {
        let system = try APIFixture(like: api) { try openssl.trusted($0, "-addreject serverAuth") }
        for (only, isTrusted) in [(false, false), (true, true)] {
            let both = policy([root.pem], ["anchorsOnly": only])
            let answer = try system.evaluate(["chain": api.chain, "host": "api.example.com", "policy": both])
            #expect(answer.trusted == isTrusted, "\(answer.text)")
        }
    }

    @Test func `in a request do not make a certificate trusted`() throws {
        let stranger = try TestAuthority.root("Stranger", key: .shared(.ecdsaP256, "stranger root"))
        let leaf = try stranger.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf"))
        for block in [stranger.certificate, leaf] {
            let trusted = try openssl.trusted(block, "-addtrust serverAuth -addtrust anyExtendedKeyUsage")
            #expect(try evaluate("system", chain: leaf.pem + trusted).trusted == false)
            #expect(try evaluate("system", chain: trusted + stranger.certificate.pem).trusted == false)
        }
    }

    @Test func `block paths through an intermediate, but no other paths`() throws {
        let block = try openssl.trusted(api.issuing.certificate, "-addreject serverAuth")
        let twin = try api.issuing.reissued()
        for chain in [
            api.chain + twin.certificate.pem, api.leaf.pem + twin.certificate.pem + api.issuing.certificate.pem,
        ] {
            let answer = try evaluate(policy([block, root.pem]), chain: chain)
            #expect(answer.trusted == true, "\(answer.text)")
        }
        #expect(try evaluate(policy([root.pem, block])).errorCodes == ["chain.distrusted"])
    }

    @Test(arguments: [0, 100]) func `are neither lost nor applied to other certificates by caches`(entries: Int) throws
    {
        let caches = CacheSizes(verdicts: entries, certificates: entries, signatures: entries)
        let block = try openssl.trusted(root, "-addreject serverAuth")
        let issuing = try openssl.trusted(api.issuing.certificate, "-addreject serverAuth")
        for order in [[true, false, true, false], [false, true, false, true]] {
            let cached = try APIFixture(caches: caches, like: api)
            for isRejected in order + order {
                let inline = policy([isRejected ? block : root.pem])
                let answer = try cached.evaluate(["chain": api.chain, "host": "api.example.com", "policy": inline])
                #expect(answer.trusted == !isRejected)
                let chain = api.leaf.pem + (isRejected ? issuing : api.issuing.certificate.pem)
                #expect(try cached.evaluate(["chain": chain, "host": "api.example.com"]).trusted == !isRejected)
            }
        }
    }

    @Test func `change revisions and invalidate cached verdicts on a reload`() throws {
        let caches = CacheSizes(verdicts: 100, certificates: 100, signatures: 100)
        let cached = try APIFixture(
            documents: ["own.yaml": "policies: {p: {evaluator: default, anchors: [ROOT]}}"],
            caches: caches,
            like: api
        )
        var revisions: Set<String> = []
        for (options, isTrusted) in [("", true), ("-addreject serverAuth", false), ("-addtrust serverAuth", true)] {
            let text = options.isEmpty ? root.pem : try openssl.trusted(root, options)
            try cached.write(text, to: "../system.pem")
            for name in ["system", "own/p"] {
                let answer = try cached.evaluate(["chain": api.chain, "host": "api.example.com", "policy": name])
                #expect(answer.trusted == isTrusted, "\(name) \(options)")
                let policy = try #require(answer.object["policy"] as? [String: Any])
                revisions.insert(try #require(policy["revision"] as? String))
            }
        }
        #expect(revisions.count == 6)
    }

    @Test func `are included in descriptions of certificates`() throws {
        let block = try openssl.trusted(root, "-addtrust clientAuth -addreject serverAuth")
        let answer = api.post("/v1/certificates", try APIFixture.json(["chain": [block, api.leaf.pem]]))
        let certificates = try #require(answer.object["certificates"] as? [[String: Any]])
        let settings = try #require(certificates[0]["trustSettings"] as? [String: [String]])
        #expect(settings == ["trustedUses": ["1.3.6.1.5.5.7.3.2"], "rejectedUses": ["1.3.6.1.5.5.7.3.1"]])
        #expect(certificates[1]["trustSettings"] == nil)
    }

    @Test func `are named in the error if they are malformed`() throws {
        let junk: [UInt8] = [0x30, 0x04, 0x06, 0x02, 0x2A, 0x03]
        let block = TestPEM.encode("TRUSTED CERTIFICATE", api.leaf.der + junk)
        let chain = try evaluate("system", chain: block)
        #expect(chain.status == 422)
        #expect(chain.code == "malformedCertificate")
        #expect(chain.text.contains("the trust settings (X509_CERT_AUX)"), "\(chain.text)")
        let anchor = try evaluate(policy([TestPEM.encode("TRUSTED CERTIFICATE", root.der + [0x05, 0x00])]))
        #expect(anchor.code == "malformedCertificate")
        #expect(anchor.text.contains("the trust settings (X509_CERT_AUX)"), "\(anchor.text)")
    }

    @Test func `apply to members of composites and to compatibility modes`() throws {
        let block = try openssl.trusted(root, "-addreject serverAuth")
        let policies: [[String: Any]] = [
            ["evaluator": "composite", "allOf": [policy([root.pem]), policy([block])]],
            ["evaluator": "default", "compatibility": "alamofire5", "anchors": [block]],
            ["evaluator": "pinCertificates", "compatibility": "alamofire4", "pins": [block]],
            ["evaluator": "pinCertificates", "compatibility": "alamofire5", "pins": [block]],
            [
                "evaluator": "securityPolicy", "sslPinningMode": "publicKey", "pinnedCertificates": [block],
                "allowInvalidCertificates": true, "anchors": [root.pem],
            ],
        ]
        for policy in policies {
            let answer = try evaluate(policy, chain: api.chain + root.pem)
            #expect(answer.trusted == false, "\(policy): \(answer.text)")
            #expect(answer.errorCodes.first == "chain.distrusted", "\(answer.text)")
        }
    }
}
