import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Certificate policies, also processed by openssl` {
    private let openssl: OpenSSLProgram

    init() throws {
        openssl = try OpenSSLProgram()
    }

    @Test(arguments: [UInt64(21), 22]) func `have the same sets and the same verdict`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var missed = 0
        for _ in 0..<150 {
            var steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in step(&random) }
            // openssl also applies the leaf's policy constraints and mappings.
            steps[steps.count - 1].mappings = []
            let path = try PolicyPath(steps)
            let inputs = inputs(&random)
            let ours = try path.processing(inputs)
            let theirs = try processing(of: path, inputs)
            #expect(ours.isRequirementMissed == theirs.isMissed, "\(steps) \(inputs)")
            // If a policy is missing, openssl prints incomplete sets.
            guard !theirs.isMissed else {
                missed += 1
                continue
            }
            #expect(Self.essential(ours.authorityConstrained) == theirs.authorities, "\(steps) \(inputs)")
            #expect(Self.essential(ours.userConstrained) == theirs.users, "\(steps) \(inputs)")
        }
        #expect((20...130).contains(missed), "one of the outcomes is too rare")
    }

    /// Returns only `anyPolicy` if openssl's set contains it.
    private static func essential(_ policies: [String]) -> [String] {
        policies.contains("2.5.29.32.0") ? ["2.5.29.32.0"] : policies
    }

    private func step(_ random: inout SeededGenerator) -> PolicyPath.Step {
        let named = [PolicyPath.gold, PolicyPath.silver, PolicyPath.bronze]
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        var step = PolicyPath.Step()
        step.policies = named.filter { _ in chance(55) } + (chance(35) ? [PolicyPath.any] : [])
        if !step.policies.isEmpty, chance(50) {
            // openssl loses the domain policy for two mappings to one policy, and for one matched only by anyPolicy.
            let subjects = named.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
            for subject in subjects {
                if let issuer = step.policies.randomElement(using: &random), issuer != PolicyPath.any {
                    step.mappings.append((issuer, subject))
                }
            }
        }
        if chance(20) { step.requireExplicit = Int.random(in: 0...2, using: &random) }
        if chance(20) { step.inhibitMapping = Int.random(in: 0...2, using: &random) }
        if chance(20) { step.inhibitAny = Int.random(in: 0...2, using: &random) }
        step.isSelfIssued = chance(15)
        return step
    }

    private func inputs(_ random: inout SeededGenerator) -> CertificatePolicyInputs {
        let sets: [[OID]] = [[.anyPolicy], [OID(1, 2, 3, 1)], [OID(1, 2, 3, 2), OID(1, 2, 3, 3)]]
        return CertificatePolicyInputs(
            initialPolicySet: sets[Int.random(in: 0..<sets.count, using: &random)],
            requireExplicitPolicy: Bool.random(using: &random),
            inhibitPolicyMapping: Int.random(in: 0..<4, using: &random) == 0,
            inhibitAnyPolicy: Int.random(in: 0..<4, using: &random) == 0
        )
    }

    /// Returns the result of `openssl verify -policy_print` for the path.
    private func processing(
        of path: PolicyPath,
        _ inputs: CertificatePolicyInputs
    ) throws -> (isMissed: Bool, authorities: [String], users: [String]) {
        let outcome = try openssl.verify(
            path.certificates[0],
            root: path.root,
            untrusted: Array(path.certificates.dropFirst()),
            options: ["-policy_check", "-policy_print"]
                + inputs.initialPolicySet.flatMap { ["-policy", $0.description] }
                + (inputs.requireExplicitPolicy ? ["-explicit_policy"] : [])
                + (inputs.inhibitPolicyMapping ? ["-inhibit_map"] : [])
                + (inputs.inhibitAnyPolicy ? ["-inhibit_any"] : [])
        )
        let parts = outcome.text.split(separator: "User Policies:")
        try #require(parts.count == 2, "\(outcome)")
        return (outcome.text.contains("no explicit policy"), Self.policies(in: parts[0]), Self.policies(in: parts[1]))
    }

    /// Returns the identifiers after `Policy:`, sorted.
    private static func policies(in text: Substring) -> [String] {
        text.matches(of: /Policy: (X509v3 Any Policy|[0-9.]+)\n/).map { match in
            match.output.1 == "X509v3 Any Policy" ? "2.5.29.32.0" : String(match.output.1)
        }
        .sorted()
    }
}
