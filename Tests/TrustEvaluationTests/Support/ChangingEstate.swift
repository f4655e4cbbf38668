import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// A CA with two intermediates, leaves, revocation evidence, and certificates that may confuse the search for issuers.
struct ChangingEstate: Sendable {
    let root: Certificate
    let issuing: Certificate
    let lower: Certificate
    /// Another root, which certified the key of the intermediate.
    let elsewhere: Certificate
    /// Leaves of the intermediates, sound ones first.
    let leaves: [Certificate]
    let strangers: [Certificate]
    private let lists: [CertificateRevocationList]
    private let responses: [OCSPResponse]

    /// The number of sound leaves.
    private static let soundLeaves = 5

    /// The estate of all tests.
    static let shared = Result { try ChangingEstate() }

    private init() throws {
        let (host, root, forger) = (
            "api.example.com", try TestAuthority.root("Root"), try TestAuthority.root("Issuing")
        )
        let elsewhere = try TestAuthority.root("Elsewhere")
        let issuing = try root.issueAuthority("Issuing") { $0.pathLength = 1 }
        let lower = try issuing.issueAuthority("Lower") { $0.pathLength = 0 }
        let twin = try root.issueAuthority("Twin", key: issuing.key)
        let sound = [
            try issuing.issueLeaf(host), try issuing.issueLeaf(host), try lower.issueLeaf(host),
            try lower.issueLeaf(host), try root.issueLeaf(host),
        ]
        let faulty = [
            try issuing.issueLeaf("other.example.com"), try forger.issueLeaf(host), try twin.issueLeaf(host),
            try issuing.issueLeaf(host, key: issuing.key), try lower.issueLeaf(host, key: issuing.key),
            try lower.issueLeaf(host) { $0.notAfter = .reference.adding(days: -1) },
            try issuing.issueLeaf(host) { $0.authorityKeyIdentifier = nil },
            try issuing.issueLeaf(host) { $0.authorityKeyIdentifier = [1, 2, 3] },
            try lower.issueLeaf(host) { $0.keyUsage = [.keyCertSign] },
            try lower.issueAuthority("Lowest").certificate, lower.certificate, issuing.certificate,
        ]
        leaves = try (sound + faulty).map { try $0.read() }
        strangers = try [
            twin.certificate, forger.certificate, issuing.crossSigned(by: elsewhere), elsewhere.certificate,
            issuing.reissued().certificate, root.issueAuthority("Issuing").certificate,
            root.crossSigned(by: elsewhere), sound[1],
        ].map { try $0.read() }
        let old: TestAuthority.RevocationListEdit = {
            $0.thisUpdate = .reference.adding(days: -9)
            $0.nextUpdate = .reference.adding(days: -2)
        }
        lists = try [
            issuing.revocationList(), lower.revocationList(), root.revocationList(),
            issuing.revocationList(revoking: [sound[0]]), root.revocationList(revoking: [issuing.certificate]),
            issuing.revocationList(revoking: [lower.certificate]), issuing.revocationList(edit: old),
            forger.revocationList(), twin.revocationList(),
        ].map { try $0.read() }
        responses = try [
            issuing.ocspResponse(for: sound[0], sound[1]),
            issuing.ocspResponse(for: sound[1], status: .revoked(at: .reference.adding(days: -3))),
            lower.ocspResponse(for: sound[2], sound[3]), lower.ocspResponse(for: sound[2], status: .unknown),
            issuing.ocspResponse(for: sound[0], responder: try issuing.issueResponder()),
            forger.ocspResponse(for: sound[0]),
            root.ocspResponse(for: issuing.certificate, status: .revoked(at: .reference.adding(days: -3))),
        ].map { try OpenSSLEvidenceReader().ocspResponse(in: $0.der, limits: EvidenceLimits()) }
        self.root = try root.certificate.read()
        self.issuing = try issuing.certificate.read()
        self.lower = try lower.certificate.read()
        self.elsewhere = try elsewhere.certificate.read()
    }

    /// Parses a certificate; nil if it is malformed.
    static func read(_ der: [UInt8]) -> Certificate? {
        try? OpenSSLCertificateReader().certificates(in: der, limits: CertificateLimits()).first
    }

    /// Returns trust settings that reject a use.
    static func rejecting(_ use: OID, _ certificate: Certificate) -> TrustSettings {
        TrustSettings(trusted: nil, rejected: [use], digest: certificate.facts.fingerprint)
    }

