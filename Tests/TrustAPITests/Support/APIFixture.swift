import Foundation
import MicrohttpdServer
import StructuredDocuments
import Synchronization
import Testing
import TrustAPI
import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustScripts
import TrustService
import TrustTestSupport

/// The API with a small PKI of its own and without sockets, created for each test.
final class APIFixture {
    static let now = Instant(secondsSince1970: TestInstant.reference.secondsSince1970)

    let root: TestAuthority
    let issuing: TestAuthority
    let leaf: TestCertificate
    let responder: APIResponder
    let context: APIContext
    let clock: TestClock
    let store: PolicyStore
    let documents: DocumentPorts
    /// Loads snapshots that share nothing with those of ``store``.
    let loader: PolicyLoader
    /// The clients that requested reloads, as described for the log.
    let reloadRequests = ReloadRequests()
    static let daemonUser: UInt32 = 998
    let directory: URL
    /// The pin of the root's key, if there are constraints.
    private(set) var rootKey = ""

    /// - Parameters:
    ///   - documents: policy sets by file name; `ROOT` in them is replaced by the path of the root's PEM file.
    ///   - limits: the limits for chains.
    ///   - batchLimits: the limits for batches.
    ///   - now: the initial wall-clock time.
    ///   - caches: the cache sizes; by default the caches are off.
    ///   - wrap: wraps the signature checks by OpenSSL.
    ///   - other: a fixture whose certificates to reuse; by default new ones are created.
    ///   - scripts: whether policies may have scripts.
    ///   - floors: the set of the floors.
    ///   - network: whether policies may ask for evidence from the network.
    ///   - logList: the text of the log list; nil if none is configured.
    ///   - systemAnchors: the text of the system trust store; by default the PEM of the root.
    ///   - anchorConstraints: a document with constraints on system anchors; `KEY` is replaced by the pin of the root's key.
    ///   - writesBlocks: whether clients may write blocks.
    ///   - writesPolicies: whether clients may write policy sets.
    ///   - adjust: changes the dependencies of the routes.
    /// - Throws: an error if a certificate or file cannot be created.
    init(
        documents: [String: String] = [:],
        limits: CertificateLimits = CertificateLimits(),
        batchLimits: BatchLimits = BatchLimits(),
        now: Instant = APIFixture.now,
        caches: CacheSizes = CacheSizes(),
        wrap: (any SignatureVerifying) -> any SignatureVerifying = { $0 },
        like other: APIFixture? = nil,
        scripts: Bool = false,
        floors: String? = nil,
        network: Bool = false,
        logList: String? = nil,
        systemAnchors: (TestCertificate) throws -> String = { $0.pem },
        anchorConstraints: String? = nil,
        writesBlocks: Bool = false,
        writesPolicies: Bool = false,
        adjust: (inout APIContext) -> Void = { _ in }
    ) throws {
        root = try other?.root ?? TestAuthority.root("API Test Root", key: TestKey.shared(.ecdsaP256, "api root"))
        issuing =
            try other?.issuing
            ?? root.issueAuthority("API Test Issuing", key: TestKey.shared(.ecdsaP256, "api issuing")) {
                $0.pathLength = 0
            }
        leaf = try other?.leaf ?? issuing.issueLeaf("api.example.com", key: TestKey.shared(.ecdsaP256, "api leaf"))
        let clock = TestClock(now)
        self.clock = clock
        directory = FileManager.default.temporaryDirectory.appending(path: "anchord-\(UUID().uuidString)")
        let policies = directory.appending(path: "policies")
        try FileManager.default.createDirectory(at: policies, withIntermediateDirectories: true)
        let anchors = directory.appending(path: "system.pem")
        try systemAnchors(root.certificate).write(to: anchors, atomically: true, encoding: .utf8)
        for (name, text) in documents {
            try text.replacing("ROOT", with: anchors.path).write(
                to: policies.appending(path: name),
                atomically: true,
                encoding: .utf8
            )
        }
        let certificateCache = CertificateCache(entries: caches.certificates)
        let signatureCache = SignatureCache(entries: caches.signatures)
        let reader = OpenSSLCertificateReader(cache: certificateCache)
        let suffixes = try #require(PSLSuffixes())
        var ports = DocumentPorts(
            certificates: OpenSSLCertificateReader(),
            evidence: OpenSSLEvidenceReader(),
            names: IDN2Names(),
            suffixes: suffixes,
            sha256: { SHA256.fingerprint(of: $0[...]) },
            now: { clock.now }
        )
        ports.logKeys = OpenSSLTimestampVerifier()
        ports.networkEnabled = network
        let logs = directory.appending(path: "logs.json")
        try logList?.write(to: logs, atomically: true, encoding: .utf8)
        if scripts { ports.scripts = LuaRuntime(limits: .unhurried) }
        let constraints = directory.appending(path: "constraints.yaml")
        if let anchorConstraints {
            let key = try reader.certificates(in: root.certificate.der, limits: limits)[0].facts.publicKeyFingerprint
            rootKey = key.pin
            try anchorConstraints.replacing("KEY", with: key.pin).write(
                to: constraints,
                atomically: true,
                encoding: .utf8
            )
        }
        let blocks = directory.appending(path: "blocks.yaml")
        try "[]".write(to: blocks, atomically: true, encoding: .utf8)
        let written = directory.appending(path: "written")
        if writesBlocks { _ = try WrittenBlocks.prepare(written.path) }
        let sets = directory.appending(path: "sets")
        try FileManager.default.createDirectory(at: sets, withIntermediateDirectories: true)
        let loader = PolicyLoader(
            directory: policies.path,
            written: writesPolicies ? sets.path : nil,
            systemAnchors: anchors.path,
            anchorConstraints: anchorConstraints == nil ? [] : [constraints.path],
            ports: ports,
            floors: floors,
            logList: logList == nil ? nil : logs.path,
            blocks: blocks.path,
            writtenBlocks: writesBlocks ? written.path : nil
        )
        self.documents = ports
        self.loader = loader
        let store = try PolicyStore(now: { Self.now }, load: loader.load)
        self.store = store
        let validator = try #require(OpenSSLSignatureVerifier(signatures: signatureCache))
        let metrics = Metrics()
        let evaluations = Evaluations(
            engine: TrustEngine(
                ports: EvaluationPorts(
                    signatures: wrap(validator),
                    evidence: OpenSSLEvidenceVerifier(),
                    timestamps: OpenSSLTimestampVerifier(),
                    publicSuffixes: suffixes
                )
            ),
            documents: ports,
            limits: limits,
            allowsInlinePolicies: true,
            decisions: Decisions(
                ids: DecisionIDSource(workers: 2),
                cache: DecisionCache(entries: caches.verdicts, bytes: caches.verdictBytes - caches.verdictBytes / 4),
                recorder: metrics
            )
        )
        var context = APIContext(
            evaluations: evaluations,
            certificates: reader,
            evidence: OpenSSLEvidenceReader(),
            limits: limits,
            policies: store,
            answers: AnswerCache(entries: caches.verdicts, bytes: caches.verdictBytes / 4, workers: 2) {
                SHA256.fingerprint(of: $0[...])
            },
            caches: { CacheReport(certificates: certificateCache.figures, signatures: signatureCache.figures) },
            metrics: metrics,
            now: { WallTime(milliseconds: UInt64(clock.now.secondsSince1970) * 1000) },
            serverFigures: { ServerFigures() },
            allowedHosts: ["trust.example"],
            version: "test",
            startedAt: Self.now,
            openAPI: Array("openapi: 3.1.0\n".utf8)
        )
        context.batchLimits = batchLimits
        context.evaluations.current = { store.current($0) }
        context.authorization.daemonUser = Self.daemonUser
        if let writer = BlockWriter(store, loader, encode: Self.json(of:)) {
            context.authorization.permitsBlocks = true
            context.blocks = BlockWriting { change, _ in writer.change(change, settle: { true }) }
        }
        if let writer = PolicyWriter(store, loader, now: { clock.now }, danglingReferences: { _ in [] }) {
            context.authorization.permitsWrites = true
            context.writing = PolicyWriting(writer)
        }
        adjust(&context)
        context.reload = { [reloadRequests] requester in
            reloadRequests.names.withLock { $0.append(requester) }
            let identities = reloadRequests.identities.withLock { $0 }
            return ReloadReport(policies: store.reload(), identities: identities)
        }
        self.context = context
        responder = APIResponder(context)
    }

