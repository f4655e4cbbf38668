import TrustModel

/// Rejects weak digests, unknown or inconsistent signature algorithms, and wrong algorithm parameters.
///
/// The trust anchor's own signature is not checked. An algorithm that is not in the table is rejected even if the
/// library can verify it, because it may be another identifier of MD5 or SHA-1.
struct SignatureAlgorithmRule: Rule {
    static let name = "signatureAlgorithm"

    /// Accepted digests below this strength in bits, such as SHA-1, cause a warning.
    private static let soundStrength = 80

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.findings { depth, facts in self.findings(of: facts, at: depth, context) }
        return .applied(findings, why: "the digest of each signature was compared with the policy's minimum")
    }

    private func findings(of facts: CertificateFacts, at depth: Int, _ context: PathContext) -> [Finding] {
        var findings: [Finding] = []
        if !facts.signatureAlgorithmsAgree {
            findings.append(
                Finding(
                    .cryptoAlgorithm,
                    depth: depth,
                    message:
                        "The signature algorithms inside and outside the signed part of \(facts.displayName) differ.",
                    facts: [Fact("signatureAlgorithm", facts.signatureAlgorithm.algorithm.description)]
                )
            )
        }
        guard !context.isAnchor(depth) else { return findings }
        let algorithm = facts.signatureAlgorithm.algorithm
        if context.lacksAlgorithm(at: depth) { return findings + [unverifiable(facts, at: depth, context)] }
        findings = findings.and(parameters(of: facts, at: depth))
        guard algorithm != .ed25519, algorithm != .ed448 else { return findings }
        guard let digest = SignatureDigest(facts.signatureAlgorithm) else {
            if PostQuantumAlgorithm(algorithm) != nil { return findings }
            findings.append(
                Finding(
                    .cryptoAlgorithm,
                    depth: depth,
                    message:
                        "\(facts.displayName) is signed with the unsupported algorithm \(algorithm.algorithmLabel).",
                    facts: [Fact("signatureAlgorithm", algorithm.description)]
                )
            )
            return findings
        }
        let level = context.requirements.minimumSecurityLevel.map { SecurityLevel.bits(of: $0) } ?? 0
        let needed = max(level, context.requirements.profile.demands.leastDigestStrength)
        if digest.strength < max(needed, Self.soundStrength) {
            findings.append(
                Finding(
                    .cryptoDigestWeak,
                    severity: digest.strength < needed ? .error : .warning,
                    depth: depth,
                    message: "\(facts.displayName) is signed with \(digest.name), which is too weak.",
                    facts: [Fact("digest", digest.name), Fact("strength", digest.strength)]
                )
            )
        }
        return findings
    }

    /// Returns the finding for a signature that cannot be verified; no policy may downgrade this finding.
    private func unverifiable(_ facts: CertificateFacts, at depth: Int, _ context: PathContext) -> Finding {
        let algorithm = facts.signatureAlgorithm.algorithm
        var remedy: SpecialRemedy?
        var cause = "anchord does not support the algorithm \(algorithm.algorithmLabel)"
        if case .missingAlgorithm(let library) = context.signatureDefect(at: depth) {
            remedy = .missingAlgorithm
            cause = "the cryptographic library, \(library), lacks the algorithm \(algorithm.algorithmLabel)"
        }
        var finding = Finding(
            .cryptoAlgorithm,
            depth: depth,
            message: "The signature of \(facts.displayName) cannot be verified: \(cause).",
            facts: [Fact("signatureAlgorithm", algorithm.description)],
            remedy: remedy
        )
        finding.isFixed = true
        return finding
    }

    private func parameters(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        let parameters = SignatureParameters(of: facts.signatureAlgorithm)
        if case .conforming = parameters { return [] }
        let known = [Fact("signatureAlgorithm", facts.signatureAlgorithm.algorithm.description)]
        if case .foreign = parameters {
            let message =
                "The signature algorithm of \(facts.displayName) has parameters that the algorithm does not allow."
            return [Finding(.cryptoAlgorithm, depth: depth, message: message, facts: known)]
        }
        return parameters.deviation.map { deviation in
            let message = "The signature algorithm of \(facts.displayName) \(deviation)."
            return [
                Finding(.strictSignatureParameters, severity: .warning, depth: depth, message: message, facts: known)
            ]
        } ?? []
    }
}

/// The digest of a signature algorithm, and its collision resistance in bits according to OpenSSL.
struct SignatureDigest: Equatable {
    let name: String
    let strength: Int

