/// The cache settings of the daemon.
enum AnchordCaches {
    case standard
    /// No verdict cache, and small caches for certificates and signatures: entries of CAs stay cached, and entries of
    /// leaves are evicted before they are requested again.
    case small

    /// The capacity of the small certificate and signature caches.
    static let smallCount = 256

    func configuration(knowingVerdicts: Bool) -> String {
        switch self {
        case .standard: ""
        case .small:
            "caches:\n  certificates: \(Self.smallCount)\n  signatures: \(Self.smallCount)\n"
                + (knowingVerdicts ? "  verdicts: 0\n" : "")
        }
    }
}
