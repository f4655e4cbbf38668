import TrustModel

/// Parsing of certificate policies, mappings and constraints (RFC 5280 sections 4.2.1.4, 4.2.1.5 and 4.2.1.11).
extension ExtensionParser {
    /// Reads CertificatePolicies: the identifiers, and whether a policy has an unknown qualifier.
    static func certificatePolicies(
        _ reader: inout DERReader
    ) throws(DERError) -> (oids: [OID], hasUnknownQualifiers: Bool) {
        var hasUnknownQualifiers = false
        var inner = reader.inside(try reader.read(DERTag.sequence, "the list of policies"))
        var oids: [OID] = []
        repeat {
            try inner.require(oids.count < maximumPolicies, "there are more than \(maximumPolicies) policies")
            var information = inner.inside(try inner.read(DERTag.sequence, "a policy"))
            oids.append(try information.readOID("a policy's identifier"))
            if let qualifiers = try information.readIf(DERTag.sequence, "a policy's qualifiers") {
                var list = information.inside(qualifiers)
                repeat {
                    var qualifier = list.inside(try list.read(DERTag.sequence, "a policy's qualifier"))
                    let kind = try qualifier.readOID("the kind of a policy's qualifier")
                    _ = try qualifier.readAny("a policy's qualifier")
                    try qualifier.requireEnd("a policy's qualifier")
                    if kind != .cpsQualifier, kind != .userNoticeQualifier {
                        hasUnknownQualifiers = true
                    }
                } while !list.isAtEnd
            }
            try information.requireEnd("a policy")
        } while !inner.isAtEnd
        return (oids, hasUnknownQualifiers)
    }

    static func policyMappings(_ reader: inout DERReader) throws(DERError) -> [PolicyMapping] {
        var mappings: [PolicyMapping] = []
        var inner = reader.inside(try reader.read(DERTag.sequence, "the list of policy mappings"))
        repeat {
            try inner.require(
                mappings.count < maximumPolicies,
                "there are more than \(maximumPolicies) policy mappings"
            )
            var mapping = inner.inside(try inner.read(DERTag.sequence, "a policy mapping"))
            let issuers = try mapping.readOID("the issuer's policy")
            let subjects = try mapping.readOID("the subject's policy")
            try mapping.requireEnd("a policy mapping")
            mappings.append(PolicyMapping(issuerDomainPolicy: issuers, subjectDomainPolicy: subjects))
        } while !inner.isAtEnd
        return mappings
    }

    /// Reads PolicyConstraints, which must contain at least one of the two numbers.
    static func policyConstraints(_ reader: inout DERReader) throws(DERError) -> PolicyConstraints {
        let element = try reader.read(DERTag.sequence, "the sequence of policy constraints")
        var inner = reader.inside(element)
        guard !inner.isAtEnd else {
            throw DERError(offset: element.whole.lowerBound, reason: "the policy constraints are empty")
        }
        let constraints = PolicyConstraints(
            requireExplicitPolicy: try inner.readCountIf(DERTag.primitive(0), "requireExplicitPolicy"),
            inhibitPolicyMapping: try inner.readCountIf(DERTag.primitive(1), "inhibitPolicyMapping")
        )
        try inner.requireEnd("the policy constraints")
        return constraints
    }
}
