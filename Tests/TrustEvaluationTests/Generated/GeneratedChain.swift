import TrustEvaluation
import TrustModel
import TrustTestSupport

/// A chain of random shape with faults, and unrelated certificates.
struct GeneratedChain {
    let profile: Profile
    let faults: [PlannedFault]
    /// The leaf, the intermediates and the root.
    let path: [TestCertificate]
    /// The certificates sent besides the leaf, in random order: the path and unrelated ones.
    let sent: [TestCertificate]
    /// An unrelated root.
    private let strangerRoot: TestCertificate
    private let lists: [TestRevocationList]

    /// Creates a random chain.
    init(_ random: inout SeededGenerator) throws {
        let intermediates = Int.random(in: 0...4, using: &random)
        let profile = [Profile.server, .rfc5280, .rfc5280Strict, .webpki].randomElement(using: &random) ?? .server
        let faults = Self.faults(Int.random(in: 0...3, using: &random), intermediates, &random)
        try self.init(of: faults, intermediates: intermediates, under: profile, &random)
    }

    /// Creates a chain with the given faults.
    init(
        of faults: [PlannedFault],
        intermediates: Int,
        under profile: Profile,
        _ random: inout SeededGenerator
    ) throws {
        let chain = try FaultyHierarchy(intermediates: intermediates, faults: faults, &random)
        self.profile = profile
        self.faults = faults
        path = chain.path
        lists = try chain.revocationLists()
        let stranger = try TestAuthority.root("Stranger")
        strangerRoot = stranger.certificate
        var sent = Array(path.dropFirst())
        for fault in faults where fault.kind == .removedIntermediate { sent.remove(at: fault.depth - 1) }
        sent += try chain.decoys(stranger, &random)
        sent += sent.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        self.sent = sent.shuffled(using: &random)
    }

    private static func faults(
        _ count: Int,
        _ intermediates: Int,
        _ random: inout SeededGenerator
    ) -> [PlannedFault] {
        let possible = PlannedFault.all(intermediates: intermediates)
        var faults: [PlannedFault] = []
        while faults.count < count {
            // The kind is drawn first, so that kinds with many positions are not more frequent than others.
            guard let kind = PlannedFault.Kind.allCases.randomElement(using: &random),
                let fault = possible.filter({ $0.kind == kind }).randomElement(using: &random),
                faults.allSatisfy(fault.goes)
            else { continue }
            faults.append(fault)
        }
        return faults
    }

    /// The expected reasons, as `severity code depth`, sorted.
    var reports: [String] {
        let reports = faults.flatMap { $0.reports(beside: faults, under: profile, root: path.count - 1) }
        return Set(reports).sorted()
    }

    /// Whether the chain is expected to be trusted.
    var isSound: Bool { !reports.contains { $0.hasPrefix("error") } }

    /// Returns the question, with the certificates besides the leaf in the random or another order.
    func engineCase(sending others: [TestCertificate]? = nil) throws -> EngineCase {
        let root = faults.contains { $0.kind == .untrustedRoot } ? strangerRoot : path[path.count - 1]
        var engineCase = EngineCase([path[0]] + (others ?? sent), anchors: [root])
        engineCase.explain = true
        if faults.contains(where: { $0.kind == .wrongAddress }) { engineCase.host = .name(.ip(.v4([192, 0, 2, 1]))) }
        engineCase.evidence.lists = try lists.map { try $0.read() }
        var requirements = PathRequirements(profile: profile, anchors: [])
        requirements.validateHost = true
        for fault in faults { try fault.demand(of: &requirements, intermediates: path.count - 2) }
        engineCase.edit = { [requirements] in
            let anchors = $0.anchors
            $0 = requirements
            $0.anchors = anchors
        }
        return engineCase
    }
}