    /// Returns the usual question about a chain.
    func question(_ chain: [Certificate]) -> TrustQuestion {
        TrustQuestion(chain: chain, host: .name(.dns("api.example.com")), instant: .reference)
    }

    /// Returns a random question and a description of it.
    func question(_ random: inout SeededGenerator) -> (question: TrustQuestion, changes: String) {
        var changes: [String] = []
        let isSound = Int.random(in: 0..<5, using: &random) < 3
        let number = Int.random(in: 0..<(isSound ? Self.soundLeaves : leaves.count), using: &random)
        changes.append("leaf \(number)")
        var chain = [leaves[number]] + others(&random, &changes)
        if Int.random(in: 0..<6, using: &random) == 0 { mutate(&chain, &random, &changes) }
        if Int.random(in: 0..<6, using: &random) == 0 {
            let index = chain.indices.randomElement(using: &random) ?? 0
            let use = [OID.serverAuth, .clientAuth, .codeSigning].randomElement(using: &random) ?? .serverAuth
            chain[index] = chain[index].with(Self.rejecting(use, chain[index]))
            changes.append("certificate \(index) rejects \(use)")
        }
        let instants: [Instant] = [
            .reference, .reference, .reference, .reference(days: -400), .reference(days: 4), .reference(days: 10),
            .reference(days: 4000),
        ]
        let instant = instants.randomElement(using: &random) ?? .reference
        let isOtherHost = Int.random(in: 0..<8, using: &random) == 0
        let isRevocationKnown = Int.random(in: 0..<3, using: &random) == 0
        let lists =
            isRevocationKnown
            ? lists.prefix(Int.random(in: 2...3, using: &random))
            : lists.shuffled(using: &random).prefix(Int.random(in: 0..<4, using: &random))
        let responses = responses.shuffled(using: &random).prefix(Int.random(in: 0..<3, using: &random))
        changes.append("at \(instant), \(lists.count) CRLs, \(responses.count) OCSP responses")
        let question = TrustQuestion(
            chain: chain,
            host: .name(.dns(isOtherHost ? "www.example.com" : "api.example.com")),
            instant: instant,
            timeSource: Bool.random(using: &random) ? .clock : .request,
            clock: Bool.random(using: &random) ? instant : nil,
            evidence: RevocationEvidence(lists: Array(lists), responses: Array(responses)),
            explain: Int.random(in: 0..<10, using: &random) == 0
        )
        return (question, changes.joined(separator: ", "))
    }

    /// Returns the certificates of a random request besides the leaf.
    private func others(_ random: inout SeededGenerator, _ changes: inout [String]) -> [Certificate] {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return []
        case 1: return [issuing]
        case 2: return [issuing, lower, root]
        case 3, 4:
            let decoys = strangers.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
            changes.append("\(decoys.count) strangers")
            return ([issuing, lower] + decoys).shuffled(using: &random)
        case 5: return [issuing, lower, issuing]
        default: return [lower, issuing]
        }
    }

    /// Changes a bit of a certificate; a malformed certificate is not sent.
    private func mutate(_ chain: inout [Certificate], _ random: inout SeededGenerator, _ changes: inout [String]) {
        let index = chain.indices.randomElement(using: &random) ?? 0
        var der = chain[index].der
        let offset = Int.random(in: der.indices, using: &random)
        der[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        guard let certificate = Self.read(der) else { return }
        chain[index] = certificate
        changes.append("certificate \(index) differs at byte \(offset)")
    }

    /// Returns the circumstances of a question: sometimes an exception for its chain, report mode, or a small budget.
    func circumstances(
        of question: TrustQuestion,
        _ random: inout SeededGenerator
    ) throws -> MemoryComparison.Circumstances {
        var circumstances = MemoryComparison.Circumstances()
        if Int.random(in: 0..<3, using: &random) == 0 { circumstances.mode = .report }
        if Int.random(in: 0..<5, using: &random) == 0 {
            let issuers =
                question.chain[0].facts.issuer == lower.facts.subject ? [lower, issuing, root] : [issuing, root]
            circumstances.exceptions = [
                TrustException(
                    codes: [.timeExpired, .hostMismatch],
                    chain: ([question.chain[0]] + issuers).map(\.facts.fingerprint),
                    host: .dns("api.example.com"),
                    until: .reference(days: 20)
                )
            ]
        }
        if Int.random(in: 0..<8, using: &random) == 0 {
            circumstances.budget = WorkBudget(
                paths: Int.random(in: 1..<4, using: &random),
                signatureChecks: Int.random(in: 0..<40, using: &random)
            )
        }
        return circumstances
    }
}
