import StructuredDocuments
package import TrustEvaluation
package import TrustModel
package import TrustService

extension RecordedQuestion {
    /// The contents of parts by their digests.
    package typealias Parts = [Fingerprint: [UInt8]]

    /// The adapters that decode parts.
    package struct Readers: Sendable {
        let certificates: any CertificateReading
        let evidence: any RevocationEvidenceReading & TimestampReading

        /// Creates adapters.
        package init(
            certificates: any CertificateReading,
            evidence: any RevocationEvidenceReading & TimestampReading
        ) {
            self.certificates = certificates
            self.evidence = evidence
        }
    }

    /// The digests of all parts, in any order; a digest can occur twice.
    package var references: [Fingerprint] {
        let inline: [Fingerprint] = if case .inline(let digest) = policy { [digest] } else { [] }
        let found = fetched.flatMap { $0.references.responses + $0.references.lists + $0.issuers }
        return chain + inline + evidence.responses + evidence.lists + found
    }

    /// Decodes the inquiry with the parts that ``references`` names, each once.
    ///
    /// - Throws: ``ReplayFailure`` if a part is missing or cannot be read, or if the log lacks evidence.
    package func inquiry(_ parts: Parts, _ readers: Readers) throws(ReplayFailure) -> RecordedInquiry {
        guard !isIncomplete else { throw ReplayFailure(.unrecordedEvidence) }
        try checkLength(of: parts)
        var decoder = PartDecoder(parts, readers)
        let inquiry = Inquiry(
            chain: try decoder.certificates(chain),
            host: host,
            policy: try inquiryPolicy(parts),
            instant: instant,
            evidence: try decoder.evidence(evidence),
            timestamps: try decoder.timestamps(timestamps),
            explain: explain
        )
        var results: [RecordedEvidence.Result] = []
        for result in fetched {
            results.append(
                RecordedEvidence.Result(
                    result.method,
                    about: result.certificate,
                    issuedBy: result.issuer,
                    isAnswered: result.isAnswered,
                    evidence: try decoder.evidence(result.references),
                    issuers: try decoder.certificates(result.issuers)
                )
            )
        }
        return RecordedInquiry(inquiry, evidence: RecordedEvidence(results))
    }

    /// Decodes the inquiry of a decision in memory, which has the parts.
    func inquiry(of inputs: DecisionInputs, in context: APIContext) throws(ReplayFailure) -> RecordedInquiry {
        let parts = Parts(inputs.parts.map { ($0.digest, $0.bytes) }) { first, _ in first }
        return try inquiry(parts, Readers(certificates: context.certificates, evidence: context.evidence))
    }

    private func checkLength(of parts: Parts) throws(ReplayFailure) {
        let bytes = Set(references).reduce(0) { $0 + (parts[$1]?.count ?? 0) }
        guard bytes <= DecisionInputs.maximumBytes else {
            throw ReplayFailure(.unreadableInputs, detail: "it has longer parts than a daemon records")
        }
    }

    private func inquiryPolicy(_ parts: Parts) throws(ReplayFailure) -> Inquiry.Policy {
        switch policy {
        case .named(let name): return .named(name)
        case .inline(let digest):
            guard let document = parts[digest] else { throw ReplayFailure(.brokenReference) }
            guard let node = try? JSONReader.read(document) else {
                throw ReplayFailure(.unreadableInputs, detail: "the policy is not JSON")
            }
            return .inline(node)
        }
    }
}
