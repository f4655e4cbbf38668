import StructuredDocuments
package import TrustEvaluation
package import TrustModel
import TrustPolicies
package import TrustService

extension DecisionInputs {
    /// The length of the longest part that is stored, and that of all parts of a question, in bytes.
    static let (maximumPart, maximumBytes) = (64 << 10, 512 << 10)

    /// Encodes a question and the policy that the client specified.
    ///
    /// Evidence that is too long is only counted. Returns nil if a certificate, the policy or all parts together are too long.
    package convenience init?(
        _ question: TrustQuestion,
        under policy: Inquiry.Policy,
        sha256: @escaping ([UInt8]) -> Fingerprint
    ) {
        var collector = InputCollector(sha256: sha256)
        var writer = JSONWriter()
        writer.object { collector.write(question, under: policy, to: &$0) }
        guard !collector.lacksPart, collector.bytes + writer.bytes.count <= Self.maximumBytes else { return nil }
        let text = writer.bytes.exactCopy
        self.init(text, digest: sha256(text), parts: collector.parts)
    }
}

/// Writes a question, and collects the parts to which it refers.
private struct InputCollector {
    let sha256: ([UInt8]) -> Fingerprint
    /// The parts, each once, and their length.
    var parts: [DecisionInputs.Part] = []
    var bytes = 0
    /// Whether a part is too long without which there is no question.
    var lacksPart = false
    private var known: Set<Fingerprint> = []
    /// The number of pieces of evidence, timestamps and trust settings that are not recorded.
    private var unrecorded = 0

    init(sha256: @escaping ([UInt8]) -> Fingerprint) { self.sha256 = sha256 }

    mutating func write(_ question: TrustQuestion, under policy: Inquiry.Policy, to writer: inout JSONWriter) {
        writer.member("chain", digests(of: question.chain))
        unrecorded += question.chain.count { $0.trustSettings != nil }
        writer.excerpt("host", question.host.text)
        switch policy {
        case .named(let name): writer.member("policy", name.description)
        case .inline(let node): writer.member("inline", inline(node)?.hex)
        }
        writer.member("at", question.time.requested)
        if question.explain { writer.member("explain", true) }
        write(question.evidence, to: &writer)
        let timestamps = question.timestamps.compactMap(\.encoded)
        unrecorded += question.timestamps.count - timestamps.count
        if !timestamps.isEmpty { writer.member("scts", timestamps.map { Base64.encode($0) }) }
        let gathered = question.gathered.results
        if !gathered.isEmpty { writer.member("fetched", gathered) { write($1, to: &$0) } }
        writer.member("unrecorded", unrecorded > 0 ? unrecorded : nil)
    }

    private mutating func write(_ evidence: RevocationEvidence, to writer: inout JSONWriter) {
        let responses = evidence.responses.compactMap { add(.ocsp, $0.der)?.hex }
        let lists = evidence.lists.compactMap { add(.crl, $0.der)?.hex }
        unrecorded += evidence.responses.count - responses.count + evidence.lists.count - lists.count
        if !responses.isEmpty { writer.member("ocsp", responses) }
        if !lists.isEmpty { writer.member("crls", lists) }
    }

    private mutating func write(_ result: GatheredEvidence.Result, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("method", result.need.method.rawValue)
            writer.member("certificate", result.need.certificate.facts.fingerprint)
            writer.member("issuer", result.need.issuer?.facts.fingerprint.hex)
            writer.member("source", result.origin?.name)
            write(result.evidence, to: &writer)
            if !result.issuers.isEmpty { writer.member("issuers", digests(of: result.issuers)) }
        }
    }

    private mutating func digests(of certificates: [Certificate]) -> [String] {
        certificates.map { certificate in
            let digest = certificate.facts.fingerprint
            if add(.certificate, certificate.der, digest: digest) == nil { lacksPart = true }
            return digest.hex
        }
    }

    private mutating func inline(_ node: DocumentNode) -> Fingerprint? {
        var writer = JSONWriter()
        writer.document(node)
        let digest = add(.policy, writer.bytes.exactCopy)
        if digest == nil { lacksPart = true }
        return digest
    }

    /// Adds a part unless it is there; returns nil if it is too long.
    private mutating func add(
        _ kind: DecisionInputs.Part.Kind,
        _ content: [UInt8],
        digest: Fingerprint? = nil
    ) -> Fingerprint? {
        guard content.count <= DecisionInputs.maximumPart else { return nil }
        let digest = digest ?? sha256(content)
        if known.insert(digest).inserted {
            parts.append(DecisionInputs.Part(kind, content, digest: digest))
            bytes += content.count
        }
        return digest
    }
}

extension TimestampElement {
    /// The encoding of a timestamp (RFC 6962 section 3.2); nil for an element that cannot be used.
    fileprivate var encoded: [UInt8]? {
        guard case .timestamp(let timestamp) = self else { return nil }
        var bytes: [UInt8] = [0]
        bytes += timestamp.logID.bytes
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: timestamp.milliseconds >> shift))
        }
        bytes += Self.vector(timestamp.extensions)
        bytes += [timestamp.hashAlgorithm, timestamp.signatureAlgorithm]
        return bytes + Self.vector(timestamp.signature)
    }

    private static func vector(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }
}
