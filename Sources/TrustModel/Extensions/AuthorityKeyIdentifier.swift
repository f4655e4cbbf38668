/// The identifier of the issuer's key (RFC 5280 section 4.2.1.1).
package struct AuthorityKeyIdentifier: Sendable, Hashable {
    /// The subject key identifier of the issuer's certificate; nil if absent.
    package let keyIdentifier: [UInt8]?
    /// The names of the CA that issued the issuer's certificate; nil if absent.
    package let issuers: [GeneralName]?
    /// The content octets of the issuer certificate's serial number; nil if absent.
    package let serialNumber: [UInt8]?

    /// Creates an identifier from its parsed fields.
    package init(keyIdentifier: [UInt8]?, issuers: [GeneralName]?, serialNumber: [UInt8]?) {
        self.keyIdentifier = keyIdentifier
        self.issuers = issuers
        self.serialNumber = serialNumber
    }
}
