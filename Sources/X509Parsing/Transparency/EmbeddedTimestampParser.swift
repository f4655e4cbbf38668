package import TrustModel

/// Parses the timestamps in a certificate, and restores the signed part of its precertificate (RFC 6962 section 3.2).
package enum EmbeddedTimestampParser {
    /// Returns the timestamps in the DER of a certificate; nil if it has no extension with timestamps.
    ///
    /// Malformed timestamps are unusable elements. The precertificate is empty if the extensions are malformed or the
    /// certificate has several extensions with timestamps.
    package static func parse(_ der: [UInt8]) -> EmbeddedTimestamps? {
        do throws(DERError) {
            return try timestamps(in: der)
        } catch {
            let reason = "at byte \(error.offset), \(error.reason)"
            return EmbeddedTimestamps(elements: [.unusable(reason)], precertificate: [])
        }
    }

    private static func timestamps(in der: [UInt8]) throws(DERError) -> EmbeddedTimestamps? {
        var outermost = DERReader(der)
        var certificate = outermost.inside(try outermost.read(DERTag.sequence, "the certificate"))
        let content = try certificate.read(DERTag.sequence, "the signed part")
        var body = certificate.inside(content)
        var extensions: DERElement?
        while extensions == nil, !body.isAtEnd {
            let element = try body.readAny("a field of the signed part")
            if element.tag == DERTag.constructed(3) { extensions = element }
        }
        guard let extensions else { return nil }
        try body.requireEnd("the extensions")
        var outer = body.inside(extensions)
        var list = outer.inside(try outer.read(DERTag.sequence, "the list of extensions"))
        var others: [UInt8] = []
        var found: DERElement?
        while !list.isAtEnd {
            let entry = try list.read(DERTag.sequence, "an extension")
            guard let value = try timestampValue(list.inside(entry)) else {
                others += der[entry.whole]
                continue
            }
            guard found == nil else {
                throw DERError(offset: entry.whole.lowerBound, reason: "there are two extensions with timestamps")
            }
            found = value
        }
        guard let found else { return nil }
        let fields = der[content.content.lowerBound..<extensions.whole.lowerBound]
        return EmbeddedTimestamps(
            elements: TimestampParser.lenientElements(ofExtension: list.inside(found)),
            precertificate: DERWriting.element(DERTag.sequence, fields + field(withExtensions: others))
        )
    }

    /// Returns the value of an extension if it is the one with timestamps.
    private static func timestampValue(_ reader: DERReader) throws(DERError) -> DERElement? {
        var entry = reader
        guard try entry.readOID("an extension's type") == .signedCertificateTimestamps else { return nil }
        if entry.nextTag == DERTag.boolean { _ = try entry.readBoolean("an extension's criticality") }
        return try entry.read(DERTag.octetString, "an extension's value")
    }

    /// Returns the field with the remaining extensions; empty if none remain, because the field is then absent.
    private static func field(withExtensions extensions: [UInt8]) -> [UInt8] {
        guard !extensions.isEmpty else { return [] }
        return DERWriting.element(DERTag.constructed(3), DERWriting.element(DERTag.sequence, extensions))
    }
}
