import TrustModel

/// The issuer relations between certificates in any order, found by names, key identifiers and signatures.
///
/// Signatures are necessary because the sender of a chain can add a certificate with a CA's name and another key.
struct CertificateLinks {
    let roles: [PinPlan.Role]
    /// The positions of the certificates from the leaf, or from the lowest CA if there is no leaf, to the root.
    let chain: [Int]
    /// Whether the chain ends in a self-signed certificate.
    let isComplete: Bool

    /// Determines all roles, and the chain of the first leaf.
    ///
    /// - Complexity: Verifies only the signatures along the chain. If the budget is exhausted, the chain ends early.
    /// - Throws: ``LibraryFailure`` if a signature could not be checked.
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
        // A CA without basic constraints, as in version 1, is recognized by the certificates that it issued.
        let hasIssued = facts.extensions.basicConstraints == nil && others.contains { facts.mayHaveIssued($0) }
        guard facts.isAuthority || hasIssued else { return .leaf }
        return facts.signsItself ? .root : .intermediate
    }

    /// Returns the first leaf; without a leaf, returns the first certificate that issued no other certificate.
    private static func start(_ facts: [CertificateFacts], _ roles: [PinPlan.Role]) -> Int? {
        roles.firstIndex(of: .leaf)
            ?? facts.indices.first { position in !facts.contains { facts[position].mayHaveIssued($0) } }
            ?? facts.indices.first
    }

    /// Returns the possible issuers of a certificate by name and key identifier, best first.
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
        // Sort by validity, then by self-signature, then by expiration, the latest first.
        return candidates.sorted { left, right in
            let (left, right) = (facts[left], facts[right])
            if left.isValid(at: instant) != right.isValid(at: instant) { return left.isValid(at: instant) }
            if left.signsItself != right.signsItself { return left.signsItself }
            return left.end > right.end
        }
    }
}

extension CertificateFacts {
    /// Whether the subject is the other certificate's issuer name and the key identifiers do not differ.
    ///
    /// The result is false for two certificates with the same subject and key.
    fileprivate func mayHaveIssued(_ other: CertificateFacts) -> Bool {
        guard subject == other.issuer, !isSameEntity(as: other) else { return false }
        return Self.agree(other.extensions.authorityKeyIdentifier?.keyIdentifier, extensions.subjectKeyIdentifier)
    }

    /// Whether subject and issuer match and the key identifiers do not differ.
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
