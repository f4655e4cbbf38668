extension TestExtension {
    /// Creates certificatePolicies without qualifiers (RFC 5280 section 4.2.1.4).
    package static func certificatePolicies(
        _ policies: [TestObjectIdentifier],
        critical: Bool = false
    ) -> TestExtension {
        let value = DERWriter.sequence(of: policies.map { DERWriter.sequence($0.der) })
        return raw(.certificatePolicies, critical: critical, value: value)
    }

    /// Creates policyMappings (RFC 5280 section 4.2.1.5).
    package static func policyMappings(
        _ mappings: [(issuer: TestObjectIdentifier, subject: TestObjectIdentifier)],
        critical: Bool = true
    ) -> TestExtension {
        let value = DERWriter.sequence(of: mappings.map { DERWriter.sequence($0.issuer.der, $0.subject.der) })
        return raw(.policyMappings, critical: critical, value: value)
    }

    /// Creates policyConstraints (RFC 5280 section 4.2.1.11).
    ///
    /// - Parameters:
    ///   - requireExplicit: certificates after which a policy is required; nil omits it.
    ///   - inhibitMapping: certificates after which mapping ends; nil omits it.
    ///   - critical: whether the extension is critical, as the RFC requires.
    /// - Returns: the extension.
    package static func policyConstraints(
        requireExplicit: Int? = nil,
        inhibitMapping: Int? = nil,
        critical: Bool = true
    ) -> TestExtension {
        let value = DERWriter.sequence(
            requireExplicit.map { DERWriter.implicit(0, of: DERWriter.integer($0)) } ?? [],
            inhibitMapping.map { DERWriter.implicit(1, of: DERWriter.integer($0)) } ?? []
        )
        return raw(.policyConstraints, critical: critical, value: value)
    }

    /// Creates inhibitAnyPolicy (RFC 5280 section 4.2.1.14) with a number of certificates.
    package static func inhibitAnyPolicy(_ skipCertificates: Int, critical: Bool = true) -> TestExtension {
        raw(.inhibitAnyPolicy, critical: critical, value: DERWriter.integer(skipCertificates))
    }
}