    /// Adds or replaces a policy set, and reloads all sets.
    func write(_ document: String, to name: String) throws {
        let text = document.replacing("ROOT", with: directory.appending(path: "system.pem").path)
        try text.write(to: directory.appending(path: "policies/\(name)"), atomically: true, encoding: .utf8)
        if case .failed(let error) = store.reload() { throw error }
    }

    /// Replaces the document with constraints on system anchors, and reloads all sets.
    func writeConstraints(_ document: String) throws -> ReloadOutcome {
        let text = document.replacing("KEY", with: rootKey)
        try text.write(to: directory.appending(path: "constraints.yaml"), atomically: true, encoding: .utf8)
        return store.reload()
    }

    /// Encodes a document as JSON.
    static func json(of document: DocumentNode) -> [UInt8] {
        var writer = JSONWriter()
        writer.document(document)
        return writer.bytes
    }

    /// Replaces the blocks, and reloads.
    func block(_ list: String) throws { try blocking(list)() }

    /// Returns a function that replaces the blocks, and reloads.
    func blocking(_ list: String) -> @Sendable () throws -> Void {
        let (file, store) = (directory.appending(path: "blocks.yaml"), store)
        return {
            try list.write(to: file, atomically: true, encoding: .utf8)
            if case .failed(let error) = store.reload() { throw error }
        }
    }

    /// Removes the file with the blocks, without a reload.
    func removeBlocks() throws {
        try FileManager.default.removeItem(at: directory.appending(path: "blocks.yaml"))
    }

    /// Replaces the log list without a reload.
    func writeLogList(_ text: String) throws {
        try text.write(to: directory.appending(path: "logs.json"), atomically: true, encoding: .utf8)
    }

