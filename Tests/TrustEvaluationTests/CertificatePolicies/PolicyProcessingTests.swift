import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Certificate policies along a path` {
    private typealias Step = PolicyPath.Step
    private let any = PolicyPath.any
    private let gold = PolicyPath.gold
    private let silver = PolicyPath.silver
    private let bronze = PolicyPath.bronze

    @Test func `are those in every certificate`() throws {
        let path = try PolicyPath(Step(policies: [gold, silver]), Step(policies: [bronze, silver]))
        #expect(try path.processing().authorityConstrained == ["1.2.3.2"])
        #expect(try path.processing().isRequirementMissed == false)
    }

    @Test func `are empty below a certificate without policies`() throws {
        let path = try PolicyPath(Step(policies: [gold]), Step(), Step(policies: [gold]))
        #expect(try path.processing().policies == nil)
        #expect(try path.processing().isRequirementMissed == false)
        #expect(try path.processing(CertificatePolicyInputs(requireExplicitPolicy: true)).isRequirementMissed)
    }

    @Test func `are all with anyPolicy, unless it is inhibited`() throws {
        let path = try PolicyPath(Step(policies: [any]), Step(policies: [any]), Step(policies: [gold]))
        #expect(try path.processing().authorityConstrained == ["1.2.3.1"])
        #expect(try path.processing(CertificatePolicyInputs(inhibitAnyPolicy: true)).policies == nil)
        let open = try PolicyPath(Step(policies: [any]), Step(policies: [any]))
        #expect(try open.processing().authorityConstrained == ["2.5.29.32.0"])
        let wanted = CertificatePolicyInputs(initialPolicySet: [OID(1, 2, 3, 2), OID(1, 2, 3, 1)])
        #expect(try open.processing(wanted).userConstrained == ["1.2.3.1", "1.2.3.2"])
    }

    @Test func `accept anyPolicy of a self-issued CA although it is inhibited (RFC 5280 §6.1.3 (d) (2))`() throws {
        let path = try PolicyPath(
            Step(policies: [gold], inhibitAny: 0),
            Step(policies: [any], isSelfIssued: true),
            Step(policies: [gold])
        )
        #expect(try path.processing().authorityConstrained == ["1.2.3.1"])
        let other = try PolicyPath(Step(policies: [gold], inhibitAny: 0), Step(policies: [any]), Step(policies: [gold]))
        #expect(try other.processing().policies == nil)
    }

    @Test func `have the names of the CA nearest to the anchor`() throws {
        let path = try PolicyPath(
            Step(policies: [gold], mappings: [(gold, silver), (gold, bronze)]),
            Step(policies: [silver, bronze])
        )
        #expect(try path.processing().authorityConstrained == ["1.2.3.1"])
        // The CA's own name for the policy is invalid below it.
        let unmapped = try PolicyPath(Step(policies: [gold], mappings: [(gold, silver)]), Step(policies: [gold]))
        #expect(try unmapped.processing().policies == nil)
        let inhibited = try path.processing(CertificatePolicyInputs(inhibitPolicyMapping: true))
        #expect(inhibited.policies == nil)
    }

    @Test func `may be mapped if only anyPolicy matches (RFC 5280 §6.1.4 (b) (1))`() throws {
        let path = try PolicyPath(Step(policies: [any], mappings: [(gold, silver)]), Step(policies: [silver]))
        #expect(try path.processing().authorityConstrained == ["1.2.3.1"])
        let wanted = CertificatePolicyInputs(initialPolicySet: [OID(1, 2, 3, 1)], requireExplicitPolicy: true)
        #expect(try path.processing(wanted).isRequirementMissed == false)
    }

    @Test func `are required from the certificate on that requires them`() throws {
        for (skipped, isMissed) in [(1, true), (2, true), (3, false)] {
            let path = try PolicyPath(Step(requireExplicit: skipped), Step(), Step())
            #expect(try path.processing().isRequirementMissed == isMissed, "\(skipped)")
        }
        // The leaf's requireExplicitPolicy is used only if it is 0 (RFC 5280 §6.1.5 (b)).
        for (skipped, isMissed) in [(0, true), (1, false)] {
            #expect(try PolicyPath(Step(), Step(requireExplicit: skipped)).processing().isRequirementMissed == isMissed)
        }
    }

    @Test func `are not required for an anchor alone`() {
        let inputs = CertificatePolicyInputs(requireExplicitPolicy: true)
        #expect(!PolicyProcessing(of: [CertificateFacts](), inputs).isRequirementMissed)
    }

    @Test func `grow linearly, unlike the tree of RFC 5280 (RFC 9618 §1)`() throws {
        let policies = (1...60).map { TestObjectIdentifier(stringLiteral: "1.2.3.\($0)") }
        let mappings =
            policies.flatMap { from in [(from, policies[0])] } + policies.map { (policies[0], $0) }.dropLast(20)
        let steps = (0..<12).map { _ in Step(policies: policies, mappings: Array(mappings.prefix(100))) }
        let path = try PolicyPath(steps + [Step(policies: policies)])
        #expect(try path.processing().authorityConstrained.count == 60)
    }
}
