import MicrohttpdServer
import Testing
import TrustModel
import TrustTestSupport

/// Tests with repeated requests whose verdicts change over time for all possible reasons.
@Suite struct `Cached verdicts during changes` {
    @Test(arguments: [200, 20000]) func `equal new verdicts`(verdicts: Int) throws {
        let plain = try APIFixture()
        let cached = try APIFixture(
            caches: CacheSizes(verdicts: verdicts, certificates: 100, signatures: 100),
            like: plain
        )
        let world = try ChangingWorld(plain)
        let requests = try world.requests.map { try APIFixture.json($0) }
        var random = SeededGenerator(seed: 1)
        // Use the times around each change in order, then some of them in random order.
        let seconds = world.changes.sorted().flatMap { change in [-1, 0, 1].map { change.adding(seconds: $0) } }
        for (step, time) in (seconds + seconds.shuffled(using: &random).prefix(10)).enumerated() {
            for api in [plain, cached] {
                api.clock.now = time
                if step % 20 == 0 { try api.write(world.document(at: step / 20), to: "changing.yaml") }
            }
            for request in requests {
                let theirs = plain.post("/v1/evaluations", request)
                // Repeat the request, so that the verdict is copied to a per-thread cache.
                for _ in 0..<3 {
                    let ours = cached.post("/v1/evaluations", request)
                    #expect(masked(ours) == masked(theirs), "\(request.suffix(300)) at \(time)")
                    #expect(ours.response.headers["Cache-Control"] == theirs.response.headers["Cache-Control"])
                }
            }
        }
        let figures = try #require(cached.send("GET", "/v1/status").object["caches"] as? [String: [String: Any]])
        #expect(try #require(figures["verdicts"]?["hits"] as? Int) > 300)
    }

    /// Returns the response without the identifier at its start.
    private func masked(_ answer: Answer) -> Substring {
        answer.text.hasPrefix(#"{"id":"#) ? answer.text.dropFirst(45) : answer.text[...]
    }
}

/// Chains, policies and evidence with different validity periods.
private struct ChangingWorld {
    private static let host = "api.example.com"
    /// A host that is not in the leaf.
    private static let otherHost = "www.example.com"

    private let api: APIFixture
    /// The issuing CA with another validity period.
    private let twin: TestAuthority
    private let list: TestRevocationList
    private let exceptionEnd = APIFixture.now.adding(seconds: 35 * 86400)
    private let pinsEnd = APIFixture.now.adding(seconds: 50 * 86400)
    /// Twenty days before the end of the leaf.
    private let remainderEnd = APIFixture.now.adding(seconds: 40 * 86400)

    init(_ api: APIFixture) throws {
        self.api = api
        twin = try api.issuing.reissued {
            $0.notBefore = .reference.adding(days: 25)
            $0.notAfter = .reference.adding(days: 40)
        }
        list = try api.issuing.revocationList()
    }

    /// The last seconds before a verdict changes.
    var changes: [Instant] {
        let templates = [api.leaf, api.issuing.certificate, twin.certificate, api.root.certificate].map(\.template)
        let ends = templates.flatMap { [$0.notBefore, $0.notAfter] } + [list.template.thisUpdate]
        return Set(ends + [list.template.nextUpdate].compactMap(\.self))
            .map { Instant(secondsSince1970: $0.secondsSince1970) }
            + [exceptionEnd, pinsEnd, pinsEnd.adding(seconds: -30 * 86400), remainderEnd, APIFixture.now]
    }

    /// Returns the document of the policy set `changing` at a position in the sequence.
    func document(at position: Int) -> String {
        let documents = [
            "otherwise: deny\n", "otherwise: open\npolicies:\n  open:\n    evaluator: disabled\n",
            "otherwise: performDefaultHandling\n",
        ]
        return documents[position % documents.count]
    }

    var requests: [[String: Any]] {
        get throws {
            try [api.chain, api.leaf.pem + twin.certificate.pem].flatMap { chain in
                let questions: [[String: Any]] =
                    try policies.map { ["policy": $0] } + excepting.map { ["policy": $0, "host": Self.otherHost] } + [
                        [:], ["host": "not a host"], ["policy": "changing"], ["explain": true],
                        ["at": exceptionEnd.description], ["crls": [list.pem]],
                    ]
                return questions.map { $0.merging(["chain": chain, "host": Self.host]) { own, _ in own } }
            }
        }
    }

    private var plain: [String: Any] { ["evaluator": "default", "anchors": [api.root.certificate.pem]] }

    private var pinned: [String: Any] {
        [
            "evaluator": "pinPublicKeys", "anchors": [api.root.certificate.pem], "pins": [api.root.certificate.pem],
            "requireBackupPin": false, "expires": pinsEnd.description,
        ]
    }

    /// Policies that accept the other host temporarily.
    private var excepting: [[String: Any]] {
        get throws {
            let path = [api.leaf, api.issuing.certificate, api.root.certificate]
            let exception: [String: Any] = [
                "codes": ["host.mismatch"], "chain": try path.map { Hexadecimal.encode(try $0.fingerprint()) },
                "host": Self.otherHost, "until": exceptionEnd.description,
            ]
            let excepted = plain.merging(["exceptions": [exception]]) { $1 }
            return [
                excepted, ["evaluator": "composite", "anyOf": [pinned, excepted]],
                ["evaluator": "composite", "allOf": [pinned, plain], "exceptions": [exception]],
            ]
        }
    }

    private var policies: [[String: Any]] {
        let (root, leaf, twin) = (api.root.certificate.pem, api.leaf.pem, twin.certificate.pem)
        let open = pinned.merging(["onExpiry": "open"]) { $1 }
        let nested: [String: Any] = ["evaluator": "composite", "allOf": [pinned, plain]]
        return [
            plain, pinned, open, pinned.merging(["mode": "report"]) { $1 },
            plain.merging(["anchors": [root, twin]]) { $1 }, plain.merging(["anchors": [leaf]]) { $1 },
            plain.merging(["checks": ["time.expired": "ignore", "time.notYetValid": "ignore"]]) { $1 },
            plain.merging(["checks": ["time.expired": "warning"]]) { $1 },
            plain.merging(["revocation": ["crls": [list.pem], "requirePositiveResponse": true]]) { $1 },
            pinned.merging(["validateCertificateChain": false]) { $1 },
            plain.merging(["constraints": ["minimumRemaining": "20d"]]) { $1 },
            pinned.merging(["constraints": ["not": ["minimumRemaining": "20d"]]]) { $1 },
            ["evaluator": "composite", "anyOf": [nested, plain]], ["evaluator": "disabled"],
            [
                "evaluator": "securityPolicy", "sslPinningMode": "certificate", "pinnedCertificates": [twin],
                "anchors": [root],
            ],
            [
                "evaluator": "securityPolicy", "sslPinningMode": "publicKey", "allowInvalidCertificates": true,
                "pinnedCertificates": [leaf], "anchors": [root],
            ],
            [
                "evaluator": "pinCertificates", "compatibility": "alamofire5", "certificates": [twin],
                "acceptSelfSignedCertificates": true, "anchors": [root],
            ],
        ]
    }
}
