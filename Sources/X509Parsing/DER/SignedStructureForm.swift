/// Recognizes the signed parts of certificates, CRLs, certification requests and OCSP responses.
///
/// A signature of such bytes would be a forged certificate, list, request or response. Only the first elements are read,
/// in BER, so truncated and malformed structures are recognized too: some parsers accept them.
package enum SignedStructureForm {
    /// Returns the structure as a noun phrase; nil if the bytes do not begin like one.
    package static func name(of bytes: [UInt8]) -> String? {
        guard let tags = firstTags(of: bytes) else { return nil }
        let rest = tags.first == DERTag.constructed(0) ? Array(tags.dropFirst()) : tags
        // A serial number, the algorithm, and the names of the issuer.
        if rest.starts(with: [DERTag.integer, DERTag.sequence, DERTag.sequence, DERTag.sequence]) {
            return "the signed part of a certificate"
        }
        let list = tags.first == DERTag.integer ? Array(tags.dropFirst()) : tags
        if list.count > 2, list.starts(with: [DERTag.sequence, DERTag.sequence]),
            [DERTag.utcTime, DERTag.generalizedTime].contains(list[2])
        {
            return "the signed part of a CRL"
        }
        if tags.starts(with: [DERTag.integer, DERTag.sequence, DERTag.sequence, DERTag.constructed(0)])
            || tags == [DERTag.integer, DERTag.sequence, DERTag.sequence]
        {
            return "the signed part of a certification request"
        }
        let responders = [DERTag.constructed(1), DERTag.constructed(2)]
        if rest.count > 1, responders.contains(rest[0]), rest[1] == DERTag.generalizedTime {
            return "the signed part of an OCSP response"
        }
        return nil
    }

    /// The tags of the first elements in the outermost SEQUENCE; nil if there is none.
    private static func firstTags(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first == DERTag.sequence, let content = contentRange(of: bytes, at: 0, end: bytes.count) else {
            return nil
        }
        var tags: [UInt8] = []
        var position = content.lowerBound
        while tags.count < 5, position < content.upperBound {
            tags.append(bytes[position])
            guard let next = contentRange(of: bytes, at: position, end: content.upperBound) else { break }
            position = next.upperBound
        }
        return tags
    }

    /// The content of the element at a position; cut at the end of the bytes, or nil without a complete header.
    ///
    /// The end of an indefinite length is found by skipping the elements inside.
    private static func contentRange(of bytes: [UInt8], at start: Int, end: Int, depth: Int = 0) -> Range<Int>? {
        guard end - start >= 2, depth < 8 else { return nil }
        let first = Int(bytes[start + 1])
        guard first & 0x80 != 0 else { return start + 2..<min(end, start + 2 + first) }
        let octets = first & 0x7F
        guard octets > 0 else {
            var position = start + 2
            while position + 1 < end, bytes[position] != 0 || bytes[position + 1] != 0 {
                guard let inner = contentRange(of: bytes, at: position, end: end, depth: depth + 1) else {
                    return start + 2..<end
                }
                position = inner.upperBound
            }
            // The two octets that end the content are skipped like content.
            return start + 2..<min(end, position + 2)
        }
        guard octets < 127, end - start > 2 + octets else { return nil }
        let length = bytes[start + 2..<start + 2 + octets].reduce(0) { min($0, 1 << 40) << 8 | Int($1) }
        let content = start + 2 + octets
        return content..<(length > end - content ? end : content + length)
    }
}
