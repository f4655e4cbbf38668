/// How large the daemon's caches are.
enum AnchordCaches {
    /// As the daemon comes.
    case standard
    /// No verdicts; certificates and signatures of authorities find room, those of the leaves are gone before their turn
    /// comes again.
    case small

    /// How many certificates, and how many signatures, the small caches hold.
    static let smallCount = 256

    /// The lines of the configuration.
    func configuration(knowingVerdicts: Bool) -> String {
        switch self {
        case .standard: ""
        case .small:
            "caches:\n  certificates: \(Self.smallCount)\n  signatures: \(Self.smallCount)\n"
                + (knowingVerdicts ? "  verdicts: 0\n" : "")
        }
    }
}
