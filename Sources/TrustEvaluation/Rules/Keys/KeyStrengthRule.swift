import TrustModel

/// Requires keys of sufficient strength in every certificate of the path.
///
/// RSA keys must have the policy's minimum size (2048 bits by default, as in SecTrust and the Baseline Requirements).
/// Elliptic curve keys must be on a named curve of at least 256 bits. The profile decides whether Ed25519, Ed448, DSA,
/// ML-DSA and SLH-DSA are accepted. Every policy rejects invalid keys (RFC 8017 section 3.1, RFC 5480 section 2.2), and issuers' keys
/// with which the library cannot verify signatures.
struct KeyStrengthRule: Rule {
    static let name = "keyStrength"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let isKindExplained = context.lacksAlgorithm
        let findings = context.examined.compactMap { depth, facts -> Finding? in
            if isKindExplained, facts.publicKey.isUnsupported { return nil }
            if case .unusableKey(let limit)? = context.signatureDefect(at: depth - 1) {
                return unusable(facts, at: depth, limit: limit, in: context)
            }
            let weakness = facts.publicKey.defect ?? weakness(of: facts.publicKey, context.requirements)
            guard let complaint = weakness ?? Self.advice(about: facts.publicKey) else { return nil }
            var finding = Finding(
                .cryptoKeyWeak,
                severity: weakness == nil ? .warning : .error,
                depth: depth,
                message: "The key of \(facts.displayName) \(complaint).",
                facts: Self.facts(of: facts.publicKey),
                remedy: facts.publicKey.isInvalid || isOfOtherKind(facts.publicKey, context.requirements)
                    ? .unsupportedKey : nil
            )
            finding.isFixed = facts.publicKey.isInvalid
            return finding
        }
        return .applied(findings, why: "each key's type and size were compared with the policy's requirements")
    }

    /// Returns the finding about an issuer's key with which no signature can be verified; no policy may downgrade it.
    private func unusable(
        _ issuer: CertificateFacts,
        at depth: Int,
        limit: String?,
        in context: PathContext
    ) -> Finding {
        let key = issuer.publicKey
        let kind = isOfOtherKind(key, context.requirements) ? weaknessOfKind(key, context.requirements) : nil
        let complaint = key.defect ?? limit ?? kind ?? "cannot be decoded"
        var finding = Finding(
            .cryptoKeyWeak,
            depth: depth,
            message: "The signature of \(context.name(at: depth - 1)) cannot be verified: the key of "
                + "\(issuer.displayName) \(complaint).",
            facts: Self.facts(of: key),
            remedy: .unsupportedKey
        )
        finding.isFixed = true
        return finding
    }

    private static func facts(of key: PublicKeyFacts) -> [Fact] {
        [Fact("kind", key.kind.description)] + (key.bits.map { [Fact("bits", $0)] } ?? [])
    }

    /// Whether the type or the curve of a key is the problem, so that a longer key of the same type does not help.
    private func isOfOtherKind(_ key: PublicKeyFacts, _ requirements: PathRequirements) -> Bool {
        let demands = requirements.profile.demands
        return switch key.kind {
        case .rsa, .rsaPSS: false
        case .ellipticCurve(let curve): curve == nil || key.bits == nil
        case .ed25519, .ed448: !demands.acceptsEdwardsCurves
        case .dsa: demands.leastDSABits == nil
        case .postQuantum: !demands.acceptsPostQuantumKeys
        case .other: true
        }
    }

    private func weakness(of key: PublicKeyFacts, _ requirements: PathRequirements) -> String? {
        if let weakness = weaknessOfKind(key, requirements) { return weakness }
        guard let level = requirements.minimumSecurityLevel else { return nil }
        let needed = SecurityLevel.bits(of: level)
        guard let strength = SecurityLevel.bits(of: key), strength >= needed else {
            return "does not reach security level \(level) (\(needed) bits)"
        }
        return nil
    }

    private func weaknessOfKind(_ key: PublicKeyFacts, _ requirements: PathRequirements) -> String? {
        let demands = requirements.profile.demands
        return switch key.kind {
        case .rsa, .rsaPSS: tooShort(key.bits, max(requirements.minimumRSABits, demands.leastRSABits))
        case .ellipticCurve(nil): "is on a curve that is given by explicit parameters instead of a name"
        case .ellipticCurve(let curve?) where key.bits == nil: "is on the unsupported curve \(curve.algorithmLabel)"
        case .ellipticCurve: tooShort(key.bits, 256)
        case .ed25519, .ed448: demands.acceptsEdwardsCurves ? nil : "is on a curve that the profile does not accept"
        case .dsa: demands.leastDSABits.map { tooShort(key.bits, $0) } ?? "is a DSA key"
        case .postQuantum(let algorithm):
            demands.acceptsPostQuantumKeys ? nil : "is of the type \(algorithm.name), which the profile does not accept"
        case .other(let oid): "is of the unsupported type \(oid.algorithmLabel)"
        }
    }

    /// Returns a clause about a key that is short but accepted by the profile; nil for other keys.
    private static func advice(about key: PublicKeyFacts) -> String? {
        guard key.kind == .dsa, let bits = key.bits, bits < 2048 else { return nil }
        return "has \(bits) bits; at least 2048 are recommended"
    }

    private func tooShort(_ bits: Int?, _ needed: Int) -> String? {
        guard let bits else { return "is malformed" }
        return bits >= needed ? nil : "has \(bits) bits; at least \(needed) are required"
    }
}

extension PublicKeyFacts {
    /// Whether signatures by keys of this type cannot be verified.
    var isUnsupported: Bool {
        if case .other = kind { true } else { false }
    }

    /// Whether the key is invalid under every policy.
    fileprivate var isInvalid: Bool {
        switch kind {
        case .rsa, .rsaPSS: defect != nil || bits == nil
        case .ellipticCurve, .ed25519, .ed448, .dsa, .postQuantum, .other: defect != nil
        }
    }
}

extension PublicKeyFacts.Kind: CustomStringConvertible {
    /// The name of the key type for facts, with the curve's identifier.
    package var description: String {
        switch self {
        case .rsa: "rsa"
        case .rsaPSS: "rsaPSS"
        case .ellipticCurve(let curve): curve.map { "ellipticCurve \($0)" } ?? "ellipticCurve"
        case .ed25519: "ed25519"
        case .ed448: "ed448"
        case .dsa: "dsa"
        case .postQuantum(let algorithm): algorithm.name
        case .other(let oid): oid.description
        }
    }
}
