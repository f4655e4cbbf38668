import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// Questions about a CA in which everything changes that can differ between requests.
@Suite struct `Known issuers of random questions` {
    /// A policy under which the questions are asked.
    struct PolicyEdit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether nothing is remembered, because each accepted path has a notice about an issuer.
        let hasNotices: Bool
        let edit: @Sendable (inout PathRequirements, ChangingEstate) throws -> Void

        init(
            _ name: String,
            hasNotices: Bool = false,
            _ edit: @escaping @Sendable (inout PathRequirements, ChangingEstate) throws -> Void
        ) {
            (testDescription, self.hasNotices, self.edit) = (name, hasNotices, edit)
        }
    }

    private static let hard = RevocationRequirements(scope: .chain, requirePositiveResponse: true)

    static let policies = [
        PolicyEdit("default") { _, _ in },
        PolicyEdit("strict") { requirements, _ in
            requirements = PathRequirements(profile: .rfc5280Strict, anchors: requirements.anchors)
        },
        PolicyEdit("web") { requirements, _ in
            requirements = PathRequirements(profile: .webpki, anchors: requirements.anchors)
        },
        PolicyEdit("revocation") { requirements, _ in requirements.revocation = RevocationRequirements(scope: .leaf) },
        PolicyEdit("revocation of the chain", hasNotices: true) { requirements, _ in requirements.revocation = hard },
        PolicyEdit("network") { requirements, _ in
            requirements.revocation = RevocationRequirements(scope: .leaf, requirePositiveResponse: true)
            requirements.revocation?.networkAccess = true
            requirements.fetchesIssuers = true
        },
        PolicyEdit("pins", hasNotices: true) { requirements, estate in
            requirements.pins = PinRequirements(
                .publicKeys,
                [estate.issuing.facts.publicKeyFingerprint, estate.root.facts.publicKeyFingerprint],
                expires: .reference(days: 3)
            )
        },
        PolicyEdit("only trust") { requirements, _ in requirements.enforcement = .trustAndRevocation },
        PolicyEdit("only pins", hasNotices: true) { requirements, estate in
            requirements.enforcement = .hostAndPins
            requirements.pins = PinRequirements(.publicKeys, [estate.issuing.facts.publicKeyFingerprint])
        },
        PolicyEdit("intermediates") { requirements, estate in
            requirements.intermediates = IntermediateSet(name: "own", certificates: [estate.issuing, estate.lower])
        },
        PolicyEdit("more anchors") { requirements, estate in
            requirements.anchors.append(AnchorSet(name: "more", certificates: [estate.elsewhere, estate.lower]))
        },
        PolicyEdit("anchor with trust settings") { requirements, estate in
            let anchor = estate.root.with(ChangingEstate.rejecting(.codeSigning, estate.root))
            requirements.anchors = [AnchorSet(name: "settings", certificates: [anchor])]
            requirements.purpose = .clientAuth
        },
        PolicyEdit("severities") { requirements, _ in
            requirements.severities = [
                .timeExpired: .ignore, .timeNotYetValid: .warning, .chainSignatureInvalid: .warning,
                .hostMismatch: .warning,
            ]
        },
        PolicyEdit("short paths") { requirements, _ in
            requirements.maximumIntermediates = 1
            requirements.maximumLifetime = 86400 * 1000
        },
        PolicyEdit("clients") { requirements, _ in
            var clients = AllowedClients()
            clients.dnsNames = [
                try HostPattern("api.example.com", names: IDN2Names(), suffixes: try #require(PSLSuffixes()))
            ]
            requirements.purpose = .clientAuth
            requirements.validateHost = false
            requirements.allowedClients = clients
        },
    ]

    @Test(arguments: policies) func `change no verdict, no work and no lifetime`(policy: PolicyEdit) throws {
        let estate = try ChangingEstate.shared.get()
        var requirements = PathRequirements(anchors: [AnchorSet(name: "test", certificates: [estate.root])])
        try policy.edit(&requirements, estate)
        var comparison = try MemoryComparison(requirements)
        var random = SeededGenerator(seed: UInt64(policy.testDescription.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
        for number in 0..<100 {
            let (question, changes) = estate.question(&random)
            let circumstances = try estate.circumstances(of: question, &random)
            comparison.check(question, in: circumstances, "question \(number): \(changes)")
        }
        // Some policies accept few chains, and only the issuers of accepted ones are remembered.
        #expect(policy.hasNotices || comparison.known > 0)
    }

    @Test func `change no verdict if any byte of a certificate differs`() throws {
        let estate = try ChangingEstate.shared.get()
        let requirements = PathRequirements(anchors: [AnchorSet(name: "test", certificates: [estate.root])])
        var comparison = try MemoryComparison(requirements)
        let chain = [estate.leaves[0], estate.issuing]
        comparison.check(estate.question(chain), "unchanged")
        for position in chain.indices {
            var parsed = 0
            for offset in stride(from: 0, to: chain[position].der.count, by: 7) {
                var changed = chain
                var der = chain[position].der
                der[offset] ^= UInt8(1 << (offset % 8))
                guard let certificate = ChangingEstate.read(der) else { continue }
                parsed += 1
                changed[position] = certificate
                for sent in [changed, changed + [chain[position]]] {
                    comparison.check(estate.question(sent), "certificate \(position), byte \(offset)")
                }
            }
            #expect(parsed > 20)
        }
        #expect(comparison.known > 40, "\(comparison.known)")
    }

    @Test func `change no verdict, in whichever order certificates are sent`() throws {
        let estate = try ChangingEstate.shared.get()
        let requirements = PathRequirements(anchors: [AnchorSet(name: "test", certificates: [estate.root])])
        var comparison = try MemoryComparison(requirements)
        for stranger in [estate.root] + estate.strangers {
            for others in permutations(of: [estate.issuing, estate.lower, stranger]) {
                for leaf in estate.leaves.prefix(8) {
                    comparison.check(
                        estate.question([leaf] + others),
                        "\(others.map(\.facts.displayName)), \(leaf.facts.displayName)"
                    )
                }
            }
        }
        #expect(comparison.known > 100)
    }
}
