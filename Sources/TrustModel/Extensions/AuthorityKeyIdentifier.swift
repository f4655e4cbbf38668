/// Which key of the issuer signed (RFC 5280 section 4.2.1.1).
package struct AuthorityKeyIdentifier: Sendable, Hashable {
    /// The subject key identifier of the issuer's certificate; nil when absent.
    package let keyIdentifier: [UInt8]?
    /// The names of the issuer's issuer; nil when absent.
    package let issuers: [GeneralName]?
    /// Content octets of the issuer certificate's serial number.
    package let serialNumber: [UInt8]?

    /// Takes the parts as parsed.
    package init(keyIdentifier: [UInt8]?, issuers: [GeneralName]?, serialNumber: [UInt8]?) {
        self.keyIdentifier = keyIdentifier
        self.issuers = issuers
        self.serialNumber = serialNumber
    }
}
