import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `checks`: severity overrides for reason codes.
enum SeverityTable {
    /// Reads a mapping from reason codes to `error`, `warning` or `ignore`; invalid overrides become issues.
    ///
    /// If the policy validates the host, downgrading a check of the host is a hazard.
    static func read(_ value: DocumentValue, validatesHost: Bool) -> [ReasonCode: SeverityOverride] {
        guard var reader = value.mapping() else { return [:] }
        guard reader.count <= ReasonCode.all.count else {
            value.refuse(
                "the mapping has \(reader.count) entries, but there are only \(ReasonCode.all.count) reason codes"
            )
            return [:]
        }
        var severities: [ReasonCode: SeverityOverride] = [:]
        for (name, value) in reader.all() {
            // Reason codes are ASCII, so other names are not looked up.
            guard name.utf8.allSatisfy({ $0 < 0x80 }), let code = ReasonCode(name: name), !Self.isNotPathCheck(name)
            else {
                value.refuse(reasonForRefusing(name))
                continue
            }
            guard let severity = value.oneOf(SeverityOverride.self) else { continue }
            guard severity == .error || code.mayBeDowngraded else {
                value.refuse(reasonForRefusingDowngrade(code))
                continue
            }
            if severity != .error, validatesHost, let hosts = code.hostsUnchecked {
                value.warn("because this check is downgraded, the policy accepts \(hosts)", code: .hazardHostIgnored)
            }
            severities[code] = severity
        }
        return severities
    }

    /// Returns whether a reason code does not result from a check of a path; `checks` cannot set its severity.
    ///
    /// Notices are informative, hazards concern the policy, and `policy.*` codes are decided without a path.
    static func isNotPathCheck(_ name: String) -> Bool {
        ["notice.", "hazard.", "policy."].contains { name.utf8.starts(with: $0.utf8) }
    }

    private static func reasonForRefusingDowngrade(_ code: ReasonCode) -> String {
        if code.name.hasPrefix("pin.") {
            return "`checks` cannot downgrade `\(code.name)`: the pin settings of the policy determine its severity"
        }
        if code == .revocationRevoked {
            return "`\(code.name)` is always an error: `checks` cannot accept a revoked certificate"
        }
        return "`\(code.name)` is always an error: `checks` cannot downgrade it"
    }

    private static func reasonForRefusing(_ name: String) -> String {
        if isNotPathCheck(name) { return "\(QuotedText.of(name)) has no severity that `checks` can set: remove it" }
        return "unknown reason code \(QuotedText.of(name))"
            + NearestName.hint(for: name, among: ReasonCode.all.lazy.map(\.name))
    }
}
