import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

/// One thing that can be wrong with a chain, and the code that must say so.
private enum Fault: CaseIterable {
    case expired
    case wrongHost
    case badSignature
    case missingAuthorityFlag
    case pathLength
    case weakKey
    case weakDigest
    case wrongPurpose
    case untrustedRoot
    case removedIntermediate

    /// What is reported, as `code depth`, in a chain of leaf, two intermediates and root.
    func report(beside faults: Set<Fault>) -> String? {
        // Without an intermediate the path ends at the leaf: what stands above it is not looked at.
        let isCut = faults.contains(.removedIntermediate)
        return switch self {
        case .expired: "time.expired 0"
        case .wrongHost: "host.mismatch 0"
        case .badSignature: isCut ? nil : "chain.signatureInvalid 0"
        case .missingAuthorityFlag: isCut ? nil : "constraint.notCA 1"
        case .pathLength: isCut ? nil : "constraint.pathLength 2"
        case .weakKey: "crypto.keyWeak 0"
        case .weakDigest: "crypto.digestWeak 0"
        case .wrongPurpose: "usage.extendedKeyUsage 0"
        case .untrustedRoot: isCut ? nil : "chain.untrustedRoot 3"
        case .removedIntermediate: "chain.issuerNotFound 0"
        }
    }
}

/// Chains of leaf, two intermediates and root; the authorities are made once and shared.
private struct FaultyChains {
    private let root: TestAuthority
    private let upper: [Bool: TestAuthority]
    private let lower: [[Bool]: TestAuthority]
    private let stranger: TestKey

    init() throws {
        let root = try TestAuthority.root("Root")
        var upper: [Bool: TestAuthority] = [:]
        var lower: [[Bool]: TestAuthority] = [:]
        for isShort in [false, true] {
            let authority = try root.issueAuthority("Upper") { if isShort { $0.pathLength = 0 } }
            upper[isShort] = authority
            for lacksFlag in [false, true] {
                lower[[isShort, lacksFlag]] = try authority.issueAuthority("Lower") {
                    guard lacksFlag else { return }
                    $0.extensions.remove(.basicConstraints)
                    // Else the leaf's issuer would also break the form of key usage.
                    $0.keyUsage = nil
                }
            }
        }
        self.root = root
        self.upper = upper
        self.lower = lower
        stranger = try TestKey.generate(.ecdsaP256)
    }

    func engineCase(_ faults: Set<Fault>, _ random: inout SeededGenerator) throws -> EngineCase {
        let upper = try #require(upper[faults.contains(.pathLength)])
        let lower = try #require(lower[[faults.contains(.pathLength), faults.contains(.missingAuthorityFlag)]])
        let host = faults.contains(.wrongHost) ? "other.example" : "api.example.com"
        let key = try faults.contains(.weakKey) ? TestKey.shared(.rsa(1024)) : TestKey.shared(.ecdsaP256)
        let leaf = try lower.issueLeaf(host, key: key) {
            if faults.contains(.expired) { $0.notAfter = .reference.adding(seconds: -1) }
            if faults.contains(.badSignature) { $0.signature.key = stranger }
            if faults.contains(.weakDigest) { $0.signature.digest = .sha1 }
            if faults.contains(.wrongPurpose) { $0.extendedKeyUsages = [.codeSigning] }
        }
        var others = [upper.certificate, root.certificate]
        if !faults.contains(.removedIntermediate) { others.append(lower.certificate) }
        others.shuffle(using: &random)
        return EngineCase([leaf] + others, anchors: faults.contains(.untrustedRoot) ? [] : [root.certificate])
    }
}

@Suite struct `Chains with faults` {
    @Test(arguments: [UInt64(1), 2]) func `are reported with exactly the codes of their faults`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let chains = try FaultyChains()
        for _ in 0..<100 {
            let count = Int.random(in: 0...3, using: &random)
            let faults = Set(Fault.allCases.shuffled(using: &random).prefix(count))
            let verdict = try chains.engineCase(faults, &random).verdict()
            let errors = verdict.reasons.filter { $0.severity == .error }.map { "\($0.code.name) \($0.depth ?? -1)" }
            #expect(errors.sorted() == faults.compactMap { $0.report(beside: faults) }.sorted(), "\(faults)")
            #expect(verdict.outcome == (faults.isEmpty ? .trusted : .untrusted), "\(faults)")
            #expect(verdict.reasons.filter { $0.severity == .warning }.isEmpty, "\(faults)")
        }
    }
}
