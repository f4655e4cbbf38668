package import TrustModel

/// Parses the content of a `TRUSTED CERTIFICATE` block: a certificate, then its OpenSSL trust settings.
///
///     X509_CERT_AUX ::= SEQUENCE {
///         trust   SEQUENCE OF OBJECT IDENTIFIER OPTIONAL,
///         reject  [0] IMPLICIT SEQUENCE OF OBJECT IDENTIFIER OPTIONAL,
///         alias   UTF8String OPTIONAL,
///         keyid   OCTET STRING OPTIONAL,
///         other   [1] IMPLICIT SEQUENCE OF AlgorithmIdentifier OPTIONAL }
package enum TrustSettingsParser {
    private static let name = "the trust settings (X509_CERT_AUX)"
    /// The maximum number of uses; the evaluation compares uses like key purposes, which have the same maximum.
    private static let maximumUses = 100

    /// Separates the certificate's unparsed DER from its trust settings, which are nil if they restrict nothing.
    ///
    /// `digest` returns the SHA-256 of a range of bytes.
    ///
    /// - Throws: ``DERError`` if the settings are malformed, with an offset in the block.
    package static func parse(
        _ block: [UInt8],
        digest: (ArraySlice<UInt8>) -> Fingerprint
    ) throws(DERError) -> (certificate: [UInt8], settings: TrustSettings?) {
        var reader = DERReader(block)
        // The certificate parser reports defects of the certificate.
        guard let certificate = try? reader.readAny("the certificate") else { return (block, nil) }
        return (reader.copy(certificate.whole), try settings(&reader, digest))
    }

    private static func settings(
        _ reader: inout DERReader,
        _ digest: (ArraySlice<UInt8>) -> Fingerprint
    ) throws(DERError) -> TrustSettings? {
        guard !reader.isAtEnd else { return nil }
        let whole = try reader.read(DERTag.sequence, name)
        try reader.requireEnd(name)
        var fields = reader.inside(whole)
        let trusted = try uses(&fields, DERTag.sequence, kind: "trusted")
        let rejected = try uses(&fields, DERTag.constructed(0), kind: "rejected") ?? []
        _ = try fields.readIf(DERTag.utf8String, "the alias in \(name)")
        _ = try fields.readIf(DERTag.octetString, "the key identifier in \(name)")
        _ = try fields.readIf(DERTag.constructed(1), "the other fields of \(name)")
        try fields.requireEnd("the known fields of \(name)")
        guard trusted != nil || !rejected.isEmpty else { return nil }
        return TrustSettings(trusted: trusted, rejected: rejected, digest: digest(reader.bytes[whole.whole]))
    }

    private static func uses(
        _ fields: inout DERReader,
        _ tag: UInt8,
        kind: String
    ) throws(DERError) -> [OID]? {
        guard let list = try fields.readIf(tag, "the \(kind) uses in \(name)") else { return nil }
        var items = fields.inside(list)
        var uses: [OID] = []
        while !items.isAtEnd {
            try items.require(
                uses.count < maximumUses,
                "there are more than \(maximumUses) \(kind) uses in \(name)"
            )
            uses.append(try items.readOID("a \(kind) use in \(name)"))
        }
        return uses
    }
}
