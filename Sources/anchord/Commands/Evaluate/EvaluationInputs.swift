import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// Reads the files of an evaluation, with errors that name them.
struct EvaluationInputs: Sendable {
    let parts: EvaluationComponents

    /// Returns the certificates of a file, or of standard input for `-`.
    func certificates(inFile path: String, limits: CertificateLimits) throws(CommandFailure) -> [Certificate] {
        try certificates(in: try InputFile.bytes(of: path), of: path, limits: limits)
    }

    /// Returns the CA certificates of all files.
    func certificates(inFiles paths: [String]) throws(CommandFailure) -> [Certificate] {
        var certificates: [Certificate] = []
        for path in paths { certificates += try self.certificates(inFile: path, limits: .anchors) }
        return certificates
    }

    func certificates(
        in bytes: [UInt8],
        of path: String,
        limits: CertificateLimits
    ) throws(CommandFailure) -> [Certificate] {
        do {
            return try parts.documents.certificates.certificates(in: bytes, limits: limits)
        } catch {
            let name = path == "-" ? "standard input" : path
            throw CommandFailure([QuotedText.printable("\(name): \(error)")])
        }
    }

    /// Returns the CRLs and OCSP responses of files.
    func evidence(crls: [String], ocsp: [String]) throws(CommandFailure) -> RevocationEvidence {
        var evidence = RevocationEvidence()
        for file in crls {
            evidence.lists += try read(file) { bytes throws(EvidenceReadingError) in
                try parts.documents.evidence.revocationLists(in: bytes, limits: .policies)
            }
        }
        for file in ocsp {
            evidence.responses += try read(file) { bytes throws(EvidenceReadingError) in
                [try parts.documents.evidence.ocspResponse(in: bytes, limits: .policies)]
            }
        }
        return evidence
    }

    /// Returns the certificate timestamps of files.
    func timestamps(_ files: [String]) throws(CommandFailure) -> [TimestampElement] {
        var timestamps: [TimestampElement] = []
        for file in files {
            timestamps += try read(file) { bytes throws(EvidenceReadingError) in
                try OpenSSLEvidenceReader().timestamps(in: bytes)
            }
        }
        return timestamps
    }

    private func read<Piece>(
        _ path: String,
        _ parse: ([UInt8]) throws(EvidenceReadingError) -> [Piece]
    ) throws(CommandFailure) -> [Piece] {
        let bytes = try InputFile.bytes(of: path)
        do throws(EvidenceReadingError) {
            return try parse(bytes)
        } catch {
            throw CommandFailure([QuotedText.printable("\(path): \(error)")])
        }
    }
}
