import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// An inquiry between the evaluations of a watch: encodings, which watches share, instead of parsed certificates and evidence.
final class KeptInquiry: Sendable {
    private enum Policy: Sendable {
        case named(PolicyName)
        /// A policy in the request, as JSON.
        case inline([UInt8])
    }

    private let shared: SharedBytes
    private let chain: [Fingerprint]
    /// The trust settings of the certificates that have any, by position.
    private let settings: [Int: TrustSettings]
    private let lists: [Fingerprint]
    private let responses: [Fingerprint]
    private let timestamps: [TimestampElement]
    private let policy: Policy
    private let host: String?
    private let explain: Bool
    private let deadline: Duration?
    private let acceptsShortSearch: Bool
    private let inlineBytes: Int
    /// The memory in bytes, rather too high: shared encodings are counted for each watch.
    let memory: Int

    /// Keeps an inquiry; `sha256` is the hash function for evidence.
    init(_ inquiry: Inquiry, in shared: SharedBytes, sha256: ([UInt8]) -> Fingerprint) {
        self.shared = shared
        chain = inquiry.chain.map(\.facts.fingerprint)
        let settings = inquiry.chain.enumerated().compactMap { place, certificate in
            certificate.trustSettings.map { (place, $0) }
        }
        self.settings = Dictionary(settings) { first, _ in first }
        lists = inquiry.evidence.lists.map { sha256($0.der) }
        responses = inquiry.evidence.responses.map { sha256($0.der) }
        timestamps = inquiry.timestamps
        (host, explain, deadline) = (inquiry.host, inquiry.explain, inquiry.deadline)
        (acceptsShortSearch, inlineBytes) = (inquiry.acceptsShortSearch, inquiry.inlineBytes)
        let encodings =
            inquiry.chain.map(\.der) + inquiry.evidence.lists.map(\.der) + inquiry.evidence.responses.map(\.der)
        for (bytes, digest) in zip(encodings, chain + lists + responses) { shared.keep(bytes, as: digest) }
        var memory = encodings.reduce(2048) { $0 + 192 + $1.count } + 4096 * settings.count + (host?.utf8.count ?? 0)
        memory += timestamps.reduce(0) { $0 + $1.memory }
        switch inquiry.policy {
        case .named(let name): policy = .named(name)
        case .inline(let node):
            var writer = JSONWriter()
            writer.document(node)
            policy = .inline(writer.bytes.exactCopy)
            memory += writer.bytes.count
        }
        self.memory = memory
    }

    deinit { shared.release(chain + lists + responses) }

    /// Parses the inquiry again.
    ///
    /// - Throws: ``Problem`` if the library fails, since everything was parsed before.
    func inquiry(in context: APIContext) throws(Problem) -> Inquiry {
        let reader = context.certificates
        var parsed: [Certificate] = []
        for (position, digest) in chain.enumerated() {
            let found = try Self.parsed { () throws(CertificateReadingError) in
                try reader.certificates(in: shared.bytes(digest), limits: context.limits)
            }
            parsed += settings[position].map { settings in found.map { $0.with(settings) } } ?? found
        }
        var inquiry = Inquiry(
            chain: parsed,
            host: host,
            policy: try parsedPolicy,
            evidence: try evidence(context.evidence),
            timestamps: timestamps,
            explain: explain
        )
        (inquiry.deadline, inquiry.acceptsShortSearch) = (deadline, acceptsShortSearch)
        inquiry.inlineBytes = inlineBytes
        return inquiry
    }

    private var parsedPolicy: Inquiry.Policy {
        get throws(Problem) {
            switch policy {
            case .named(let name): .named(name)
            case .inline(let text):
                .inline(try Self.parsed { () throws(JSONReader.SyntaxError) in try JSONReader.read(text) })
            }
        }
    }

    private func evidence(_ reader: any RevocationEvidenceReading) throws(Problem) -> RevocationEvidence {
        var evidence = RevocationEvidence()
        let limits = EvidenceLimits()
        for digest in lists {
            evidence.lists += try Self.parsed { () throws(EvidenceReadingError) in
                try reader.revocationLists(in: shared.bytes(digest), limits: limits)
            }
        }
        for digest in responses {
            evidence.responses.append(
                try Self.parsed { () throws(EvidenceReadingError) in
                    try reader.ocspResponse(in: shared.bytes(digest), limits: limits)
                }
            )
        }
        return evidence
    }

    private static func parsed<Value, Failure: Error>(_ parse: () throws(Failure) -> Value) throws(Problem) -> Value {
        do throws(Failure) {
            return try parse()
        } catch {
            throw Problem(.internalFailure, "The watched request could not be parsed again.")
        }
    }
}

extension TimestampElement {
    /// The memory of the timestamp, in bytes.
    fileprivate var memory: Int {
        guard case .timestamp(let timestamp) = self else { return 256 }
        return 256 + timestamp.extensions.count + timestamp.signature.count
    }
}
