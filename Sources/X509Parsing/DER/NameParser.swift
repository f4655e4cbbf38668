package import TrustModel

/// Parses a Name alone, such as an issuer that a TLS server accepts (RFC 8446 section 4.2.4).
package enum NameParser {
    /// Parses the DER of exactly one Name.
    ///
    /// - Throws: ``DERError`` with the offset of the first invalid byte.
    package static func parse(_ der: [UInt8]) throws(DERError) -> DistinguishedName {
        var reader = DERReader(der)
        let name = try reader.readName("the name", keepsText: false)
        try reader.requireEnd("the name")
        return name
    }
}