    /// Finds the digest of an algorithm; nil if the algorithm has none or is not in the table.
    init?(_ identifier: AlgorithmIdentifier) {
        let algorithm = identifier.algorithm
        let found =
            algorithm == .rsassaPSS
            ? Self.ofPSS(identifier.parameters) : Self.byAlgorithm.first { $0.algorithm == algorithm }?.digest
        guard let found else { return nil }
        self = found
    }

    private init(_ name: String, _ strength: Int) {
        self.name = name
        self.strength = strength
    }

    private static let md2 = SignatureDigest("MD2", 0)
    private static let md5 = SignatureDigest("MD5", 39)
    private static let sha1 = SignatureDigest("SHA-1", 63)
    private static let sha224 = SignatureDigest("SHA-224", 112)
    private static let sha256 = SignatureDigest("SHA-256", 128)
    private static let sha384 = SignatureDigest("SHA-384", 192)
    private static let sha512 = SignatureDigest("SHA-512", 256)

    var isSHA3: Bool { name.utf8.starts(with: "SHA3".utf8) }

    private static func sha3(_ bits: Int) -> SignatureDigest { SignatureDigest("SHA3-\(bits)", bits / 2) }

    /// The algorithms, most frequent first (RFC 3279, 4055, 5758; NIST's CSOR for SHA-3 with RSA and ECDSA).
    private static let byAlgorithm: [(algorithm: OID, digest: SignatureDigest)] = [
        (OID(1, 2, 840, 113549, 1, 1, 11), sha256), (OID(1, 2, 840, 10045, 4, 3, 2), sha256),
        (OID(1, 2, 840, 10045, 4, 3, 3), sha384), (OID(1, 2, 840, 113549, 1, 1, 12), sha384),
        (OID(1, 2, 840, 113549, 1, 1, 2), md2), (OID(1, 2, 840, 113549, 1, 1, 4), md5),
        (OID(1, 2, 840, 113549, 1, 1, 5), sha1), (OID(1, 3, 14, 3, 2, 29), sha1),
        (OID(1, 2, 840, 113549, 1, 1, 14), sha224), (OID(1, 2, 840, 113549, 1, 1, 13), sha512),
        (OID(1, 2, 840, 10045, 4, 1), sha1), (OID(1, 2, 840, 10045, 4, 3, 1), sha224),
        (OID(1, 2, 840, 10045, 4, 3, 4), sha512), (OID(1, 2, 840, 10040, 4, 3), sha1),
        (OID(2, 16, 840, 1, 101, 3, 4, 3, 1), sha224), (OID(2, 16, 840, 1, 101, 3, 4, 3, 2), sha256),
        (OID(2, 16, 840, 1, 101, 3, 4, 3, 9), sha3(224)), (OID(2, 16, 840, 1, 101, 3, 4, 3, 10), sha3(256)),
        (OID(2, 16, 840, 1, 101, 3, 4, 3, 11), sha3(384)), (OID(2, 16, 840, 1, 101, 3, 4, 3, 12), sha3(512)),
        (OID(2, 16, 840, 1, 101, 3, 4, 3, 13), sha3(224)), (OID(2, 16, 840, 1, 101, 3, 4, 3, 14), sha3(256)),
        (OID(2, 16, 840, 1, 101, 3, 4, 3, 15), sha3(384)), (OID(2, 16, 840, 1, 101, 3, 4, 3, 16), sha3(512)),
    ]

    /// The digest identifiers in RSASSA-PSS parameters (RFC 4055 section 2.1).
    private static let digests: [(oid: OID, digest: SignatureDigest)] = [
        (OID(2, 16, 840, 1, 101, 3, 4, 2, 4), sha224), (OID(2, 16, 840, 1, 101, 3, 4, 2, 1), sha256),
        (OID(2, 16, 840, 1, 101, 3, 4, 2, 2), sha384), (OID(2, 16, 840, 1, 101, 3, 4, 2, 3), sha512),
    ]

    /// Returns the digest of RSASSA-PSS-params, which begin `SEQUENCE { [0] { SEQUENCE { OBJECT IDENTIFIER`.
    ///
    /// Without `[0]` the digest is SHA-1.
    private static func ofPSS(_ parameters: [UInt8]?) -> SignatureDigest {
        guard let parameters, parameters.count > 8, parameters[2] == 0xA0, parameters[4] == 0x30, parameters[6] == 0x06
        else { return sha1 }
        let content = parameters[8...].prefix(Int(parameters[7]))
        return digests.first { content.elementsEqual($0.oid.der) }?.digest ?? sha1
    }
}
