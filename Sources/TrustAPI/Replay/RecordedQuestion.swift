import StructuredDocuments
import TrustEvaluation
package import TrustModel
import TrustPolicies
package import TrustService

/// A question of the log of decisions, before the parts to which it refers are known.
///
/// It is the reverse of ``DecisionInputs/init(_:under:sha256:)``. A log can be written by anyone, so that nothing in it is
/// trusted: parts have the digests by which they are found, and are decoded as those of a request.
package struct RecordedQuestion: Sendable {
    /// The policy that the client specified.
    enum Policy {
        case named(PolicyName)
        case inline(Fingerprint)
    }

    /// The result of a look-up for evidence.
    struct Fetched {
        let method: EvidenceNeed.Method
        let certificate: Fingerprint
        let issuer: Fingerprint?
        let isAnswered: Bool
        let references: EvidenceReferences
        let issuers: [Fingerprint]
    }

    struct EvidenceReferences {
        var responses: [Fingerprint] = []
        var lists: [Fingerprint] = []
    }

    /// The maximum number of certificates: that of `limits.certificates`.
    private static let maximumCertificates = 4096
    /// The maximum number of CRLs, of OCSP responses, of timestamps, and of results: those of a request, and as many that are fetched.
    private static var maximumEvidence: Int { 2 * EvidenceLimits().count }

    /// The number of characters of a digest for people.
    private static let shortDigest = 12

    /// The certificates; never empty.
    let chain: [Fingerprint]
    let host: String?
    let policy: Policy
    let instant: Instant?
    let explain: Bool
    let evidence: EvidenceReferences
    let timestamps: [String]
    let fetched: [Fetched]
    /// Whether the log lacks something that the evaluation used.
    let isIncomplete: Bool
}

extension RecordedQuestion {
    /// The part of a question that remains while evidence is renewed.
    package struct Subject: Sendable, Hashable {
        private let chain: [Fingerprint]
        private let policy: String
        private let host: String?

        fileprivate init(_ question: RecordedQuestion) {
            chain = question.chain
            host = question.host
            policy =
                switch question.policy {
                case .named(let name): name.description
                case .inline(let digest): digest.hex
                }
        }
    }

    /// The certificates, the host and the policy.
    package var subject: Subject { Subject(self) }

    /// The digest of the first certificate.
    package var leaf: Fingerprint { chain[0] }

    /// The host, the policy and the beginning of the digest of the leaf, for people.
    package var description: String {
        let name = if case .named(let name) = policy { name.description } else { "a policy in the request" }
        let host = host.map { QuotedText.excerpt($0) } ?? "no host"
        return "\(host) under \(name), leaf \(leaf.hex.prefix(Self.shortDigest))"
    }

    /// Reads a question.
    ///
    /// - Throws: ``ReplayFailure`` if it is not a question, or has a member that this version does not know.
    package init(_ text: [UInt8]) throws(ReplayFailure) {
        let issues = DocumentIssues()
        let root: DocumentNode
        do throws(JSONReader.SyntaxError) {
            root = try JSONReader.read(text)
        } catch {
            throw ReplayFailure(.unreadableInputs, detail: "\(error.reason) at byte \(error.offset + 1)")
        }
        let value = DocumentValue(root, issues: issues)
        let question = value.mapping().map { reader in
            var reader = reader
            let question = RecordedQuestion(&reader)
            reader.finish()
            return question
        }
        guard let found = question ?? nil, issues.isEmpty, !found.chain.isEmpty else {
            let detail = (try? issues.check()) == nil ? DocumentError(issues.all).summary : "it has no chain or policy"
            throw ReplayFailure(.unreadableInputs, detail: detail)
        }
        guard !found.isTooLong else { throw ReplayFailure(.unreadableInputs, detail: "it has too many parts") }
        self = found
    }

    /// Whether the question has more references than the evaluation of a request.
    private var isTooLong: Bool {
        let all = [evidence] + fetched.map(\.references)
        let certificates = fetched.reduce(chain.count) { $0 + $1.issuers.count }
        let responses = all.reduce(0) { $0 + $1.responses.count }
        let lists = all.reduce(0) { $0 + $1.lists.count }
        return certificates > Self.maximumCertificates
            || max(responses, lists, timestamps.count, fetched.count) > Self.maximumEvidence
    }

    private init?(_ reader: inout MappingReader) {
        chain = Self.digests("chain", &reader)
        if case .string(let text)? = reader.value("host")?.node.content { host = text } else { host = nil }
        let name = reader.value("policy")?.string().flatMap(PolicyName.init)
        let inline = reader.value("inline").flatMap(Self.digest)
        instant = reader.value("at")?.instantOrDay()
        explain = reader.bool("explain") ?? false
        evidence = EvidenceReferences(&reader)
        timestamps = (reader.list("scts") ?? []).compactMap { $0.string() }
        fetched = (reader.list("fetched") ?? []).compactMap { value in
            value.mapping().flatMap { reader in
                var reader = reader
                return Fetched(&reader)
            }
        }
        isIncomplete = reader.value("unrecorded") != nil
        switch (name, inline) {
        case (let name?, nil): policy = .named(name)
        case (nil, let inline?): policy = .inline(inline)
        default: return nil
        }
    }

    private static func digest(_ value: DocumentValue) -> Fingerprint? {
        guard let text = value.string() else { return nil }
        let digest = Fingerprint(hexadecimal: Array(text.utf8)[...])
        if digest == nil { value.refuse("expected a SHA-256 digest in hexadecimal") }
        return digest
    }

    private static func digests(_ key: String, _ reader: inout MappingReader) -> [Fingerprint] {
        (reader.value(key)?.list(ofAtMost: maximumCertificates) ?? []).compactMap(digest)
    }
}

extension RecordedQuestion.EvidenceReferences {
    fileprivate init(_ reader: inout MappingReader) {
        responses = RecordedQuestion.digests("ocsp", &reader)
        lists = RecordedQuestion.digests("crls", &reader)
    }
}

extension RecordedQuestion.Fetched {
    fileprivate init?(_ reader: inout MappingReader) {
        let method = reader.oneOf("method", EvidenceNeed.Method.self)
        let certificate = reader.value("certificate").flatMap(RecordedQuestion.digest)
        issuer = reader.value("issuer").flatMap(RecordedQuestion.digest)
        isAnswered = reader.string("source") != nil
        references = RecordedQuestion.EvidenceReferences(&reader)
        issuers = RecordedQuestion.digests("issuers", &reader)
        guard let method, let certificate else {
            reader.refuse("expected a method and a certificate")
            return nil
        }
        (self.method, self.certificate) = (method, certificate)
        reader.finish()
    }
}
