import TrustEvaluation
import TrustModel

/// Reads the key `checks`: what a policy makes of single reason codes.
enum SeverityTable {
    /// Reads a mapping from reason codes to `error`, `warning` or `ignore`.
    static func read(_ value: DocumentValue) -> [ReasonCode: SeverityOverride] {
        guard var reader = value.mapping() else { return [:] }
        var severities: [ReasonCode: SeverityOverride] = [:]
        for (name, value) in reader.all() {
            guard let code = ReasonCode(name: name), !name.hasPrefix("notice.") else {
                value.refuse(reasonForRefusing(name))
                continue
            }
            guard let severity = value.oneOf(SeverityOverride.self) else { continue }
            guard severity == .error || code.mayBeLowered else {
                value.refuse("`\(name)` is always an error: without it nothing else in a chain means anything")
                continue
            }
            severities[code] = severity
        }
        return severities
    }

    private static func reasonForRefusing(_ name: String) -> String {
        if name.hasPrefix("notice.") { return "\(QuotedText.of(name)) is no check: notices only inform" }
        if DocumentedNames.announcedReasonGroups.contains(where: name.hasPrefix) {
            return "the reason code \(QuotedText.of(name)) is not supported by this version"
        }
        return "unknown reason code \(QuotedText.of(name))"
            + NearestName.hint(for: name, among: ReasonCode.all.map(\.name))
    }
}
