extension TestExtension {
    /// Makes subjectAltName (RFC 5280 section 4.2.1.6); critical is right only under an empty subject.
    package static func subjectAlternativeName(
        _ names: [TestGeneralName],
        critical: Bool = false
    ) -> TestExtension {
        raw(.subjectAlternativeName, critical: critical, value: DERWriter.sequence(of: names.map(\.der)))
    }

    /// Makes issuerAltName (RFC 5280 section 4.2.1.7).
    package static func issuerAlternativeName(
        _ names: [TestGeneralName],
        critical: Bool = false
    ) -> TestExtension {
        raw(.issuerAlternativeName, critical: critical, value: DERWriter.sequence(of: names.map(\.der)))
    }

    /// Makes nameConstraints (RFC 5280 section 4.2.1.10).
    ///
    /// - Parameters:
    ///   - permitted: subtrees allowed; nil writes no list, an empty one writes an empty list.
    ///   - excluded: subtrees forbidden; nil writes no list.
    ///   - critical: whether the extension is critical; the section demands it.
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

    // A minimum of 0 is the default and no maximum is allowed, so a subtree is its base alone.
    private static func subtrees(_ bases: [TestGeneralName]) -> [UInt8] {
        bases.flatMap { DERWriter.sequence($0.der) }
    }
}
