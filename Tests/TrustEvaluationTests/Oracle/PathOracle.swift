import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// Evaluates paths with our rules under the profile `rfc5280`, and with OpenSSL.
struct PathOracle {
    private let verifier: OpenSSLSignatureVerifier
    private let suffixes: PSLSuffixes

    init() throws {
        verifier = try #require(OpenSSLSignatureVerifier())
        suffixes = try #require(PSLSuffixes())
    }

    /// Returns both outcomes for a path, leaf first, with its last certificate as the trust anchor.
    func evaluate(_ path: [TestCertificate]) throws -> OracleResult {
        let certificates = try path.map { try $0.read() }
        let outcome = try #require(
            OpenSSLPathOracle.outcome(of: path.map(\.der), at: .reference),
            "ours decoded it"
        )
        return OracleResult(
            certificates: certificates.map(\.facts),
            findings: try findings(certificates),
            errors: outcome.errors,
            isOfGivenPath: outcome.isOfGivenPath
        )
    }

    /// Returns the errors of our rules.
    private func findings(_ certificates: [Certificate]) throws -> [Finding] {
        let anchors = AnchorSet(name: "test", certificates: certificates.suffix(1))
        let path = CandidatePath(certificates: certificates, end: .anchor(anchors))
        let defects = try zip(path.certificates, path.issuers).map { certificate, issuer in
            try verifier.isSigned(certificate, by: issuer)
                ? nil : verifier.defect(of: certificate, signedBy: issuer)
        }
        var requirements = PathRequirements(profile: .rfc5280, purpose: .any, anchors: [anchors])
        requirements.validateHost = false
        let context = PathContext(
            path: path,
            signatures: PathSignatures(defects),
            requirements: requirements,
            host: .none,
            time: .reference,
            publicSuffixes: suffixes
        )
        return PathEvaluation(context).errors
    }
}

/// The two outcomes for one path.
struct OracleResult {
    /// The path, leaf first.
    let certificates: [CertificateFacts]
    /// Our errors.
    let findings: [Finding]
    /// OpenSSL's errors.
    let errors: Set<OpenSSLPathOracle.Report>
    /// Whether OpenSSL validated this path and not another one of the same certificates.
    let isOfGivenPath: Bool

    var isAccepted: Bool { findings.isEmpty }

    /// Whether OpenSSL reports only requirements on conforming CAs (RFC 5280 section 4).
    var isAcceptedByOpenSSL: Bool { errors.allSatisfy { Self.demandsOnCAs.contains($0.number) } }

    /// X509_V_ERR_PATHLEN_INVALID_FOR_NON_CA to X509_V_ERR_EXTENSIONS_REQUIRE_VERSION_3.
    private static let demandsOnCAs: ClosedRange<Int32> = 80...93

    /// The reason why the outcomes may differ; nil if the difference has not been reviewed.
    var reviewedDifference: String? {
        isAccepted
            ? reasonOfAcceptance : findings.allSatisfy { isStricter($0) } ? "our rules are stricter" : nil
    }

    /// Whether we intentionally reject what OpenSSL accepts.
    private func isStricter(_ finding: Finding) -> Bool {
        guard let depth = finding.depth else { return false }
        switch finding.code {
        // A certificate of version 1 or 2 is not a CA regardless of its extensions (RFC 5280 section 6.1.4 (k)).
        case .constraintNotCA: return certificates[depth].version != 3
        case .constraintName:
            return BrokenConstraintReview(finding, certificates)?.isOfKnownKind ?? false
        // An extension whose value OpenSSL does not parse.
        default: return false
        }
    }

    private var reasonOfAcceptance: String? {
        let isReviewed = errors.filter { !Self.demandsOnCAs.contains($0.number) }.allSatisfy { error in
            let facts = certificates[Int(error.depth)]
            switch error.number {
            // X509_V_ERR_CERT_HAS_EXPIRED: notAfter is inclusive (RFC 5280 section 4.1.2.5).
            case 10: return facts.notAfter == .reference
            // X509_V_ERR_INVALID_CA: under strict flags, an end entity can be taken for a CA without basic constraints.
            case 79: return error.depth == 0
            // X509_V_ERR_PERMITTED_VIOLATION
            case 47: return isPermittedByUs(at: Int(error.depth))
            default: return false
            }
        }
        return isReviewed ? "OpenSSL is stricter" : nil
    }

    /// Whether a certificate has a name that only we find in a permitted subtree of the same kind.
    ///
    /// Such a name has a final period, which is not a part of a DNS name (RFC 1034 section 3.1). Or it is a URI with
    /// user information (RFC 3986 section 3.2).
    private func isPermittedByUs(at depth: Int) -> Bool {
        let bases = certificates.dropFirst(depth + 1).flatMap {
            $0.extensions.nameConstraints?.permitted ?? []
        }
        return (certificates[depth].extensions.subjectAlternativeNames ?? []).contains { name in
            let isOfForm = if case .uri(let uri) = name { uri.contains("@") } else { name.hasFinalPeriod }
            return isOfForm && bases.contains { $0.isOfSameKind(as: name) }
        }
    }
}
