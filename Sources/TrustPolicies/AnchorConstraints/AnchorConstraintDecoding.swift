import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `anchorConstraints` of a policy, or of a document for the system trust store.
struct AnchorConstraintDecoding {
    /// The maximum number of constraints in one list; root programs have fewer than 200 anchors.
    private static let maximumConstraints = 1000
    /// The maximum number of alternatives of one constraint.
    private static let maximumAlternatives = 16
    /// The maximum number of DNS name patterns in one alternative.
    private static let maximumNames = 100
    /// The maximum number of purposes in one alternative.
    private static let maximumPurposes = 16
    /// The maximum length of the text of `source`, in bytes.
    private static let maximumSourceBytes = 256

    let anchors: AnchorReader
    let names: any InternationalizedNames
    let allowance: PolicyAllowance

    /// Returns the constraints of a nonempty list, in document order; an invalid constraint becomes an issue.
    func constraints(_ value: DocumentValue) -> [AnchorConstraint] {
        allowance.items(of: value, .anchorConstraints, ofAtMost: Self.maximumConstraints).flatMap(constraints(of:))
    }

    /// Returns the constraint on each key that an item names: usually one.
    private func constraints(of item: DocumentValue) -> [AnchorConstraint] {
        guard var reader = item.mapping() else { return [] }
        let anchor = reader.required(
            "anchor",
            expected: "`sha256/` and the base64 of a public key's SHA-256, or a file"
        )
        let list = reader.required("anyOf", expected: "a list of alternatives, empty for full distrust")
        let source = reader.value("source").flatMap(source)
        let asOf = reader.value("asOf").flatMap(date)
        reader.finish(.anchorConstraints)
        let alternatives = list.flatMap(alternatives)
        guard let keys = anchor.flatMap(keys), let alternatives else { return [] }
        return keys.map { AnchorConstraint(key: $0, alternatives: alternatives, source: source, asOf: asOf) }
    }

    private func keys(_ value: DocumentValue) -> [Fingerprint]? {
        guard let text = value.string() else { return nil }
        do throws(MaterialFailure) {
            switch try PinText(text) {
            case .keyDigest(let fingerprint): return [fingerprint]
            case .digest:
                value.refuse(
                    "\(QuotedText.of(text)) may be the digest of a certificate or of a key: write `sha256/` and the base64 "
                        + "of the SHA-256 of the anchor's public key"
                )
            case .material:
                let certificates = anchors.certificates(of: [value])
                return certificates.isEmpty ? nil : certificates.map(\.facts.publicKeyFingerprint)
            }
        } catch {
            value.refuse(error)
        }
        return nil
    }

    /// Returns the alternatives, or nil unless all of them are valid; an empty list is full distrust.
    private func alternatives(_ value: DocumentValue) -> [AnchorAlternative]? {
        guard !value.isEmptyList else { return [] }
        let items = allowance.items(of: value, .anchorConstraints, ofAtMost: Self.maximumAlternatives)
        let alternatives = items.compactMap(alternative)
        return items.isEmpty || alternatives.count < items.count ? nil : alternatives
    }

    private func alternative(_ item: DocumentValue) -> AnchorAlternative? {
        guard var reader = item.mapping() else { return nil }
        guard reader.count > 0 else {
            item.refuse("the alternative has no condition, so that it allows every path: add one, such as `purposes`")
            return nil
        }
        var alternative = AnchorAlternative()
        alternative.leafNotBeforeUntil = reader.value("leafNotBeforeUntil")?.instantOrEndOfDay()
        alternative.sctNotAfter = reader.value("sctNotAfter")?.instantOrEndOfDay()
        alternative.dnsNames = reader.value("dnsNames").flatMap(dnsNames)
        alternative.purposes = reader.value("purposes").flatMap(purposes)
        alternative.until = reader.value("until")?.instantOrEndOfDay()
        reader.finish(.anchorConditions)
        return alternative
    }

    private func dnsNames(_ value: DocumentValue) -> AnchorNames? {
        let patterns = allowance.items(of: value, .anchorNames, ofAtMost: Self.maximumNames)
            .compactMap(ListedValue.init)
            // A root can be limited to a whole public suffix, such as a country.
            .compactMap { NamePatternDecoding.dnsName($0, names: names, suffixes: NoSuffixes()) }
        return patterns.isEmpty ? nil : AnchorNames(patterns)
    }

    private func purposes(_ value: DocumentValue) -> [KeyPurpose]? {
        let names: [KeyPurpose] = [.serverAuth, .clientAuth, .emailProtection, .codeSigning, .any]
        return value.list(ofAtMost: Self.maximumPurposes)?.compactMap(ListedValue.init).compactMap {
            IdentifierDecoding.value($0, names: names.map(\.description), KeyPurpose.init(name:))
        }
    }

    private func source(_ value: DocumentValue) -> String? {
        guard let text = value.string() else { return nil }
        guard text.utf8.count <= Self.maximumSourceBytes, !text.unicodeScalars.contains(where: VisibleText.isControl)
        else {
            value.refuse(
                "expected at most \(Self.maximumSourceBytes) bytes without control characters, found \(QuotedText.of(text))"
            )
            return nil
        }
        return text
    }

    /// Returns a valid day or time as written.
    private func date(_ value: DocumentValue) -> String? {
        value.instantOrDay().flatMap { _ in value.string() }
    }
}

/// Allows wildcards directly below any name.
private struct NoSuffixes: PublicSuffixes {
    func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool { false }
}
