import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads blocks; an invalid part becomes an issue.
struct BlockDecoding {
    /// The maximum length of a reason in bytes.
    private static let maximumReasonBytes = 1000
    /// The maximum length of the DER of a name in bytes.
    private static let maximumNameBytes = 4096

    private let constraints: ConstraintDecoding
    let origin: Block.Origin

    /// Creates a decoding for blocks that may name files only if the reader of files allows it.
    init(valueFiles: ValueFileReader, names: any InternationalizedNames, origin: Block.Origin) {
        // A wildcard that covers a whole public suffix blocks more than another, and allows nothing.
        constraints = ConstraintDecoding(
            ConstraintDecoding.Context(
                valueFiles: valueFiles,
                names: names,
                suffixes: NoPublicSuffixes(),
                allowance: .blocks
            )
        )
        self.origin = origin
    }

    /// Reads a block with its name from the mapping, or with the given name.
    func block(_ value: DocumentValue, named given: String? = nil) -> DefinedBlock? {
        guard var reader = value.mapping() else { return nil }
        let id: String? =
            if let given { given } else { reader.required("id", expected: Self.grammar).flatMap(Self.name) }
        let match = reader.required("match", expected: "a matcher, such as `spkiSha256`")
        let until = reader.value("until").map { ($0.instantOrEndOfDay(), $0) }
        let reason = reader.required("reason", expected: "a text for people who meet the block").flatMap(Self.reason)
        reader.finish()
        guard let id, let reason, let match, let (isOfLeaf, matcher) = matcher(match) else { return nil }
        if let until, until.0 == nil { return nil }
        let block = Block(
            id: id,
            reason: reason,
            until: until?.0,
            origin: origin,
            isOfLeaf: isOfLeaf,
            matcher: matcher
        )
        return DefinedBlock(block: block, matcher: match.node)
    }

    private static let grammar =
        "a name of 1 to 64 of a-z, 0-9, `.`, `_` and `-`, which begins with a letter or a digit"

    private static func name(_ value: DocumentValue) -> String? {
        guard let text = value.string() else { return nil }
        guard PolicyName.isSetName(text) else {
            value.refuse("expected \(grammar), found \(QuotedText.of(text))")
            return nil
        }
        return text
    }

    private static func reason(_ value: DocumentValue) -> String? {
        guard let text = value.string() else { return nil }
        guard text.utf8.count <= maximumReasonBytes else {
            value.refuse("the reason has \(text.utf8.count) bytes; at most \(maximumReasonBytes) are allowed")
            return nil
        }
        guard !text.unicodeScalars.contains(where: VisibleText.isControl) else {
            value.refuse("the reason has a control or format character: write it on one line")
            return nil
        }
        return text
    }

    /// Reads a matcher, either of any certificate or, in `leaf`, of end-entity certificates.
    private func matcher(_ value: DocumentValue) -> (isOfLeaf: Bool, matcher: CertificateMatcher)? {
        guard var reader = value.mapping() else { return nil }
        guard let leaf = reader.value("leaf") else { return conditions(of: value).map { (false, $0) } }
        reader.finish(otherPlace: { _ in ": conditions on the leaf are in the mapping of `leaf`" })
        return conditions(of: leaf).map { (true, $0) }
    }

    private func conditions(of value: DocumentValue) -> CertificateMatcher? {
        guard var reader = value.mapping() else { return nil }
        guard reader.count > 0 else {
            value.refuse(
                "the matcher is empty, and would block every certificate: add a condition, such as `spkiSha256`"
            )
            return nil
        }
        let encoded = encodedNames(&reader)
        let entries = encoded + constraints.entries(&reader)
        reader.finish()
        return entries.isEmpty ? nil : CertificateMatcher(pointer: value.pointer, entries: entries)
    }

    /// Reads the forms of OneCRL: `issuerDER` with `serialNumber`, and `subjectDER` with `spkiSha256`.
    private func encodedNames(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        let (issuer, serial) = (reader.value("issuerDER"), reader.value("serialNumber"))
        if let alone = issuer ?? serial, (issuer == nil) != (serial == nil) {
            alone.refuse("`issuerDER` and `serialNumber` are only valid together")
        }
        var entries: [CertificateMatcher.PlacedCondition] = []
        if let issuer, let der = encodedName(issuer),
            let number = serial.flatMap(ListedValue.init).flatMap(constraints.serialNumber)
        {
            let condition = EncodedNameCondition(.issuer(serialNumber: number), der: der)
            entries.append(CertificateMatcher.PlacedCondition(pointer: issuer.pointer, condition: condition))
        }
        if let subject = reader.value("subjectDER") {
            if !reader.keys.contains("spkiSha256") {
                subject.refuse("`subjectDER` is only valid with `spkiSha256`: a name alone is not unique")
            }
            if let der = encodedName(subject) {
                let condition = EncodedNameCondition(.subject, der: der)
                entries.append(CertificateMatcher.PlacedCondition(pointer: subject.pointer, condition: condition))
            }
        }
        return entries
    }

    /// Reads the DER of a name, a SEQUENCE, in base64.
    private func encodedName(_ value: DocumentValue) -> [UInt8]? {
        guard let text = value.string() else { return nil }
        guard text.utf8.count <= Self.maximumNameBytes * 4 / 3 + 4,
            let der = try? Base64.decode(Array(text.utf8)[...]), Self.isSequence(der)
        else {
            value.refuse("expected the DER of a name in base64, found \(QuotedText.of(text))")
            return nil
        }
        return der
    }

    /// Whether octets are one SEQUENCE with a length in its shortest form.
    private static func isSequence(_ der: [UInt8]) -> Bool {
        guard der.count >= 2, der[0] == 0x30 else { return false }
        guard der[1] >= 0x80 else { return der.count == 2 + Int(der[1]) }
        let count = Int(der[1] & 0x7F)
        guard (1...2).contains(count), der.count > 2 + count else { return false }
        let length = der[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
        return length >= (count == 1 ? 0x80 : 0x100) && der.count == 2 + count + length
    }
}
