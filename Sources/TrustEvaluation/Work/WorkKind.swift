/// The kinds of work that an evaluation is charged for, each with what one unit of it costs.
///
/// Prices are processor time on the machine on which they were measured: one core of an AMD EPYC of 2024, OpenSSL 3.0.19
/// of Debian on x86-64, through this program's own adapters in a release build. Elsewhere everything takes longer or
/// shorter together, so only their proportions matter.
enum WorkKind: Int, CaseIterable {
    /// A candidate path that is examined.
    case paths
    /// Ten microseconds of signature checking (``PublicKeyFacts/verificationCost``).
    case signatures
    /// A certificate that is evaluated in a path.
    case certificates
    /// Ten nanoseconds of reading names and of comparing them with name constraints (``NameCost``).
    case names
    /// A piece of revocation evidence that is compared with a certificate.
    case evidence
    /// A certificate policy, or a mapping, that enters the policy graph of a path.
    case policies

    /// The cost of a unit, in nanoseconds.
    var price: Int {
        switch self {
        case .paths: 1000
        case .signatures, .certificates: 10000
        case .names: 10
        case .evidence: 3900
        case .policies: 350
        }
    }
}
