import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the conditions on names.
extension ConstraintDecoding {
    func nameEntries(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        let attributes = AttributeCondition.Field.allCases.flatMap { attributeEntries($0, &reader) }
        let dnsNames = quantifiedEntries(of: "dnsNames", &reader, as: dnsName) { patterns in
            .dnsNames(HostPatternIndex(patterns))
        } areExcluded: { patterns, excluded in
            patterns.allSatisfy(HostPatternIndex(excluded).contains)
        }
        let uris = quantifiedEntries(of: "uris", &reader, as: uri) { patterns in
            .uris(URIPatternIndex(patterns))
        } areExcluded: { patterns, excluded in
            Set(patterns).isSubset(of: excluded)
        }
        let emails = quantifiedEntries(of: "emails", &reader, as: mailbox) { patterns in
            .emails(MailboxPatternIndex(patterns))
        } areExcluded: { patterns, excluded in
            Set(patterns).isSubset(of: excluded)
        }
        return attributes + dnsNames + uris + emails
    }

    private func attributeEntries(
        _ field: AttributeCondition.Field,
        _ reader: inout MappingReader
    ) -> [CertificateMatcher.PlacedCondition] {
        guard let value = reader.value(field.rawValue), var reader = value.mapping() else { return [] }
        guard reader.count > 0 else {
            value.refuse("the mapping is empty: add an attribute, such as organizationName")
            return []
        }
        var entries: [CertificateMatcher.PlacedCondition] = []
        for (name, type) in DirectoryNamePattern.attributeNames {
            guard let value = reader.value(name) else { continue }
            let values = attributeValues(value)
            let patterns = values.compactMap { value in
                NamePatternDecoding.pattern(value) { text throws(NamePatternError) in try TextPattern(text) }
            }
            guard !patterns.isEmpty else { continue }
            let condition = AttributeCondition(field, type, patterns: patterns, texts: values.map(\.text))
            entries.append(CertificateMatcher.PlacedCondition(pointer: value.pointer, condition: condition))
        }
        reader.finish()
        return entries
    }

    /// Returns the patterns of an attribute, for which a document may have a single text in place of a list.
    private func attributeValues(_ value: DocumentValue) -> [ListedValue] {
        guard case .string = value.node.content else { return values(of: value) }
        guard context.allowance.admits(1, .constraintValues, at: value) else { return [] }
        return [ListedValue(value)].compactMap(\.self)
    }

    /// Reads the lists `every`, `some` and `none` of one kind of names.
    ///
    /// - Parameters:
    ///   - key: The key of the matcher.
    ///   - reader: The reader of the matcher.
    ///   - parse: Reads a pattern of a list.
    ///   - make: Indexes the patterns of a list.
    ///   - areExcluded: Whether every name that matches one of the patterns also matches one of the patterns of `none`.
    /// - Returns: One entry for each valid list.
    private func quantifiedEntries<Pattern>(
        of key: String,
        _ reader: inout MappingReader,
        as parse: (ListedValue, NameCondition.Quantifier) -> Pattern?,
        _ make: ([Pattern]) -> NamePatterns,
        areExcluded: (_ patterns: [Pattern], _ excluded: [Pattern]) -> Bool
    ) -> [CertificateMatcher.PlacedCondition] {
        let quantifiers = NameCondition.Quantifier.allCases
        guard var group = group(key, &reader, of: quantifiers.map(\.rawValue)) else { return [] }
        var lists: [NameCondition.Quantifier: [Pattern]] = [:]
        let entries = quantifiers.compactMap { quantifier in
            entry(group.value(quantifier.rawValue), as: { parse($0, quantifier) }) { patterns, texts in
                lists[quantifier] = patterns
                return NameCondition(quantifier, make(patterns), texts: texts)
            }
        }
        group.finish()
        if let excluded = lists[.none] {
            for quantifier in [NameCondition.Quantifier.every, .some]
            where lists[quantifier].map({ areExcluded($0, excluded) }) ?? false {
                group.value(quantifier.rawValue)?.refuse(
                    "no certificate could match: `none` excludes every name that `\(quantifier.rawValue)` allows"
                )
            }
        }
        return entries
    }

    private func dnsName(_ value: ListedValue, _ quantifier: NameCondition.Quantifier) -> HostPattern? {
        // A wildcard before a public suffix is dangerous only in a list of allowed names.
        let suffixes: any PublicSuffixes = quantifier == .none ? NoPublicSuffixes() : context.suffixes
        return NamePatternDecoding.dnsName(value, names: context.names, suffixes: suffixes)
    }

    private func uri(_ value: ListedValue, _: NameCondition.Quantifier) -> URIPattern? {
        NamePatternDecoding.pattern(value) { text throws(NamePatternError) in try URIPattern(text) }
    }

    private func mailbox(_ value: ListedValue, _: NameCondition.Quantifier) -> MailboxPattern? {
        NamePatternDecoding.pattern(value) { text throws(NamePatternError) in try MailboxPattern(text) }
    }
}

/// Lets wildcards cover every domain, in lists of excluded names.
struct NoPublicSuffixes: PublicSuffixes {
    func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool { false }
}
