import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

extension EvaluationRequest {
    /// Decodes a JSON body.
    ///
    /// - Throws: ``Problem`` with all invalid members, or with the first unreadable certificate or piece of evidence.
    static func decode(
        json body: [UInt8],
        chains: ChainDecoder,
        evidence: EvidenceDecoder
    ) throws(Problem) -> EvaluationRequest {
        let issues = DocumentIssues()
        var reader = try MappingReader.body(body, issues)
        let members = SharedMembers(&reader, length: body.count)
        let include = inclusions(&reader)
        let nonce = nonce(&reader)
        reader.finish()
        guard issues.isEmpty, let members else { throw Problem(DocumentError(issues.all)) }
        return EvaluationRequest(inquiry: try members.inquiry(chains, evidence), include: include, nonce: nonce)
    }

    /// The members that evaluations and challenges share, with an undecoded chain and undecoded evidence.
    struct SharedMembers {
        let host: String?
        private let texts: ChainTexts
        private let policy: Inquiry.Policy
        private let instant: Instant?
        private let evidence: EvidenceDecoder.Texts
        private let explain: Bool
        private let deadline: Duration?
        private let length: Int

        /// Reads the members; nil, after issues were added, if the chain or the policy is missing or invalid.
        init?(_ reader: inout MappingReader, length: Int, otherwise policyName: PolicyName = .system) {
            self.length = length
            let texts = chainTexts(&reader)
            host = reader.string("host")
            let policy = EvaluationRequest.policy(&reader, otherwise: policyName)
            instant = EvaluationRequest.instant(&reader)
            evidence = EvidenceDecoder.Texts(&reader)
            explain = reader.bool("explain") ?? false
            deadline = EvaluationRequest.deadline(&reader)
            guard let texts, let policy else { return nil }
            self.texts = texts
            self.policy = policy
        }

        /// Decodes the chain and the evidence of a request at a pointer.
        func inquiry(
            _ chains: ChainDecoder,
            _ decoder: EvidenceDecoder,
            at pointer: String = ""
        ) throws(Problem) -> Inquiry {
            var inquiry = Inquiry(
                chain: try chains.chain(in: texts, at: pointer + "/chain"),
                host: host,
                policy: policy,
                instant: instant,
                evidence: try decoder.evidence(in: evidence),
                timestamps: try decoder.timestamps(in: evidence),
                explain: explain
            )
            inquiry.deadline = deadline
            inquiry.acceptsShortSearch = deadline != nil
            if case .inline = policy { inquiry.inlineBytes = length }
            return inquiry
        }
    }

    private static func deadline(_ reader: inout MappingReader) -> Duration? {
        guard let value = reader.value("deadline"), let milliseconds = value.milliseconds() else { return nil }
        guard Duration.milliseconds(milliseconds) <= Inquiry.longestDeadline else {
            value.refuse("expected at most \(Inquiry.longestDeadline.components.seconds)s")
            return nil
        }
        return .milliseconds(milliseconds)
    }

    static func chainTexts(_ reader: inout MappingReader) -> ChainTexts? {
        guard
            let value = reader.required(
                "chain",
                expected: "a PEM string, or an array of strings that are each PEM or base64 DER"
            )
        else { return nil }
        switch value.node.content {
        case .string(let text):
            return .one(text)
        case .sequence:
            let texts = (value.list() ?? []).map { $0.string() }
            guard !texts.isEmpty else {
                value.refuse("the chain is empty")
                return nil
            }
            return texts.contains(nil) ? nil : .several(texts.compactMap(\.self))
        case .null, .bool, .number, .mapping:
            value.refuse("expected a PEM string, or an array of strings that are each PEM or base64 DER")
            return nil
        }
    }

    private static func policy(_ reader: inout MappingReader, otherwise name: PolicyName) -> Inquiry.Policy? {
        guard let value = reader.value("policy") else { return .named(name) }
        if case .mapping = value.node.content { return .inline(value.node) }
        guard let text = value.name() else { return nil }
        guard let name = PolicyName(text) else {
            value.refuse("expected the name of a policy set, or set/policy")
            return nil
        }
        return .named(name)
    }

    static func instant(_ reader: inout MappingReader) -> Instant? {
        guard let value = reader.value("at"), let text = value.name() else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            let expected = "expected an RFC 3339 instant such as 2026-11-20T00:00:00Z"
            value.refuse(expected + Instant.leapSecondHint(for: text))
            return nil
        }
        return instant
    }

    private static func inclusions(_ reader: inout MappingReader) -> Set<Inclusion> {
        Set((reader.list("include") ?? []).compactMap { $0.oneOf(Inclusion.self) })
    }

    private static func nonce(_ reader: inout MappingReader) -> String? {
        guard let value = reader.value("nonce"), let text = value.string() else { return nil }
        guard isNonce(text) else {
            value.refuse("expected at most \(maximumNonceLength) characters")
            return nil
        }
        return text
    }
}

extension DocumentNode {
    /// The object without its null members; many clients send null for absent values.
    var withoutNulls: DocumentNode {
        guard case .mapping(let entries) = content, entries.contains(where: \.value.isNull) else { return self }
        return DocumentNode(.mapping(entries.filter { !$0.value.isNull }), line: line)
    }

    private var isNull: Bool {
        if case .null = content { true } else { false }
    }
}
