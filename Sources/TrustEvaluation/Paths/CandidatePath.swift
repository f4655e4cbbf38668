package import TrustModel

/// A candidate path from the leaf towards an anchor: each issuer name is the subject of the next certificate.
package struct CandidatePath: Sendable {
    /// The end of a path.
    package enum End: Sendable {
        case anchor(AnchorSet)
        /// The last certificate's issuer is neither in the chain nor an anchor.
        case issuerNotFound
        /// The last certificate is self-signed and not an anchor.
        case selfSigned
        /// The last certificate is signed only by a certificate that is already in the path.
        case loop
    }

    /// The certificates, leaf first; never empty.
    package let certificates: [Certificate]
    /// The end of the path.
    package let end: End
    /// The number of ``sameNameCandidates`` below which the list is complete.
    static let maximumExamples = 64

    /// Certificates that have the name of the missing issuer but did not sign the last certificate; for a self-signed leaf,
    /// the anchors with its name and key.
    ///
    /// The list has all of these certificates, or at least ``maximumExamples`` of them.
    let sameNameCandidates: [Certificate]
    /// A certificate whose name looks like the name of the missing issuer but is encoded with other characters.
    let lookalike: Certificate?
    /// The positions of the certificates that were not sent, but are intermediates or anchors of the policy.
    let fromPolicy: Set<Int>
    /// The positions of the certificates that were fetched.
    let fetched: Set<Int>

    /// Creates a path; it must contain a leaf.
    package init(
        certificates: [Certificate],
        end: End,
        sameNameCandidates: [Certificate] = [],
        lookalike: Certificate? = nil,
        fromPolicy: Set<Int> = [],
        fetched: Set<Int> = []
    ) {
        precondition(!certificates.isEmpty, "a path has a leaf")
        self.certificates = certificates
        self.end = end
        self.sameNameCandidates = sameNameCandidates
        self.lookalike = lookalike
        self.fromPolicy = fromPolicy
        self.fetched = fetched
    }

    /// The certificate at depth 0, which is evaluated.
    package var leaf: Certificate { certificates[0] }

    /// Whether the path ends in an anchor.
    package var isAnchored: Bool {
        if case .anchor = end { true } else { false }
    }

    /// The certificates with their origins.
    package var elements: [PathElement] {
        certificates.enumerated().map { depth, certificate in
            let isAnchor = isAnchored && depth == certificates.count - 1
            let origin: PathElement.Origin =
                isAnchor ? .anchor : fetched.contains(depth) ? .fetched : fromPolicy.contains(depth) ? .cache : .request
            return PathElement(certificate: certificate, origin: origin)
        }
    }

    /// All certificates but the leaf.
    package var issuers: ArraySlice<Certificate> { certificates.dropFirst() }
}
