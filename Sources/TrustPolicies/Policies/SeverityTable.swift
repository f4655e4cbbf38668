import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `checks`: what a policy makes of single reason codes.
enum SeverityTable {
    /// Reads a mapping from reason codes to `error`, `warning` or `ignore`.
    ///
    /// - Parameters:
    ///   - value: the mapping.
    ///   - validatesHost: whether the policy compares the host, so that it is a hazard to lower the codes of that.
    /// - Returns: the severities; what is wrong with others has become an issue.
    static func read(_ value: DocumentValue, validatesHost: Bool) -> [ReasonCode: SeverityOverride] {
        guard var reader = value.mapping() else { return [:] }
        guard reader.count <= ReasonCode.all.count else {
            value.refuse("there are \(reader.count) checks; at most \(ReasonCode.all.count) codes are known")
            return [:]
        }
        var severities: [ReasonCode: SeverityOverride] = [:]
        for (name, value) in reader.all() {
            // Names of codes are ASCII; what is not is no code, and is not looked up.
            guard name.utf8.allSatisfy({ $0 < 0x80 }), let code = ReasonCode(name: name), !Self.isNoCheck(name) else {
                value.refuse(reasonForRefusing(name))
                continue
            }
            guard let severity = value.oneOf(SeverityOverride.self) else { continue }
            guard severity == .error || code.mayBeDowngraded else {
                value.refuse(reasonForKeeping(code))
                continue
            }
            if severity != .error, validatesHost, let hosts = code.hostsUnchecked {
                value.warn("the policy accepts \(hosts)", code: .hazardHostIgnored)
            }
            severities[code] = severity
        }
        return severities
    }

    /// Notices only inform, hazards are about the policy itself, and what the policy set decides is decided before any path
    /// is looked at.
    static func isNoCheck(_ name: String) -> Bool {
        ["notice.", "hazard.", "policy."].contains { name.utf8.starts(with: $0.utf8) }
    }

    private static func reasonForKeeping(_ code: ReasonCode) -> String {
        if code.name.hasPrefix("pin.") {
            return "`checks` cannot lower `\(code.name)`: the policy's pins say what it counts"
        }
        if code == .revocationRevoked {
            return "`\(code.name)` is always an error: the authority took the certificate back"
        }
        return "`\(code.name)` is always an error: without it nothing else that a chain says can be relied on"
    }

    private static func reasonForRefusing(_ name: String) -> String {
        if isNoCheck(name) { return "\(QuotedText.of(name)) is no check of a path" }
        if DocumentedNames.announcedReasonGroups.contains(where: { name.utf8.starts(with: $0.utf8) }) {
            return "the reason code \(QuotedText.of(name)) is not supported by this version"
        }
        return "unknown reason code \(QuotedText.of(name))"
            + NearestName.hint(for: name, among: ReasonCode.all.lazy.map(\.name))
    }
}
