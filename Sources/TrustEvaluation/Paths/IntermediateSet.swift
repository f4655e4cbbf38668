package import TrustModel

/// Certificates that a policy offers to path building besides those presented; nothing trusts them.
///
/// Parsed once and shared by all evaluations under a snapshot.
package final class IntermediateSet: Sendable {
    private let index: CertificateIndex

    /// Takes certificates in any order; of duplicates one is kept, and the trust settings of all.
    ///
    /// - Parameters:
    ///   - name: the policy's name, for people.
    ///   - certificates: what the policy gives.
    package init(name: String, certificates: [Certificate]) {
        index = CertificateIndex(certificates, source: "the intermediates of \(name)")
    }

    /// Sorted by fingerprint, each once.
    package var certificates: [Certificate] { index.certificates }

    /// How many there are, for operators.
    var summary: String { "\(certificates.count) intermediate\(certificates.count == 1 ? "" : "s")" }

    /// The trust settings that came with the certificates.
    var trustSettings: TrustSettingsSource { index.trustSettings }

    /// The certificates with a subject, by fingerprint.
    func certificates(named subject: DistinguishedName) -> [Certificate] {
        index.certificates(named: subject)
    }

    /// The last second, from one on, before a certificate becomes valid or ceases to be; nil where none ever does.
    func lastStableSecond(from first: Instant) -> Instant? {
        index.lastStableSecond(from: first)
    }
}
