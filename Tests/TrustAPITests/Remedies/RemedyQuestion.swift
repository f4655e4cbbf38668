import Foundation
import TrustModel
import TrustTestSupport

/// A question about a sound chain, which a scenario spoils and mends.
struct RemedyQuestion {
    /// Changes what is sent, once the chain is made.
    typealias RequestEdit = (inout RemedyRequest, RemedyChain) throws -> Void

    private var rootEdits: [TestAuthority.Edit] = []
    private var issuingEdits: [TestAuthority.Edit] = []
    private var leafEdits: [TestAuthority.Edit] = []
    private var requestEdits: [RequestEdit] = []
    /// The kinds of keys that root, intermediate and leaf have.
    var rootKey = TestKeyKind.ecdsaP256
    var issuingKey = TestKeyKind.ecdsaP256
    var leafKey = TestKeyKind.ecdsaP256

    mutating func root(_ edit: @escaping TestAuthority.Edit) { rootEdits.append(edit) }
    mutating func issuing(_ edit: @escaping TestAuthority.Edit) { issuingEdits.append(edit) }
    mutating func leaf(_ edit: @escaping TestAuthority.Edit) { leafEdits.append(edit) }
    mutating func request(_ edit: @escaping RequestEdit) { requestEdits.append(edit) }
    /// Sets a key of the policy.
    mutating func policy(_ key: String, _ value: any Sendable) { request { request, _ in request.policy[key] = value } }
    /// Sets a member of the request.
    mutating func member(_ key: String, _ value: any Sendable) {
        request { request, _ in request.members[key] = value }
    }
    /// Sets the clock of the daemon, which is asked without a time.
    mutating func clock(_ instant: TestInstant) {
        member("at", NSNull())
        request { request, _ in request.clock = instant }
    }
    /// Sends other certificates.
    mutating func send(_ certificates: @escaping (RemedyChain) throws -> [TestCertificate]) {
        request { $0.sent = try certificates($1) }
    }
    /// Trusts other anchors.
    mutating func anchors(_ certificates: @escaping (RemedyChain) throws -> [TestCertificate]) {
        request { $0.anchors = try certificates($1) }
    }

    /// Makes the chain, and asks.
    func ask(_ api: APIFixture) throws -> Answer {
        let root = try TestAuthority.root("Remedy Root", key: .shared(rootKey, "remedy root")) { template in
            for edit in rootEdits { try edit(&template) }
        }
        let issuing = try root.issueAuthority("Remedy CA", key: .shared(issuingKey, "remedy issuing")) { template in
            for edit in issuingEdits { try edit(&template) }
        }
        let leaf = try issuing.issueLeaf("api.example.com", key: .shared(leafKey, "remedy leaf")) { template in
            for edit in leafEdits { try edit(&template) }
        }
        let chain = RemedyChain(root: root, issuing: issuing, leaf: leaf)
        var request = RemedyRequest(chain)
        for edit in requestEdits { try edit(&request, chain) }
        api.clock.now = Instant(secondsSince1970: request.clock.secondsSince1970)
        if let document = request.document { try api.write(document, to: "remedy.yaml") }
        return try api.evaluate(try request.json)
    }
}

/// The certificates of a question.
struct RemedyChain {
    let root: TestAuthority
    let issuing: TestAuthority
    let leaf: TestCertificate
}

/// What a question sends.
struct RemedyRequest {
    var sent: [TestCertificate]
    var anchors: [TestCertificate]
    var policy: [String: Any] = ["evaluator": "default"]
    var members: [String: Any] = ["host": "api.example.com", "at": "2026-01-01T00:00:00Z"]
    /// What the daemon's clock shows.
    var clock = TestInstant.reference
    /// The policy set `remedy`, where the members name it.
    var document: String?

    init(_ chain: RemedyChain) {
        sent = [chain.leaf, chain.issuing.certificate]
        anchors = [chain.root.certificate]
    }

    /// The members of the request, with an inline policy unless they name one.
    var json: [String: Any] {
        get throws {
            var policy = policy
            if !anchors.isEmpty { policy["anchors"] = anchors.map(\.pem) }
            return ["chain": TestPEM.chain(sent), "policy": policy].merging(members) { $1 }
        }
    }
}
