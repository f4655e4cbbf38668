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
    /// webpki and Go's crypto/x509 stop at 100; of the cross-signed meshes in BetterTLS none needs 60. Counted as checks of 40
    /// microseconds; one with a costlier key counts as several (``PublicKeyFacts/verificationCost``), and so does digesting
    /// much. Seventeen certificates with Ed25519 keys, of which sixteen have one name, need 306.
    package var signatureChecks: Int
    /// How many of the signature checks are left after the evidence was read: half of them at least.
    var availableSignatureChecks: Int { signatureChecks - min(evidenceSize / 4, signatureChecks / 2) }
    /// How many KiB of evidence beyond 64 a request brought, which take some 30 microseconds each to read.
    private var evidenceSize = 0
    /// How many certificates may be evaluated in all paths together, each in each path it stands in, some 10 microseconds.
    ///
    /// Ten a path: public chains have three or four. One of more than 2 KiB counts as several, and so does what the rules
    /// find, since each complaint is written out for each path.
    package var evaluatedCertificates: Int {
        let whole = max(10 * paths, 256)
        return whole - min(2 * evidenceSize, whole * 3 / 4)
    }
    /// How often a piece of revocation evidence may be compared with a certificate, some 4 microseconds.
    ///
    /// A CRL counts once and once more for each four names of its distribution point, an OCSP response once and once more
    /// for each eight answers and for each certificate in it, and a certificate for each sixteen names of its own points.
    package var evidenceComparisons: Int { 1 << 12 }
    /// How much names may be read and compared with name constraints in all paths together, in units of 10 nanoseconds.
    ///
    /// A leaf of a thousand names under a CA of a thousand domains takes a quarter of it (``NameCost``).
    package var nameComparisons: Int { 1 << 20 }

    /// How many certificate policies and mappings may enter the policy graphs of all paths together, some 350 nanoseconds.
    ///
    /// A certificate has up to a hundred of each; real paths have ten in all.
    package var policyNodes: Int { 1 << 14 }

    /// The defaults of the configuration.
    package init(paths: Int = 100, signatureChecks: Int = 400) {
        self.paths = paths
        self.signatureChecks = signatureChecks
    }

    /// The most that all work together may cost, in nanoseconds of the machine on which ``WorkKind/price`` was measured.
    ///
    /// Sixteen milliseconds, so that three times slower machines stay below fifty. An operator who raises the number of
    /// paths or signatures raises this too.
    var nanoseconds: Int {
        let least = 16_000_000
        let whole = max(least, 40_000 * availableSignatureChecks, 160_000 * paths)
        return whole - min(30_000 * evidenceSize, whole * 3 / 4)
    }

    /// How much of one kind of work may be done.
    func units(of kind: WorkKind) -> Int {
        switch kind {
        case .paths: paths
        // A check of 40 microseconds costs four units.
        case .signatures: 4 * availableSignatureChecks
        case .certificates: evaluatedCertificates
        case .names: nameComparisons
        case .evidence: evidenceComparisons
        case .policies: policyNodes
        }
    }

    /// What is left where evidence had to be read first; a quarter of the decisions at least, and half of the signatures.
    func reduced(by evidence: RevocationEvidence) -> WorkBudget {
        let octets = evidence.responses.reduce(evidence.lists.reduce(0) { $0 + $1.der.count }) { $0 + $1.der.count }
        var budget = self
        budget.evidenceSize = max(0, (octets >> 10) - 64)
        return budget
    }

    /// The budget as it was configured, before evidence was read.
    var configured: WorkBudget { WorkBudget(paths: paths, signatureChecks: signatureChecks) }
}
