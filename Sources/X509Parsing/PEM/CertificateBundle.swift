import TrustModel

/// Finds the certificates in a PKCS #7 or CMS SignedData (RFC 2315 section 9.1, RFC 5652 section 5.1).
enum CertificateBundle {
    /// Returns whether DER begins like a ContentInfo and not like a certificate.
    static func looksLikeBundle(_ der: [UInt8]) -> Bool {
        var outer = DERReader(der)
        guard let element = try? outer.read(DERTag.sequence, "the content") else { return false }
        return outer.inside(element).nextTag == DERTag.objectIdentifier
    }

    /// Returns the ranges of the certificates; ignores signatures.
    static func certificates(in der: [UInt8]) throws(DERError) -> [Range<Int>] {
        var outer = DERReader(der)
        var info = outer.inside(try outer.read(DERTag.sequence, "the bundle"))
        let type = try info.readOID("the bundle's content type")
        guard type.der == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02] else {
            throw DERError(
                offset: info.position,
                reason: "the bundle has the content type \(type) instead of signedData"
            )
        }
        var wrapper = info.inside(try info.read(DERTag.constructed(0), "the bundle's content"))
        var data = wrapper.inside(try wrapper.read(DERTag.sequence, "the signed data"))
        _ = try data.readCount("the bundle's version")
        _ = try data.read(DERTag.set, "the bundle's digest algorithms")
        _ = try data.read(DERTag.sequence, "the bundle's encapsulated content")
        guard let list = try data.readIf(DERTag.constructed(0), "the bundle's certificates") else { return [] }
        var certificates = data.inside(list)
        var ranges: [Range<Int>] = []
        while !certificates.isAtEnd {
            let element = try certificates.readAny("a certificate of the bundle")
            if element.tag == DERTag.sequence { ranges.append(element.whole) }
        }
        return ranges
    }
}
