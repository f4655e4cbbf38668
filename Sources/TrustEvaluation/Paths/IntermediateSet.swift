package import TrustModel

/// Additional certificates from a policy for path building; they are not trusted.
///
/// The set is parsed once and shared by all evaluations under a snapshot.
package final class IntermediateSet: Sendable {
    private let index: CertificateIndex

    /// Creates a policy's set from certificates in any order; removes duplicates, but keeps their trust settings.
    package init(name: String, certificates: [Certificate]) {
        index = CertificateIndex(certificates, source: "the intermediates of \(name)")
    }

    /// The certificates, sorted by fingerprint and unique.
    package var certificates: [Certificate] { index.certificates }

    var summary: String { "\(certificates.count) intermediate\(certificates.count == 1 ? "" : "s")" }

    var trustSettings: TrustSettingsSource { index.trustSettings }

    func namesakes(_ subject: DistinguishedName) -> Namesakes? { index.namesakes(subject) }

    func certificates(named subject: DistinguishedName) -> [Certificate] {
        index.certificates(named: subject)
    }
}
