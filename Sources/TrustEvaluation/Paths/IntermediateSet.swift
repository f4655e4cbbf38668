package import TrustModel

/// Additional certificates from a policy for path building; they are not trusted.
///
/// The set is parsed once and shared by all evaluations under a snapshot.
package final class IntermediateSet: Sendable {
    private let index: CertificateIndex

    /// Creates a set from certificates in any order, without duplicates but with the trust settings of all.
    ///
    /// - Parameters:
    ///   - name: The policy's name, for messages.
    ///   - certificates: The certificates of the policy.
    package init(name: String, certificates: [Certificate]) {
        index = CertificateIndex(certificates, source: "the intermediates of \(name)")
    }

    /// The certificates, sorted by fingerprint and unique.
    package var certificates: [Certificate] { index.certificates }

    /// The number of certificates, for operators.
    var summary: String { "\(certificates.count) intermediate\(certificates.count == 1 ? "" : "s")" }

    var trustSettings: TrustSettingsSource { index.trustSettings }

    /// Returns the certificates with a subject, sorted by fingerprint.
    func certificates(named subject: DistinguishedName) -> [Certificate] {
        index.certificates(named: subject)
    }

    /// Returns the last second before a change of validity, at or after the given one; nil if there is none.
    func lastStableSecond(from first: Instant) -> Instant? {
        index.lastStableSecond(from: first)
    }
}
