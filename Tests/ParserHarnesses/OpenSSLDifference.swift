package import TrustModel
import TrustTestSupport

/// Certificates that we read and OpenSSL does not, but for reviewed differences.
package enum OpenSSLDifference {
    /// Fields in which OpenSSL refuses what we leave to the rules.
    ///
    /// - `value`, `subject`, `issuer`: values of attributes in names may be of any type (RFC 5280 appendix A.1). OpenSSL knows some
    ///   string types. We compare others byte by byte, and report malformed strings as `strict.nameCharacters`.
    /// - `parameter`: parameters of algorithms may be of any type (section 4.1.1.2). Those that an algorithm cannot have are
    ///   `crypto.algorithm` or an unusable key.
    private static let reviewedFields: Set = ["value", "subject", "issuer", "parameter"]

    /// The part of a certificate that OpenSSL cannot read, as a sentence; nil if it reads all, or the difference was reviewed.
    package static func first(in certificate: Certificate) -> String? {
        if OpenSSLPathOracle.hasReadableExtensions(certificate.der) == false, !isReviewed(certificate.facts.extensions)
        {
            return "OpenSSL cannot read an extension of \(certificate.facts.extensions.entries.map(\.type))"
        }
        guard let field = OpenSSLPathOracle.undecodableField(of: certificate.der), !reviewedFields.contains(field)
        else {
            return nil
        }
        return "OpenSSL cannot decode \"\(field)\""
    }

    /// Whether extensions are malformed for us too, or have a directory name with a value of any type, which begins with `#`.
    private static func isReviewed(_ extensions: CertificateExtensions) -> Bool {
        !extensions.malformed.isEmpty || extensions.hasRelativeNames
            || extensions.names.contains { name in
                guard case .directory(let name) = name else { return false }
                return name.attributes.contains { $0.value.utf8.first == UInt8(ascii: "#") }
            }
    }
}

extension CertificateExtensions {
    /// All names.
    fileprivate var names: [GeneralName] {
        let constraints = nameConstraints.map { $0.permitted + $0.excluded } ?? []
        let points = (crlDistributionPoints ?? []).flatMap { point in
            if case .full(let names) = point.name { names + point.issuers } else { point.issuers }
        }
        return (subjectAlternativeNames ?? []) + constraints + (authorityKeyIdentifier?.issuers ?? []) + points
    }

    /// Whether a distribution point has a name relative to its issuer's, whose values are not kept.
    fileprivate var hasRelativeNames: Bool {
        (crlDistributionPoints ?? []).contains { point in
            if case .relativeToIssuer = point.name { true } else { false }
        }
    }
}
