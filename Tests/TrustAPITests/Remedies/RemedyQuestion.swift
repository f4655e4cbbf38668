import Foundation
import TrustModel
import TrustTestSupport

/// A request for a valid chain, which a scenario breaks and repairs.
struct RemedyQuestion {
    /// Changes the request after the chain is created.
    typealias RequestEdit = (inout RemedyRequest, RemedyChain) throws -> Void

    private var rootEdits: [TestAuthority.Edit] = []
    private var issuingEdits: [TestAuthority.Edit] = []
    private var leafEdits: [TestAuthority.Edit] = []
    private var requestEdits: [RequestEdit] = []
    /// The key types of the root, the intermediate and the leaf.
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
    /// Sets the clock of the daemon, for a request without an evaluation time.
    mutating func clock(_ instant: TestInstant) {
        member("at", NSNull())
        request { request, _ in request.clock = instant }
    }
    /// Sends other certificates.
    mutating func send(_ certificates: @escaping (RemedyChain) throws -> [TestCertificate]) {
        request { $0.sent = try certificates($1) }
    }
    /// Sets other trust anchors.
    mutating func anchors(_ certificates: @escaping (RemedyChain) throws -> [TestCertificate]) {
        request { $0.anchors = try certificates($1) }
    }

    /// Creates the chain and returns the response.
    func ask(_ api: APIFixture) throws -> Answer {
        try api.evaluate(try members(for: api))
    }

    /// Creates the chain, sets the clock and the files of the daemon, and returns the members of the request.
    func members(for api: APIFixture) throws -> [String: Any] {
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
        if let script = request.script { try api.write(Array(script.utf8), to: "remedy.lua") }
        if let list = request.logList { try api.replaceLogList(list) }
        if let document = request.document { try api.write(document, to: "remedy.yaml") }
        return try request.json
    }
}

/// The certificates of a request.
struct RemedyChain {
    let root: TestAuthority
    let issuing: TestAuthority
    let leaf: TestCertificate
}

/// The request and the settings of the daemon.
struct RemedyRequest {
    var sent: [TestCertificate]
    var anchors: [TestCertificate]
    var policy: [String: Any] = ["evaluator": "default"]
    var members: [String: Any] = ["host": "api.example.com", "at": "2026-01-01T00:00:00Z"]
    /// The time of the daemon's clock.
    var clock = TestInstant.reference
    /// The policy set `remedy`, if the request refers to it.
    var document: String?
    /// The log list; nil for the one of the fixture.
    var logList: String?
    /// The script that the policy set can name, as `remedy.lua`.
    var script: String?

    init(_ chain: RemedyChain) {
        sent = [chain.leaf, chain.issuing.certificate]
        anchors = [chain.root.certificate]
    }

    /// The members of the request, with an inline policy unless they contain another policy.
    var json: [String: Any] {
        get throws {
            var policy = policy
            if !anchors.isEmpty { policy["anchors"] = anchors.map(\.pem) }
            return ["chain": TestPEM.chain(sent), "policy": policy].merging(members) { $1 }
        }
    }
}
