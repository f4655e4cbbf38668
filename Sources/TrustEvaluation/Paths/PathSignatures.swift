/// The results of verifying the signatures of one path: each certificate's with the key of the next one.
package struct PathSignatures: Sendable {
    /// The defects, leaf first, nil where a signature is valid; of all certificates but the last.
    private let defects: [SignatureDefect?]

    /// Takes one result for each certificate but the last, leaf first.
    package init(_ defects: [SignatureDefect?]) {
        self.defects = defects
    }

    /// The defect of the signature of the certificate at a position; nil where it is valid, and for the last certificate.
    ///
    /// Treats a missing result as a wrong signature.
    func defect(at depth: Int, in path: CandidatePath) -> SignatureDefect? {
        guard depth + 1 < path.certificates.count else { return nil }
        return defects.indices.contains(depth) ? defects[depth] : .wrong
    }
}
