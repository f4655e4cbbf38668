import Foundation
import TrustTestSupport

/// The public x509-limbo vectors, if available, and those of BetterTLS in the same format.
///
/// `ANCHORD_LIMBO` names a plain or gzipped copy of `limbo.json` from https://github.com/C2SP/x509-limbo.
/// `ANCHORD_BETTERTLS` names a file with the group `bettertls`, such as the same file; it has ten thousand slow cases.
enum ConformanceVectors {
    static let advice: String =
        "x509-limbo vectors not found: fetch limbo.json from https://github.com/C2SP/x509-limbo and set ANCHORD_LIMBO to it"

    static let adviceOnBetterTLS: String =
        "BetterTLS vectors not found: fetch limbo.json from https://github.com/C2SP/x509-limbo and set ANCHORD_BETTERTLS to it"

    /// The file, if there is one.
    static let file = readableFile(namedBy: "ANCHORD_LIMBO")
    /// The file with the cases of BetterTLS, if there is one.
    static let fileOfBetterTLS = readableFile(namedBy: "ANCHORD_BETTERTLS")

    private static func readableFile(namedBy variable: String) -> String? {
        let path = ProcessInfo.processInfo.environment[variable] ?? ""
        return FileManager.default.isReadableFile(atPath: path) ? path : nil
    }

    static var isPresent: Bool { file != nil }

    /// Returns all cases of some groups; the group is the part of an identifier before the first `::`.
    static func cases(of groups: Set<String>, in file: String? = file) throws -> [ConformanceCase] {
        guard let file else { return [] }
        let document = try JSONSerialization.jsonObject(with: try contents(of: file)) as? [String: Any]
        let cases = (document?["testcases"] as? [[String: Any]] ?? []).compactMap(ConformanceCase.init)
        return cases.filter { groups.contains($0.group) }
    }

    private static func contents(of file: String) throws -> Data {
        guard file.hasSuffix(".gz") else { return try Data(contentsOf: URL(filePath: file)) }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-dc", file]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return data
    }
}

/// One case: a chain, its anchors and the expected result.
struct ConformanceCase {
    let id: String
    let leaf: String
    let intermediates: [String]
    let anchors: [String]
    let host: String?
    let emails: [String]
    let purpose: String?
    let keyUsages: [String]
    let lists: [String]
    let instant: String?
    let maximumDepth: Int?
    let shouldPass: Bool

    init?(_ object: [String: Any]) {
        guard let id = object["id"] as? String, let leaf = object["peer_certificate"] as? String,
            let anchors = object["trusted_certs"] as? [String],
            let intermediates = object["untrusted_intermediates"] as? [String]
        else { return nil }
        self.id = id
        self.leaf = leaf
        self.anchors = anchors
        self.intermediates = intermediates
        let name = object["expected_peer_name"] as? [String: Any]
        let names = [name].compactMap(\.self) + (object["expected_peer_names"] as? [[String: Any]] ?? [])
        func values(of kinds: [String]) -> [String] {
            names.filter { kinds.contains($0["kind"] as? String ?? "") }.compactMap { $0["value"] as? String }
        }
        host = values(of: ["DNS", "IP"]).first
        emails = values(of: ["RFC822"])
        // Without an extended key usage, the purpose follows from the kind of validation.
        let usual = ["SERVER": "serverAuth", "CLIENT": "clientAuth"][object["validation_kind"] as? String ?? ""]
        purpose = (object["extended_key_usage"] as? [String])?.first ?? usual
        keyUsages = object["key_usage"] as? [String] ?? []
        lists = object["crls"] as? [String] ?? []
        instant = (object["validation_time"] as? String)?.replacing("+00:00", with: "Z")
        maximumDepth = object["max_chain_depth"] as? Int
        shouldPass = object["expected_result"] as? String == "SUCCESS"
    }

    /// Creates a case from a generated chain.
    init(id: String, leaf: TestCertificate, intermediates: [TestCertificate], anchor: TestCertificate, host: String) {
        self.id = id
        self.leaf = leaf.pem
        self.intermediates = intermediates.map(\.pem)
        anchors = [anchor.pem]
        self.host = host
        emails = []
        purpose = nil
        keyUsages = []
        lists = []
        instant = "2026-01-15T00:00:00Z"
        maximumDepth = nil
        shouldPass = true
    }

    var group: String { String(id.prefix { $0 != ":" }) }

    /// Returns the case as a request with an inline policy of a profile.
    func request(
        profile: String = "server",
        chain: [String]? = nil,
        host: String? = nil,
        anchors: [String]? = nil,
        at instant: String? = nil
    ) -> [String: Any] {
        var policy: [String: Any] = ["evaluator": "default", "profile": profile, "anchors": anchors ?? self.anchors]
        policy["purpose"] = purpose
        if self.host == nil { policy["validateHost"] = false }
        if let maximumDepth { policy["maxChainDepth"] = maximumDepth }
        if !keyUsages.isEmpty { policy["keyUsage"] = keyUsages }
        if !emails.isEmpty { policy["emails"] = emails }
        if !lists.isEmpty {
            policy["evaluator"] = "revocation"
            policy["revocation"] = ["methods": ["crl"], "scope": "leaf", "requirePositiveResponse": true]
        }
        var request: [String: Any] = ["chain": chain ?? [leaf] + intermediates, "policy": policy]
        if !lists.isEmpty { request["crls"] = lists }
        if let host = host ?? self.host { request["host"] = host }
        if let instant = instant ?? self.instant { request["at"] = instant }
        return request
    }
}
