package import TrustModel

/// A path that might lead from the leaf to an anchor: each certificate's issuer name is the next one's subject.
package struct CandidatePath: Sendable {
    /// How a path ends.
    package enum End: Sendable {
        /// In a certificate that is an anchor of this set.
        case anchor(AnchorSet)
        /// In a certificate whose issuer is neither among those sent nor among the anchors.
        case issuerNotFound
        /// In a certificate that is its own issuer and no anchor.
        case selfSigned
        /// In a certificate that was signed with a key of the path itself, by the holder of that key, and by nobody else who
        /// is at hand.
        case loop
    }

    /// Leaf first; never empty.
    package let certificates: [Certificate]
    /// How the path ends; only one that ends in an anchor can be accepted.
    package let end: End
    /// The certificates that have the name of the missing issuer, none of which signed the last certificate.
    let sameNameCandidates: [Certificate]
    /// The positions of certificates that were not sent but come from the policy's intermediates; the anchor's too.
    private let held: Set<Int>

    /// Takes the parts; there must be a leaf.
    package init(certificates: [Certificate], end: End, sameNameCandidates: [Certificate] = [], held: Set<Int> = []) {
        precondition(!certificates.isEmpty, "a path has a leaf")
        self.certificates = certificates
        self.end = end
        self.sameNameCandidates = sameNameCandidates
        self.held = held
    }

    /// The certificate that is evaluated, at depth 0.
    package var leaf: Certificate { certificates[0] }

    /// Whether the path ends in an anchor.
    package var isAnchored: Bool {
        if case .anchor = end { true } else { false }
    }

    /// The certificates with where they came from.
    package var elements: [PathElement] {
        certificates.enumerated().map { depth, certificate in
            let isAnchor = isAnchored && depth == certificates.count - 1
            let origin: PathElement.Origin = isAnchor ? .anchor : held.contains(depth) ? .cache : .request
            return PathElement(certificate: certificate, origin: origin)
        }
    }

    /// The certificates that issued another one in this path.
    package var issuers: ArraySlice<Certificate> { certificates.dropFirst() }
}
