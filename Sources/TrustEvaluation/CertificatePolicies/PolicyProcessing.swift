import TrustModel

/// Certificate policy processing along a path (RFC 5280 section 6.1, with the graph of RFC 9618).
///
/// This code does not use OpenSSL: policy_cache_new() in OpenSSL 3.0 leaks memory for each certificate with policy
/// constraints but no policies. Any client can cause this leak.
struct PolicyProcessing {
    let policies: ValidPolicies?
    /// Whether the path has no valid policy although the inputs or a certificate require one.
    let isRequirementMissed: Bool

    /// Processes the policies of a path, whose certificates are given leaf first and without the anchor.
    init(of certificates: some BidirectionalCollection<CertificateFacts>, _ inputs: CertificatePolicyInputs) {
        var graph = ValidPolicyGraph()
        var counters = Counters(inputs, count: certificates.count)
        var isMissed = false
        var remaining = certificates.count
        for facts in certificates.reversed() {
            remaining -= 1
            let isLeaf = remaining == 0
            let extensions = facts.extensions
            graph.descend(
                to: extensions.certificatePolicies,
                takesAnyPolicy: counters.anyPolicy > 0 || !isLeaf && facts.isSelfIssued
            )
            if counters.explicitPolicy == 0, graph.isEmpty { isMissed = true }
            if isLeaf {
                counters.wrapUp(extensions)
            } else {
                graph.map(extensions.policyMappings, isAllowed: counters.policyMapping > 0)
                counters.prepareForNext(extensions, isSelfIssued: facts.isSelfIssued)
            }
        }
        policies =
            graph.isEmpty
            ? nil
            : ValidPolicies(
                authorityConstrained: graph.authorityConstrained,
                initialPolicySet: inputs.initialPolicySet
            )
        let isAnyAccepted = policies.map { !$0.userConstrained.isEmpty } ?? false
        isRequirementMissed = !certificates.isEmpty && (isMissed || counters.explicitPolicy == 0 && !isAnyAccepted)
    }
}

/// For each restriction, the number of certificates after which it applies (RFC 5280 section 6.1.2 (d), (e), (f)).
private struct Counters {
    private(set) var explicitPolicy: Int
    private(set) var anyPolicy: Int
    private(set) var policyMapping: Int

    init(_ inputs: CertificatePolicyInputs, count: Int) {
        explicitPolicy = inputs.requireExplicitPolicy ? 0 : count + 1
        anyPolicy = inputs.inhibitAnyPolicy ? 0 : count + 1
        policyMapping = inputs.inhibitPolicyMapping ? 0 : count + 1
    }

    /// Implements RFC 5280 section 6.1.4 (h) to (j).
    mutating func prepareForNext(_ extensions: CertificateExtensions, isSelfIssued: Bool) {
        if !isSelfIssued {
            explicitPolicy = max(explicitPolicy - 1, 0)
            policyMapping = max(policyMapping - 1, 0)
            anyPolicy = max(anyPolicy - 1, 0)
        }
        if let skipped = extensions.policyConstraints?.requireExplicitPolicy {
            explicitPolicy = min(explicitPolicy, skipped)
        }
        if let skipped = extensions.policyConstraints?.inhibitPolicyMapping {
            policyMapping = min(policyMapping, skipped)
        }
        if let skipped = extensions.inhibitAnyPolicy { anyPolicy = min(anyPolicy, skipped) }
    }

    /// Implements RFC 5280 section 6.1.5 (a) and (b).
    mutating func wrapUp(_ extensions: CertificateExtensions) {
        explicitPolicy = max(explicitPolicy - 1, 0)
        if extensions.policyConstraints?.requireExplicitPolicy == 0 { explicitPolicy = 0 }
    }
}
