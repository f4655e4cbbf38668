import TrustModel

/// How much work one evaluation may cause, so that no input can hold a worker for long.
///
/// What is paid for is the same whether a cache spares the work or not, so that no verdict depends on what was asked before.
package struct WorkBudget: Sendable, Hashable {
    /// How many candidate paths may be looked at, those of CRL signers among them.
    ///
    /// Real chains have one to four; webpki's limit on build calls is of the same order once divided by the length of a
    /// path.
    package var paths: Int
    /// How many signatures may be checked: of certificates, CRLs and OCSP responses together, each once.
    ///
    /// webpki and Go's crypto/x509 stop at 100; cross-signed meshes as in BetterTLS need more. Counted as checks with P-256
    /// or RSA 2048, some 20 to 80 microseconds; one with a costlier key counts as several, and so does digesting much.
    package var signatureChecks: Int
    /// How many KiB of evidence beyond 64 a request brought, which take some 30 microseconds each to read.
    private var evidenceSize = 0
    /// How many certificates may be judged in all paths together, each in each path it stands in, some 10 microseconds.
    ///
    /// Ten a path: public chains have three or four. One of more than 2 KiB counts as several, and so does what the rules
    /// find, since each complaint is written out for each path.
    package var judgedCertificates: Int {
        let whole = max(10 * paths, 256)
        return whole - min(2 * evidenceSize, whole * 3 / 4)
    }
    /// How often a piece of revocation evidence may be compared with a certificate, some 4 microseconds.
    ///
    /// A CRL counts once and once more for each four names of its distribution point, an OCSP response once and once more
    /// for each eight answers, and a certificate for each sixteen names of its own points.
    package var evidenceComparisons: Int { 1 << 12 }
    /// How many names may be compared with name constraints in all validations together, some 10 nanoseconds.
    ///
    /// It is OpenSSL's own limit for a single pair of certificates, of which a path has hundreds. Long names and constraints
    /// count as several.
    package var nameComparisons: Int { 1 << 20 }

    /// The defaults of the configuration.
    package init(paths: Int = 100, signatureChecks: Int = 400) {
        self.paths = paths
        self.signatureChecks = signatureChecks
    }

    /// What is left where evidence had to be read first; a quarter of the judgements at least, and half of the signatures.
    func reduced(by evidence: RevocationEvidence) -> WorkBudget {
        let octets = evidence.responses.reduce(evidence.lists.reduce(0) { $0 + $1.der.count }) { $0 + $1.der.count }
        var budget = self
        budget.evidenceSize = max(0, (octets >> 10) - 64)
        budget.signatureChecks -= min(budget.evidenceSize / 4, signatureChecks / 2)
        return budget
    }
}
