import TrustModel

/// How certificates in any order hang together: by names, key identifiers and signatures.
///
/// Whoever shows a chain can put a certificate into it that has an authority's name and another key.
struct CertificateLinks {
    /// What each certificate is, in the order given.
    let roles: [PinPlan.Role]
    /// Positions from the leaf upwards; from the lowest authority where there is no leaf.
    let chain: [Int]
    /// Whether the chain ends in a certificate that signs itself.
    let isComplete: Bool

    /// Finds roles and the chain of the first leaf.
    ///
    /// - Complexity: signatures are checked along the chain only, within the budget; where it is used up the chain
    ///   ends.
    /// - Throws: ``LibraryFailure`` where a signature could not be checked, which says nothing about the issuer.
    init(
        _ certificates: [Certificate],
        at instant: Instant,
        _ signatures: SignatureChecks
    ) throws(LibraryFailure) {
        var signatures = signatures
        let facts = certificates.map(\.facts)
        let roles = facts.map { Self.role(of: $0, among: facts) }
        self.roles = roles
        var chain: [Int] = []
        var next = Self.start(facts, roles)
        while let position = next {
            chain.append(position)
            next =
                facts[position].signsItself
                ? nil
                : Self.issuers(of: position, facts, roles, above: chain, at: instant).first {
                    signatures.isSigned(certificates[position], by: certificates[$0]) == true
                }
        }
        if let failure = signatures.failure { throw failure }
        self.chain = chain
        isComplete = chain.last.map { facts[$0].signsItself } ?? false
    }

    private static func role(of facts: CertificateFacts, among others: [CertificateFacts]) -> PinPlan.Role {
        // Certificates of version 1 do not say that they are an authority's; what they issued does.
        let hasIssued = facts.extensions.basicConstraints == nil && others.contains { facts.mayHaveIssued($0) }
        guard facts.isAuthority || hasIssued else { return .leaf }
        return facts.signsItself ? .root : .intermediate
    }

    /// The first leaf, else the first authority that none of the others is below.
    private static func start(_ facts: [CertificateFacts], _ roles: [PinPlan.Role]) -> Int? {
        roles.firstIndex(of: .leaf)
            ?? facts.indices.first { position in !facts.contains { facts[position].mayHaveIssued($0) } }
            ?? facts.indices.first
    }

    /// Who may have issued a certificate by what they say, the most promising first.
    private static func issuers(
        of position: Int,
        _ facts: [CertificateFacts],
        _ roles: [PinPlan.Role],
        above chain: [Int],
        at instant: Instant
    ) -> [Int] {
        let candidates = facts.indices.filter { candidate in
            roles[candidate] != .leaf && facts[candidate].mayHaveIssued(facts[position])
                && !chain.contains { facts[$0].isSameEntity(as: facts[candidate]) }
        }
        // Alive first, then what ends the chain, then what lasts longest.
        return candidates.sorted { left, right in
            let (left, right) = (facts[left], facts[right])
            if left.isValid(at: instant) != right.isValid(at: instant) { return left.isValid(at: instant) }
            if left.signsItself != right.signsItself { return left.signsItself }
            return left.end > right.end
        }
    }
}

extension CertificateFacts {
    /// Whether names say so and key identifiers do not contradict; a certificate is not its own issuer here.
    fileprivate func mayHaveIssued(_ other: CertificateFacts) -> Bool {
        guard subject == other.issuer, !isSameEntity(as: other) else { return false }
        return Self.agree(other.extensions.authorityKeyIdentifier?.keyIdentifier, extensions.subjectKeyIdentifier)
    }

    /// Whether names say that the subject's own key signed, and key identifiers do not contradict.
    fileprivate var signsItself: Bool {
        isSelfIssued
            && Self.agree(extensions.authorityKeyIdentifier?.keyIdentifier, extensions.subjectKeyIdentifier)
    }

    fileprivate func isSameEntity(as other: CertificateFacts) -> Bool {
        publicKeyFingerprint == other.publicKeyFingerprint && subject == other.subject
    }

    fileprivate var end: Instant { notAfter ?? Instant(secondsSince1970: .min) }

    private static func agree(_ wanted: [UInt8]?, _ offered: [UInt8]?) -> Bool {
        guard let wanted, let offered else { return true }
        return wanted == offered
    }
}
