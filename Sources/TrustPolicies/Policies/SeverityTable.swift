import TrustEvaluation
import TrustModel

/// Reads the key `checks`: what a policy makes of single reason codes.
enum SeverityTable {
    /// Reads a mapping from reason codes to `error`, `warning` or `ignore`.
    static func read(_ value: DocumentValue) -> [ReasonCode: SeverityOverride] {
        guard var reader = value.mapping() else { return [:] }
        var severities: [ReasonCode: SeverityOverride] = [:]
        for (name, value) in reader.all() {
            guard let code = ReasonCode(name: name), !Self.isNoCheck(name) else {
                value.refuse(reasonForRefusing(name))
                continue
            }
            guard let severity = value.oneOf(SeverityOverride.self) else { continue }
            guard severity == .error || code.mayBeLowered else {
                value.refuse("`\(name)` is always an error: without it nothing else that a chain says can be relied on")
                continue
            }
            severities[code] = severity
        }
        return severities
    }

    /// Notices only inform, and what the policy set itself decides is decided before any path is looked at.
    private static func isNoCheck(_ name: String) -> Bool {
        name.hasPrefix("notice.") || name.hasPrefix("policy.")
    }

    private static func reasonForRefusing(_ name: String) -> String {
        if isNoCheck(name) { return "\(QuotedText.of(name)) is no check of a path" }
        if DocumentedNames.announcedReasonGroups.contains(where: name.hasPrefix) {
            return "the reason code \(QuotedText.of(name)) is not supported by this version"
        }
        return "unknown reason code \(QuotedText.of(name))"
            + NearestName.hint(for: name, among: ReasonCode.all.map(\.name))
    }
}
