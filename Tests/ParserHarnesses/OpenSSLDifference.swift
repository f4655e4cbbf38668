package import TrustModel
import TrustTestSupport

/// Certificates that we parse and OpenSSL does not, except for reviewed differences.
package enum OpenSSLDifference {
    /// Fields in which OpenSSL rejects values that we leave to the rules.
    ///
    /// - `value`, `subject`, `issuer`: attribute values in names may have any type (RFC 5280 appendix A.1). OpenSSL
    ///   supports some string types. We compare others byte by byte, and report malformed strings as
    ///   `strict.nameCharacters`.
    /// - `parameter`: algorithm parameters may have any type (section 4.1.1.2). We report invalid ones as
    ///   `crypto.algorithm` or as an unusable key.
    private static let reviewedFields: Set = ["value", "subject", "issuer", "parameter"]

    /// Extensions that OpenSSL decodes for checks of its own, and we do not: we only report whether they are critical.
    private static let reviewedExtensions: Set<OID> = [
        .addressBlocks, .systemNumbers, .proxyCertificateInformation, .netscapeCertificateType,
    ]

    /// Returns a sentence with the part that OpenSSL cannot parse; nil if there is none, or for reviewed differences.
    package static func first(in certificate: Certificate) -> String? {
        if OpenSSLPathOracle.hasReadableExtensions(certificate.der) == false, !isReviewed(certificate.facts.extensions)
        {
            return "OpenSSL cannot parse an extension of \(certificate.facts.extensions.entries.map(\.type))"
        }
        guard let field = OpenSSLPathOracle.undecodableField(of: certificate.der), !reviewedFields.contains(field)
        else {
            return nil
        }
        return "OpenSSL cannot decode \"\(field)\""
    }

    /// Returns whether we also report malformed extensions or do not decode one, or a directory name has a value that is
    /// not text.
    private static func isReviewed(_ extensions: CertificateExtensions) -> Bool {
        !extensions.malformed.isEmpty || extensions.hasRelativeNames
            || extensions.entries.contains { reviewedExtensions.contains($0.type) }
            || extensions.names.contains { name in
                guard case .directory(let name) = name else { return false }
                return !name.isText
            }
    }
}

extension CertificateExtensions {
    /// All general names.
    fileprivate var names: [GeneralName] {
        let constraints = nameConstraints.map { $0.permitted + $0.excluded } ?? []
        let points = (crlDistributionPoints ?? []).flatMap { point in
            if case .full(let names) = point.name { names + point.issuers } else { point.issuers }
        }
        return (subjectAlternativeNames ?? []) + constraints + (authorityKeyIdentifier?.issuers ?? []) + points
    }

    /// Whether a distribution point has a name relative to its issuer, whose values are not kept.
    fileprivate var hasRelativeNames: Bool {
        (crlDistributionPoints ?? []).contains { point in
            if case .relativeToIssuer = point.name { true } else { false }
        }
    }
}
