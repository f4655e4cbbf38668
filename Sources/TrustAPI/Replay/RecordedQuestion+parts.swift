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

    /// Decodes the inquiry with the parts that ``references`` names.
    ///
    /// - Throws: ``ReplayFailure`` if a part is missing or cannot be read, or if the log lacks evidence.
    package func inquiry(_ parts: Parts, _ readers: Readers) throws(ReplayFailure) -> RecordedInquiry {
        guard !isIncomplete else { throw ReplayFailure(.unrecordedEvidence) }
        let decoder = PartDecoder(parts: parts, readers: readers)
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

    private struct PartDecoder {
        let parts: Parts
        let readers: Readers

        func certificates(_ digests: [Fingerprint]) throws(ReplayFailure) -> [Certificate] {
            var certificates: [Certificate] = []
            for digest in digests {
                let found = try read(digest) { bytes in
                    try readers.certificates.certificates(in: bytes, limits: CertificateLimits(count: 1))
                }
                certificates += found
            }
            return certificates
        }

        func evidence(_ references: EvidenceReferences) throws(ReplayFailure) -> RevocationEvidence {
            var evidence = RevocationEvidence()
            for digest in references.responses {
                evidence.responses.append(
                    try read(digest) { try readers.evidence.ocspResponse(in: $0, limits: EvidenceLimits()) }
                )
            }
            for digest in references.lists {
                evidence.lists += try read(digest) {
                    try readers.evidence.revocationLists(in: $0, limits: EvidenceLimits(count: 1))
                }
            }
            return evidence
        }

        func timestamps(_ texts: [String]) throws(ReplayFailure) -> [TimestampElement] {
            var timestamps: [TimestampElement] = []
            for text in texts {
                do {
                    timestamps += try readers.evidence.timestamps(in: Base64.decode(Array(text.utf8)[...]))
                } catch {
                    throw ReplayFailure(.unreadableInputs, detail: "a certificate timestamp: \(error)")
                }
            }
            return timestamps
        }

        private func read<Piece>(
            _ digest: Fingerprint,
            _ parse: ([UInt8]) throws -> Piece
        ) throws(ReplayFailure) -> Piece {
            guard let bytes = parts[digest] else { throw ReplayFailure(.brokenReference) }
            do {
                return try parse(bytes)
            } catch {
                throw ReplayFailure(.unreadableInputs, detail: "the part \(digest.hex): \(error)")
            }
        }
    }
}
