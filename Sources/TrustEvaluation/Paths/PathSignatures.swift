/// The results of verifying the signatures of one path, each with the key of the next certificate.
package struct PathSignatures: Sendable {
    /// The signature defects of all certificates but the last, leaf first; nil for a valid signature.
    private let defects: [SignatureDefect?]

    /// Creates results with one element for each certificate but the last, leaf first.
    package init(_ defects: [SignatureDefect?]) {
        self.defects = defects
    }

    /// Whether all signatures of a path are valid.
    func areValid(in path: CandidatePath) -> Bool {
        path.certificates.indices.allSatisfy { defect(at: $0, in: path) == nil }
    }

    /// Returns the signature defect of a certificate; nil for a valid signature and for the last certificate.
    ///
    /// A missing result is treated as a wrong signature.
    func defect(at depth: Int, in path: CandidatePath) -> SignatureDefect? {
        guard depth + 1 < path.certificates.count else { return nil }
        return defects.indices.contains(depth) ? defects[depth] : .wrong
    }
}
