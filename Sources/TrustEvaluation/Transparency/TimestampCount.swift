import TrustModel

/// Counts the logs and operators of verified timestamps as Chrome does: embedded and delivered ones separately.
///
/// The issuer chooses the embedded timestamps once. One of them must be from a log that is not retired, and logs that
/// were retired later are accepted too. A server can renew the timestamps that it sends, so all of them must be from logs that
/// are not retired; as many as for a leaf of up to 180 days suffice.
struct TimestampCount {
    /// The verified timestamps that satisfy the requirements, or else all accepted ones.
    let counted: [VerifiedTimestamp]
    let isSufficient: Bool
    /// The reasons why the embedded and the delivered timestamps do not suffice, each as a clause.
    let shortfalls: [String]

    init(of timestamps: [VerifiedTimestamp], under requirements: TransparencyRequirements, for leaf: CertificateFacts) {
        let embedded = timestamps.filter { $0.origin == .embedded }
        let delivered = timestamps.filter { $0.origin != .embedded && $0.isCurrent }
        var embeddedShortfalls = Self.shortfalls(of: embedded, requirements, isLong: requirements.isLong(leaf))
        if !embedded.isEmpty, !embedded.contains(where: \.isCurrent) {
            embeddedShortfalls.append("all of their logs are retired")
        }
        let deliveredShortfalls = Self.shortfalls(of: delivered, requirements, isLong: false)
        isSufficient = embeddedShortfalls.isEmpty || deliveredShortfalls.isEmpty
        counted = embeddedShortfalls.isEmpty ? embedded : deliveredShortfalls.isEmpty ? delivered : embedded + delivered
        shortfalls =
            isSufficient
            ? []
            : [
                "embedded in the certificate: " + embeddedShortfalls.joined(separator: " and "),
                "sent beside it: " + deliveredShortfalls.joined(separator: " and "),
            ]
    }

    private static func shortfalls(
        of timestamps: [VerifiedTimestamp],
        _ requirements: TransparencyRequirements,
        isLong: Bool
    ) -> [String] {
        // A log with several timestamps counts once, with the operator at the time of the first one.
        var operators: [Fingerprint: String] = [:]
        for timestamp in timestamps where operators[timestamp.log.id] == nil {
            operators[timestamp.log.id] = timestamp.operatorName
        }
        let logs = Dictionary(grouping: operators.values) { $0 }.mapValues(\.count)
        let maximum = requirements.maximumPerOperator?[isLong] ?? .max
        let count = logs.values.reduce(0) { $0 + min($1, maximum) }
        let required = requirements.timestamps[isLong]
        var shortfalls: [String] = []
        if count < required {
            let limit = requirements.maximumPerOperator == nil ? "" : ", at most \(maximum) of each operator"
            shortfalls.append("\(count) of \(required) logs\(limit)")
        }
        if logs.count < requirements.operators {
            shortfalls.append("\(logs.count) of \(requirements.operators) operators")
        }
        return shortfalls
    }
}
