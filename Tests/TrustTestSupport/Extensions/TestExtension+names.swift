extension TestExtension {
    /// Creates subjectAltName (RFC 5280 section 4.2.1.6); must be critical only with an empty subject.
    package static func subjectAlternativeName(
        _ names: [TestGeneralName],
        critical: Bool = false
    ) -> TestExtension {
        raw(.subjectAlternativeName, critical: critical, value: DERWriter.sequence(of: names.map(\.der)))
    }

    /// Creates issuerAltName (RFC 5280 section 4.2.1.7).
    package static func issuerAlternativeName(
        _ names: [TestGeneralName],
        critical: Bool = false
    ) -> TestExtension {
        raw(.issuerAlternativeName, critical: critical, value: DERWriter.sequence(of: names.map(\.der)))
    }

    /// Creates nameConstraints (RFC 5280 section 4.2.1.10).
    ///
    /// - Parameters:
    ///   - permitted: permitted subtrees; nil omits the list, an empty array writes an empty list.
    ///   - excluded: excluded subtrees; nil omits the list.
    ///   - critical: whether the extension is critical, as the RFC requires.
    /// - Returns: the extension.
    package static func nameConstraints(
        permitted: [TestGeneralName]? = nil,
        excluded: [TestGeneralName]? = nil,
        critical: Bool = true
    ) -> TestExtension {
        let value = DERWriter.sequence(
            permitted.map { DERWriter.element(0xA0, subtrees($0)) } ?? [],
            excluded.map { DERWriter.element(0xA1, subtrees($0)) } ?? []
        )
        return raw(.nameConstraints, critical: critical, value: value)
    }

    // A minimum of 0 is the default and a maximum is not allowed, so a subtree is only its base.
    private static func subtrees(_ bases: [TestGeneralName]) -> [UInt8] {
        bases.flatMap { DERWriter.sequence($0.der) }
    }
}