    /// Replaces the log list, and reloads.
    func replaceLogList(_ text: String) throws {
        try writeLogList(text)
        if case .failed(let error) = store.reload() { throw error }
    }

    /// Replaces the system trust store, and reloads all sets.
    func writeSystemAnchors(_ text: String) throws {
        try text.write(to: directory.appending(path: "system.pem"), atomically: true, encoding: .utf8)
        if case .failed(let error) = store.reload() { throw error }
    }

    /// Writes a binary file to the policy directory.
    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: directory.appending(path: "policies/\(name)"))
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    var chain: String { leaf.pem + issuing.certificate.pem }

    /// Sends a request as the server would: first the head, and the body only if the head is admitted.
    func send(
        _ method: String,
        _ target: String,
        headers: [(String, String)] = [],
        body: [UInt8] = [],
        peer: HTTPPeer = .ip("127.0.0.1")
    ) -> Answer {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return HTTPQueryItem(name: sides[0], value: sides.count > 1 ? sides[1].removingPercentEncoding ?? "" : "")
        }
        let fields = headers.contains { $0.0 == "Host" } ? headers : headers + [("Host", "127.0.0.1:8778")]
        let head = HTTPRequestHead(
            method: method,
            target: target,
            path: parts[0],
            query: query,
            headers: HTTPHeaders(fields),
            peer: peer
        )
        return Answer(responder.admit(head).answer(to: body))
    }

    /// Posts JSON.
    func post(_ target: String, _ json: String, headers: [(String, String)] = []) -> Answer {
        send("POST", target, headers: headers + [("Content-Type", "application/json")], body: Array(json.utf8))
    }

    /// Posts an evaluation request with the given members.
    func evaluate(_ members: [String: Any]) throws -> Answer {
        post("/v1/evaluations", try Self.json(members))
    }

    /// Returns the JSON text of an object with sorted keys.
    static func json(_ members: [String: Any]) throws -> String {
        let body = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return String(decoding: body, as: UTF8.self)
    }
}

/// The clients that requested reloads, and the outcome for identities.
final class ReloadRequests: Sendable {
    let names = Mutex<[String]>([])
    let identities = Mutex(IdentityReloadOutcome.unchanged)
}

/// A response with its parsed JSON.
struct Answer {
    let response: HTTPResponse

    /// Also checks that each JSON text in the response is valid and has no duplicate members.
    init(_ response: HTTPResponse) {
        self.response = response
        let type = response.headers["Content-Type"] ?? ""
        let separator = type.contains("ndjson") ? UInt8(ascii: "\n") : nil
        let texts =
            separator.map { response.body.split(separator: $0) } ?? (type.contains("json") ? [response.body[...]] : [])
        for text in texts where !text.isEmpty {
            if let defect = StrictJSON.defect(of: Array(text)) { Issue.record("\(defect): \(self.text)") }
        }
    }

    var status: Int { response.status }
    var text: String { String(decoding: response.body, as: UTF8.self) }
    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(response.body))) as? [String: Any] ?? [:]
    }
    var code: String? { object["code"] as? String }
    var trusted: Bool? { object["trusted"] as? Bool }
    var reasons: [[String: Any]] { object["reasons"] as? [[String: Any]] ?? [] }
    var reasonCodes: [String] { reasons.compactMap { $0["code"] as? String } }
    var errorCodes: [String] {
        reasons.filter { $0["severity"] as? String == "error" }.compactMap { $0["code"] as? String }
    }
    var pointers: [String] {
        (object["errors"] as? [[String: Any]] ?? []).compactMap { $0["pointer"] as? String }
    }
}

extension ScriptLimits {
    /// Limits with enough time for a debug build.
    static var unhurried: ScriptLimits {
        var limits = ScriptLimits()
        limits.time = .seconds(10)
        return limits
    }
}

extension BlockWriter {
    /// Makes a change, and then waits as the closure does.
    func change(_ change: BlockChange, settle: () -> Bool) -> Result<BlockWriting.Outcome, BlockWriteError> {
        Result { () throws(BlockWriteError) in
            guard let definition = change.definition else {
                try delete(change.id)
                return BlockWriting.Outcome(block: nil, isNew: false, isSettled: settle())
            }
            let (block, isNew) = try put(definition, as: change.id)
            return BlockWriting.Outcome(block: block, isNew: isNew, isSettled: settle())
        }
    }
}

extension PolicyWriting {
    /// Makes changes at once, without a queue.
    fileprivate init(_ writer: PolicyWriter) {
        self.init(
            change: { change, _ in
                Result { () throws(PolicyWriteError) in
                    switch change.action {
                    case .put(let upload):
                        try writer.put(upload, as: change.set, if: change.precondition, by: change.author)
                    case .delete: try writer.delete(change.set, if: change.precondition, by: change.author)
                    case .restore(let number):
                        try writer.restore(number, of: change.set, if: change.precondition, by: change.author)
                    }
                }
            },
            candidate: { upload, set, author in
                Result { () throws(PolicyWriteError) in try writer.candidate(upload, as: set, by: author) }
            },
            revisions: { name throws(PolicyWriteError) in try writer.revisions(of: name) }
        )
    }
}
