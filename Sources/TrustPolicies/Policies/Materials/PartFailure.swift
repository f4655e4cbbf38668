import TrustEvaluation
import TrustModel

/// The failure to read one part of a file or text.
struct PartFailure {
    /// A clause that names the part and its offset.
    let reason: String
    /// Whether the other parts may be used; false for an exposed private key and for an exceeded bound.
    let mayBeSkipped: Bool
    /// Whether there are more parts than may be read.
    let isOfCount: Bool
    /// The error code of an unreadable certificate, or of a private key in evidence; nil for other failures.
    let unreadable: CertificateReadingError.Code?

    init(_ error: CertificateReadingError) {
        reason = "\(error)"
        unreadable = error.code
        isOfCount = error.code == .tooManyCertificates
        mayBeSkipped = error.code != .privateKey && !isOfCount
    }

    init(_ error: EvidenceReadingError) {
        reason = "\(error)"
        unreadable = error.code == .privateKey ? .privateKey : nil
        isOfCount = error.code == .tooManyPieces
        mayBeSkipped = error.code != .privateKey && !isOfCount
    }
}
