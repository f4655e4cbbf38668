import TrustModel

/// The limits on the work of one evaluation, so that no input occupies a worker for long.
///
/// Cached work is charged like other work, so that no verdict depends on earlier requests.
package struct WorkBudget: Sendable, Hashable {
    /// The maximum number of candidate paths examined, including those of CRL signers.
    ///
    /// Usual chains have one to four paths. webpki's limit on build calls, divided by the path length, is similar.
    package var paths: Int
    /// The maximum number of distinct signature checks of certificates, CRLs and OCSP responses together.
    ///
    /// webpki and Go's crypto/x509 stop after 100 checks; no cross-signed mesh in BetterTLS needs 60. The unit is a
    /// check of 40 microseconds. More expensive keys (``PublicKeyFacts/verificationCost``) and long digests are charged
    /// as several checks. Seventeen certificates with Ed25519 keys, sixteen of which share a name, need 306 checks.
    package var signatureChecks: Int
    /// The number of signature checks that remain after the evidence was read, at least half of ``signatureChecks``.
    var availableSignatureChecks: Int { signatureChecks - min(evidenceSize / 4, signatureChecks / 2) }
    /// The size of the request's evidence beyond 64 KiB, in KiB; reading one KiB takes about 30 microseconds.
    private var evidenceSize = 0
    /// The maximum number of certificates evaluated, each counted once per path; one takes about 10 microseconds.
    ///
    /// The limit allows ten certificates per path; public chains have three or four. A certificate of more than 2 KiB
    /// is charged as several certificates. Findings are charged too, because they are created for each path.
    package var evaluatedCertificates: Int {
        let whole = max(10 * paths, 256)
        return whole - min(2 * evidenceSize, whole * 3 / 4)
    }
    /// The maximum number of comparisons of revocation evidence with a certificate; one takes about 4 microseconds.
    ///
    /// A CRL costs one comparison, plus one for every four names of its distribution point. An OCSP response costs one
    /// comparison, plus one for every eight single responses and one for each certificate in it. A certificate costs
    /// one comparison for every sixteen names of its distribution points.
    package var evidenceComparisons: Int { 1 << 12 }
    /// The maximum cost of comparing names with name constraints, and certificates with the constraints of the policy.
    ///
    /// The unit is 10 nanoseconds; the cost of parsing the names is included. A leaf with a thousand names under a CA with a
    /// thousand domains costs a quarter of this maximum (``NameCost``).
    package var nameComparisons: Int { 1 << 20 }

    /// The maximum number of policies and mappings in the policy graphs of all paths; one takes about 350 nanoseconds.
    ///
    /// A certificate has up to a hundred policies and a hundred mappings; usual paths have ten in total.
    package var policyNodes: Int { 1 << 14 }

    /// The maximum number of possible issuers ranked, each counted once per certificate; one takes about a microsecond.
    ///
    /// Usual chains have one possible issuer for each certificate. For 64 certificates with the same name, 4,096
    /// issuers are ranked.
    package var possibleIssuers: Int { max(100 * paths, 4096) }

    /// Creates a budget with the defaults of the configuration.
    package init(paths: Int = 100, signatureChecks: Int = 400) {
        self.paths = paths
        self.signatureChecks = signatureChecks
    }

    /// The maximum cost of all work together, in nanoseconds of the machine on which ``WorkKind/price`` was measured.
    ///
    /// With the default of 16 milliseconds, evaluations take less than 50 milliseconds even on a machine that is three
    /// times slower. A configuration with larger limits on paths or signature checks raises this limit.
    var nanoseconds: Int {
        let least = 16_000_000
        let whole = max(least, 40_000 * availableSignatureChecks, 160_000 * paths)
        return whole - min(30_000 * evidenceSize, whole * 3 / 4)
    }

    func units(of kind: WorkKind) -> Int {
        switch kind {
        case .paths: paths
        // A check of 40 microseconds costs four units.
        case .signatures: 4 * availableSignatureChecks
        case .certificates: evaluatedCertificates
        case .names: nameComparisons
        case .evidence: evidenceComparisons
        case .policies: policyNodes
        case .issuers: possibleIssuers
        }
    }

    /// Returns the budget that remains after reading evidence: at least a quarter of each limit, and half of the
    /// signature checks.
    func reduced(by evidence: RevocationEvidence) -> WorkBudget {
        let octets = evidence.responses.reduce(evidence.lists.reduce(0) { $0 + $1.der.count }) { $0 + $1.der.count }
        var budget = self
        budget.evidenceSize = max(0, (octets >> 10) - 64)
        return budget
    }

    /// The budget as configured, before evidence was read.
    var configured: WorkBudget { WorkBudget(paths: paths, signatureChecks: signatureChecks) }
}
