/// The library's record of the keys that are known to have made the signature of a CRL or OCSP response.
///
/// A signature never changes. So evidence that many evaluations share is digested and verified once for each key.
package protocol SignatureRecord: AnyObject, Sendable {
    /// Whether the signed bytes were digested when they were read, so that a check does not digest them.
    var isDigested: Bool { get }

    /// Whether a certificate's key is known to have made the signature.
    func contains(keyOf signer: Certificate) -> Bool

    /// Records that a certificate's key made the signature.
    func insert(keyOf signer: Certificate)
}
