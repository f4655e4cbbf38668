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

    /// An error of OpenSSL, with its number in verdicts and its name in x509_vfy.h.
    package typealias OpenSSLError = (number: Int, name: String)

    /// The version that introduced the codes which name no version.
    package static let firstVersion = "0.1.0"

    /// Whether a policy's `checks` may downgrade an error with the code; not allowed unless a code says otherwise.
    package enum Downgrading: Sendable {
        case allowed
        /// Allowed, except for the findings in a situation that the text describes.
        case allowedExcept(String)
        /// Not allowed; the text is the advice to users, if there is any.
        case forbidden(String? = nil)
        /// Not allowed, because no error has the code, as the text explains.
        case neverError(String)
    }

    /// The properties of a code; a shared object, because every finding copies its code.
    private final class Definition: Sendable {
        let name: String
        let gravity: TrustResultEffect
        let rank: Int
        let severities: ProfileSeverities?
        let downgrading: Downgrading
        let summary: String
        let cause: String
        let remedy: String
        let reference: String
        let openSSL: OpenSSLError?
        let others: [String]
        let since: String
        let reportMode: ReportHandling

        init(
            _ name: String,
            _ gravity: TrustResultEffect,
            rank: Int,
            severities: ProfileSeverities?,
            downgrading: Downgrading,
            meaning summary: String,
            cause: String,
            remedy: String,
            reference: String,
            openSSL: OpenSSLError?,
            others: [String],
            since: String,
            reportMode: ReportHandling
        ) {
            self.name = name
            self.gravity = gravity
            self.rank = rank
            self.severities = severities
            self.downgrading = downgrading
            self.summary = summary
            self.cause = cause
            self.remedy = remedy
            self.reference = reference
            self.openSSL = openSSL
            self.others = others
            self.since = since
            self.reportMode = reportMode
        }
    }

    private let definition: Definition

    /// Defines a code, whose name must be unique in ``all``; `anchord document` writes its documentation from the texts.
    ///
    /// No policy may downgrade an error with a new code, and report mode waives none, unless the definition says so with
    /// `downgrading` or `reportMode`.
    init(
        _ name: String,
        _ gravity: TrustResultEffect,
        rank: Int,
        severities: ProfileSeverities? = nil,
        downgrading: Downgrading = .forbidden(),
        meaning summary: String,
        cause: String,
        remedy: String,
        reference: String,
        openSSL: OpenSSLError? = nil,
        others: [String] = [],
        since: String = Self.firstVersion,
        reportMode: ReportHandling = .denied
    ) {
        definition = Definition(
            name,
            gravity,
            rank: rank,
            severities: severities,
            downgrading: downgrading,
            meaning: summary,
            cause: cause,
            remedy: remedy,
            reference: reference,
            openSSL: openSSL,
            others: others,
            since: since,
            reportMode: reportMode
        )
    }

    /// The code in verdicts and policies, such as `time.expired`.
    package var name: String { definition.name }
    /// The effect of an error with this code on the result of a verdict.
    package var gravity: TrustResultEffect { definition.gravity }
    /// The position among reasons of equal severity; reasons of lower rank explain more and come first.
    package var rank: Int { definition.rank }
    /// The severities under each profile, which a policy's `checks` overrides; nil if all keep the severity of the rule.
    package var severities: ProfileSeverities? { definition.severities }
    /// Whether a policy may downgrade an error with the code, with the text for users.
    package var downgrading: Downgrading { definition.downgrading }
    /// The meaning of the code, one sentence.
    package var summary: String { definition.summary }
    /// The situations in which the code is reported, as Markdown.
    package var cause: String { definition.cause }
    /// The recommended fix, in one or more sentences.
    package var remedy: String { definition.remedy }
    /// The standard or implementation that the code is based on.
    package var reference: String { definition.reference }
    /// The closest OpenSSL error of OpenSSL 3.0; nil if there is none.
    ///
    /// The error is documentation only: it does not affect verdicts, and OpenSSL need not report the same error.
    package var openSSL: OpenSSLError? { definition.openSSL }
    /// The similar errors of other software, in Markdown.
    package var others: [String] { definition.others }
    /// The version of anchord that introduced the code.
    package var since: String { definition.since }
    /// The effect of an error with this code under a policy in report mode.
    package var reportMode: ReportHandling { definition.reportMode }

    /// Whether a policy may downgrade this code from an error.
    ///
    /// Errors about the anchor, CA certificates and signatures are fixed, because all other checks depend on them. A
    /// malformed extension would be treated as absent, so its restrictions would not apply. A revoked certificate and
    /// a failed evaluation must not be accepted. To omit the fixed checks, a policy must use `evaluator: disabled`,
    /// which warns in every verdict. Pins are controlled by other configuration keys, and hazards and notices are not
    /// errors.
    package var mayBeDowngraded: Bool {
        switch definition.downgrading {
        case .allowed, .allowedExcept: true
        case .forbidden, .neverError: false
        }
    }

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
