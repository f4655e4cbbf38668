import BoundedCache
import TrustModel

/// The issuers of earlier leaves under one policy, about which no rule found anything.
///
/// Nearly every request brings the same issuers. For a leaf with known issuers, no path is searched, and the rules about
/// single certificates examine only the leaf. This shortens the evaluation, but cannot change it:
///
/// - The issuers are known only if each certificate below the anchor had exactly one possible issuer. Then the first path
///   depends only on the leaf's issuer, the other certificates of the request, and the policy. A key consists of the
///   first two, and each policy has its own instance. A reload keeps it only if the policy set, its files, the system trust
///   store and the log list are unchanged.
/// - The rules that examine only the leaf depend on nothing but the certificate, its issuers and the policy, not on the
///   time. All other rules examine the whole path. Debug builds compare the findings with those of a full examination.
/// - The same work is charged: for such a path, the search itself costs nothing.
///
/// Only accepted paths are remembered, because anyone can send others.
package final class KnownIssuers: Sendable {
    /// The largest number of certificates in a request besides the leaf.
    private static let maximumOthers = 8
    /// The largest number of paths, and of their certificates' octets.
    private static let (capacity, maximumOctets) = (16, 1 << 16)

    private struct Key: Hashable {
        let issuer: Fingerprint
        /// The certificates of the request besides the leaf, in the order in which they were sent.
        let others: [Fingerprint]
    }

    private let paths = SharedCache<Key, IssuerPath>(capacity: capacity, maximumWeight: maximumOctets)

    /// Creates a memory without issuers.
    package init() {}

    /// Returns the first path that the search for a question's leaf would find; nil if its issuers are unknown.
    func path(of question: TrustQuestion, _ requirements: PathRequirements) -> CandidatePath? {
        guard let key = Self.key(of: question, requirements) else { return nil }
        return paths.value(for: key)?.path(of: question.chain[0])
    }

    /// Remembers the issuers of an accepted path, the first that was found, if no rule found anything about them.
    func remember(_ evaluation: PathEvaluation, of question: TrustQuestion, _ requirements: PathRequirements) {
        guard evaluation.isSound, evaluation.hasSoundIssuers, let known = IssuerPath(above: evaluation.path),
            let key = Self.key(of: question, requirements),
            !known.issuers.contains(where: \.facts.publicKey.mayInheritParameters)
        else { return }
        let others = question.chain.dropFirst()
        let isUnambiguous = known.issuers.dropLast().allSatisfy {
            Self.onlyIssuer(of: $0, among: others, requirements) != nil
        }
        guard isUnambiguous else { return }
        paths.insert(known, for: key, weight: known.octets)
    }

    /// Returns the key for a question; nil if its first path may depend on something else.
    private static func key(of question: TrustQuestion, _ requirements: PathRequirements) -> Key? {
        let (leaf, others) = (question.chain[0], question.chain.dropFirst())
        guard !question.explain, others.count <= maximumOthers, question.fetchedIssuers(under: requirements).isEmpty,
            !leaf.facts.publicKey.mayInheritParameters,
            let issuer = onlyIssuer(of: leaf, among: others, requirements)
        else { return nil }
        return Key(issuer: issuer.facts.fingerprint, others: others.map(\.facts.fingerprint))
    }

    /// Returns the only possible issuer of a certificate that is neither self-issued nor an anchor.
    ///
    /// The result is nil if there is none, if there are several, or if the key identifiers differ: only a signature shows
    /// then whether it is the issuer.
    private static func onlyIssuer(
        of certificate: Certificate,
        among others: ArraySlice<Certificate>,
        _ requirements: PathRequirements
    ) -> Certificate? {
        let name = certificate.facts.issuer
        let candidates = IssuerCandidates(
            of: certificate,
            sent: others.filter { $0.facts.subject == name },
            anchors: requirements.anchors,
            intermediates: requirements.intermediates
        )
        guard candidates.count == 1, let issuer = candidates.first, !certificate.facts.isSelfIssued,
            KeyIdentifierFit(of: issuer, asIssuerOf: certificate) != .different,
            !requirements.anchors.contains(where: { $0.contains(certificate) })
        else { return nil }
        return issuer
    }
}
