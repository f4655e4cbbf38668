import TrustTestSupport

/// An intentional fault in a generated chain.
struct PlannedFault: Hashable {
    /// The kind of fault.
    enum Kind: String, CaseIterable {
        case expired
        case notYetValid
        case malformedTime
        case generalizedTime
        case zeroSerialNumber
        case wrongHost
        case wrongAddress
        case noAlternativeName
        case forgedSignature
        case corruptSignature
        case algorithmMismatch
        case weakDigest
        case weakKey
        case removedIntermediate
        case untrustedRoot
        case noAuthority
        case pathLength
        case tooDeep
        case noCertificateSigning
        case wrongPurpose
        case criticalPurpose
        case unknownCriticalExtension
        case malformedExtension
        case duplicateExtension
        case permittedElsewhere
        case excludedHere
        case misplacedNameConstraints
        case noExplicitPolicy
        case criticalKeyIdentifier
        case noSubjectKeyIdentifier
        case noAuthorityKeyIdentifier
        case uncriticalBasicConstraints
        case foreignCommonName
        case tooLongLived
        case revoked
        case unknownRevocation
        case otherPins
    }

    let kind: Kind
    /// The position of the edited certificate, starting at 0 for the leaf; also 0 for faults of the whole chain.
    let depth: Int

    /// Returns every possible fault of a chain with a number of intermediates.
    static func all(intermediates: Int) -> [PlannedFault] {
        Kind.allCases.flatMap { kind in kind.depths(intermediates).map { PlannedFault(kind: kind, depth: $0) } }
    }

    /// Whether both faults can be present and reported at once.
    func goes(with other: PlannedFault) -> Bool {
        guard kind != other.kind else { return false }
        return depth != other.depth || kind.parts.isDisjoint(with: other.kind.parts)
    }
}

extension PlannedFault: CustomStringConvertible {
    var description: String { "\(kind) \(depth)" }
}

extension PlannedFault.Kind {
    /// Returns the possible positions in a chain of leaf, intermediates and root.
    fileprivate func depths(_ intermediates: Int) -> [Int] {
        let root = intermediates + 1
        return switch self {
        case .expired, .notYetValid, .malformedTime, .generalizedTime, .weakKey, .unknownCriticalExtension,
            .malformedExtension, .duplicateExtension, .criticalKeyIdentifier:
            Array(0...root)
        // The extensions of a root are irrelevant if it is the anchor.
        case .forgedSignature, .corruptSignature, .algorithmMismatch, .weakDigest, .zeroSerialNumber,
            .noAuthorityKeyIdentifier, .wrongPurpose, .revoked:
            Array(0..<root)
        case .noAuthority, .noCertificateSigning, .permittedElsewhere, .excludedHere, .uncriticalBasicConstraints,
            .noSubjectKeyIdentifier:
            Array(1...root)
        case .pathLength: Array((2...(root + 1)).dropLast())
        case .removedIntermediate: intermediates == 0 ? [] : Array(1...intermediates)
        case .tooDeep: intermediates == 0 ? [] : [0]
        case .wrongHost, .wrongAddress, .noAlternativeName, .untrustedRoot, .criticalPurpose,
            .misplacedNameConstraints, .noExplicitPolicy, .foreignCommonName, .tooLongLived, .unknownRevocation,
            .otherPins:
            [0]
        }
    }

    /// The parts of a certificate or question that the fault edits; two faults with a common part exclude each other.
    fileprivate var parts: Set<String> {
        switch self {
        case .expired, .notYetValid, .malformedTime, .generalizedTime: ["validity"]
        case .tooLongLived: ["validity", "lifetime"]
        case .zeroSerialNumber: ["serial number"]
        case .wrongHost, .wrongAddress, .noAlternativeName, .foreignCommonName: ["names"]
        case .forgedSignature, .corruptSignature: ["signature"]
        case .algorithmMismatch: ["signature", "digest"]
        case .weakDigest: ["digest"]
        case .weakKey: ["key"]
        case .removedIntermediate, .untrustedRoot: ["issuers"]
        case .tooDeep: ["depth"]
        case .noAuthority: ["basic constraints", "key usage"]
        case .uncriticalBasicConstraints: ["basic constraints"]
        // Only a certificate that may sign others has a path length.
        case .pathLength: ["basic constraints", "key usage"]
        case .noCertificateSigning: ["key usage"]
        case .wrongPurpose, .criticalPurpose: ["purpose"]
        case .unknownCriticalExtension: ["unknown extension"]
        case .malformedExtension, .duplicateExtension: ["information access"]
        case .permittedElsewhere, .excludedHere, .misplacedNameConstraints: ["name constraints"]
        case .noExplicitPolicy: ["policies"]
        case .criticalKeyIdentifier, .noSubjectKeyIdentifier: ["subject key identifier"]
        case .noAuthorityKeyIdentifier: ["authority key identifier"]
        case .revoked, .unknownRevocation: ["revocation"]
        case .otherPins: ["pins"]
        }
    }
}
