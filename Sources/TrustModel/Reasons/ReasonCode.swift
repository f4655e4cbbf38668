/// A stable, documented code for one kind of reason, in the form `group.detail`.
///
/// Codes are append-only: they are never renamed or reused. ``all`` lists them.
package struct ReasonCode: Sendable {
    /// The `SecTrust` result that an error with the code leads to.
    package enum TrustResultEffect: Sendable {
        /// A person may override the failure, such as an expired certificate, a wrong host or an unknown root.
        case recoverable
        /// The failure cannot be overridden, such as an invalid signature or a malformed certificate.
        case fatal
        /// The policy or trust settings explicitly deny the chain.
        case denied
        /// The evaluation could not be completed.
        case other
    }

    /// The effect of an error with the code under a policy in report mode.
    package enum ReportHandling: Sendable {
        /// The error is only reported if the path is otherwise accepted: it leads to a trust anchor and is for the host.
        case waived
        /// The error denies unless the policy sets `reportChains: true`.
        case denied
        /// The error denies under every setting.
        case alwaysDenied
    }

    /// The properties of a code; a shared object, because every finding copies its code.
    private final class Definition: Sendable {
        let name: String
        let gravity: TrustResultEffect
        let rank: Int
        let summary: String
        let remedy: String
        let reference: String
        let reportMode: ReportHandling

        init(
            _ name: String,
            _ gravity: TrustResultEffect,
            rank: Int,
            meaning summary: String,
            remedy: String,
            reference: String,
            reportMode: ReportHandling
        ) {
            self.name = name
            self.gravity = gravity
            self.rank = rank
            self.summary = summary
            self.remedy = remedy
            self.reference = reference
            self.reportMode = reportMode
        }
    }

    private let definition: Definition

    /// Defines a code, whose name must be unique in ``all``.
    ///
    /// Report mode waives no error of a new code unless its definition sets `reportMode`.
    init(
        _ name: String,
        _ gravity: TrustResultEffect,
        rank: Int,
        meaning summary: String,
        remedy: String,
        reference: String,
        reportMode: ReportHandling = .denied
    ) {
        definition = Definition(
            name,
            gravity,
            rank: rank,
            meaning: summary,
            remedy: remedy,
            reference: reference,
            reportMode: reportMode
        )
    }

    /// The code in verdicts and policies, such as `time.expired`.
    package var name: String { definition.name }
    /// The effect of an error with this code on the result of a verdict.
    package var gravity: TrustResultEffect { definition.gravity }
    /// The position among reasons of equal severity; reasons of lower rank explain more and come first.
    package var rank: Int { definition.rank }
    /// The meaning of the code, one sentence.
    package var summary: String { definition.summary }
    /// The recommended fix, in one or more sentences.
    package var remedy: String { definition.remedy }
    /// The standard or implementation that the code is based on.
    package var reference: String { definition.reference }
    /// The effect of an error with this code under a policy in report mode.
    package var reportMode: ReportHandling { definition.reportMode }

    /// Finds a code by its name; nil if there is none.
    package init?(name: String) {
        guard let code = Self.byName[name] else { return nil }
        self = code
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension ReasonCode: Hashable {
    /// Compares by identity, since each code is defined once.
    package static func == (left: ReasonCode, right: ReasonCode) -> Bool {
        left.definition === right.definition
    }

    /// Hashes the identity of the code.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(definition))
    }
}
