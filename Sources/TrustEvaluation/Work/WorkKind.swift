/// The kinds of work that an evaluation is charged for, each with the price of one unit.
///
/// Prices are processor times on one core of an AMD EPYC of 2024 with OpenSSL 3.0.19 of Debian on x86-64. They were
/// measured through anchord's adapters in a release build. On other machines, only their proportions matter.
enum WorkKind: Int, CaseIterable {
    /// One candidate path examined.
    case paths
    /// Ten microseconds of signature verification (``PublicKeyFacts/verificationCost``).
    case signatures
    /// One certificate evaluated in a path.
    case certificates
    /// Ten nanoseconds of parsing names and comparing them with name constraints (``NameCost``), or of comparing
    /// certificates with the constraints of the policy (``CertificateCondition``).
    case names
    /// One piece of revocation evidence compared with a certificate.
    case evidence
    /// One certificate policy or mapping in the policy graph of a path.
    case policies
    /// One possible issuer ranked for a certificate while paths are built.
    case issuers

    /// The price of a unit, in nanoseconds.
    var price: Int {
        switch self {
        case .paths: 1000
        case .signatures, .certificates: 10000
        case .names: 10
        case .evidence: 3900
        case .policies: 350
        case .issuers: 1000
        }
    }
}
