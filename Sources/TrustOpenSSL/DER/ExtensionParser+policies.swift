import TrustModel

/// Certificate policies and what limits them (RFC 5280 sections 4.2.1.4, 4.2.1.5, 4.2.1.11).
///
/// What they come to is computed by OpenSSL, which reads some of them laxly; here they must follow their syntax.
extension ExtensionParser {
    /// CertificatePolicies: identifiers, and whether there are qualifiers that nobody here understands.
    static func certificatePolicies(
        _ reader: inout DERReader
    ) throws(DERError) -> (oids: [OID], hasUnknownQualifiers: Bool) {
        var hasUnknownQualifiers = false
        var inner = reader.inside(try reader.read(DERTag.sequence, "the policies"))
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

    /// PolicyMappings: whether one of them is from or to `anyPolicy`.
    static func policyMappings(_ reader: inout DERReader) throws(DERError) -> Bool {
        var hasAny = false
        var count = 0
        var inner = reader.inside(try reader.read(DERTag.sequence, "the policy mappings"))
        repeat {
            count += 1
            try inner.require(count <= maximumPolicies, "there are more than \(maximumPolicies) policy mappings")
            var mapping = inner.inside(try inner.read(DERTag.sequence, "a policy mapping"))
            let issuers = try mapping.readOID("the issuer's policy")
            let subjects = try mapping.readOID("the subject's policy")
            try mapping.requireEnd("a policy mapping")
            if issuers == .anyPolicy || subjects == .anyPolicy { hasAny = true }
        } while !inner.isAtEnd
        return hasAny
    }

    /// PolicyConstraints: one of the two numbers at least.
    static func policyConstraints(_ reader: inout DERReader) throws(DERError) {
        let element = try reader.read(DERTag.sequence, "the policy constraints")
        var inner = reader.inside(element)
        guard !inner.isAtEnd else {
            throw DERError(offset: element.whole.lowerBound, reason: "the policy constraints say nothing")
        }
        for number in UInt8(0)...1 {
            guard let count = try inner.readIf(DERTag.primitive(number), "a number of certificates") else { continue }
            try inner.requireCount(count, "a number of certificates")
        }
        try inner.requireEnd("the policy constraints")
    }
}
