import StructuredDocuments
package import TrustEvaluation
import TrustModel

/// Encodes pin plans as JSON and as text.
package enum PinPlanEncoder {
    static func write(_ plan: PinPlan, to writer: inout JSONWriter) {
        writer.member("certificates", plan.entries) { write($1, to: &$0) }
        writer.member("suggestedPins", plan.suggestedPins.map(\.pin))
        writer.member("renewal", plan.renewal) { write($1, to: &$0) }
        writer.member("warnings", plan.warnings) { write($1, to: &$0) }
        if let policy = plan.policy {
            writer.member("policy") { write(policy, to: &$0) }
        }
    }

    private static func write(_ entry: PinPlan.CertificateAdvice, to writer: inout JSONWriter) {
        let facts = entry.certificate.facts
        writer.object { writer in
            writer.member("position", entry.position)
            writer.excerpt("subject", facts.subject.description)
            writer.member("role", entry.role.rawValue)
            writer.member("pin", facts.publicKeyFingerprint.pin)
            writer.member("sha256", facts.fingerprint.hex)
            writer.member("notAfter", facts.notAfter?.description)
            writer.member("recommendation", entry.recommendation.rawValue)
            writer.member("why", entry.why)
        }
    }

    private static func write(_ renewal: PinPlan.Renewal, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("position", renewal.position)
            writer.member("pinned", renewal.pinned.rawValue)
            writer.member("holdsUntil", renewal.holdsUntil?.description)
            writer.excerpt("message", renewal.message)
        }
    }

    private static func write(_ warning: PinPlan.Warning, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", warning.code.rawValue)
            writer.member("position", warning.position)
            writer.excerpt("message", warning.message)
        }
    }

    private static func write(_ policy: PinPlan.Policy, to writer: inout JSONWriter) {
        writer.member("evaluator", "pinPublicKeys")
        writer.member("pins", policy.pins.map(\.pin))
        writer.member("scope", policy.scope.rawValue)
        writer.member("expires", policy.expires.description)
    }
}

extension PinPlanEncoder {
    /// Returns the plan as text: certificates, suggested pins, renewals, warnings, and the policy as YAML.
    package static func text(_ plan: PinPlan) -> String {
        let parts = [
            plan.entries.map(text).joined(separator: "\n"),
            section("Pin together", plan.suggestedPins.map(\.pin)),
            section("Renewals", plan.renewal.map(\.message)),
            section("Warnings", plan.warnings.map { "\($0.code.rawValue): \($0.message)" }),
            plan.policy.map(text) ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func text(_ entry: PinPlan.CertificateAdvice) -> String {
        let facts = entry.certificate.facts
        let lines = [
            "Certificate \(entry.position), \(entry.role.rawValue): \(facts.displayName)",
            "  pin       \(facts.publicKeyFingerprint.pin)",
            "  sha256    \(facts.fingerprint.hex)",
            "  notAfter  \(facts.notAfter?.description ?? "unreadable")",
            "  \(entry.recommendation.rawValue): \(entry.why)",
        ]
        return joined(lines)
    }

    private static func text(_ policy: PinPlan.Policy) -> String {
        let lines = ["evaluator: pinPublicKeys", "pins:"] + policy.pins.map { "  - \"\($0.pin)\"" }
        return section("Policy", lines + ["scope: \(policy.scope.rawValue)", "expires: \(policy.expires)"])
    }

    private static func section(_ title: String, _ lines: [String]) -> String {
        lines.isEmpty ? "" : joined([title] + lines.map { "  " + $0 })
    }

    /// Joins lines, with control characters escaped: names come from certificates.
    private static func joined(_ lines: [String]) -> String {
        lines.map { QuotedText.printable($0) + "\n" }.joined()
    }
}
