package import TrustModel
import X509Parsing

/// A name of an issuer that a TLS server accepts (RFC 8446 section 4.2.4, RFC 5246 section 7.4.4).
package enum AcceptableIssuer {
    /// Parses the DER of a Name; nil if it is malformed.
    package static func name(_ der: [UInt8]) -> DistinguishedName? { try? NameParser.parse(der) }
}
