import TrustModel

@testable import TrustEvaluation

/// A violated name constraint that OpenSSL does not report: the name, the base and the CA of the finding, for review.
struct BrokenConstraintReview {
    private let finding: Finding
    private let kind: String
    private let shown: String
    /// The names that the finding may be about, because messages show them alike.
    private let names: [GeneralName]
    /// The emailAddress attributes that the finding may be about.
    private let isAttribute: Bool
    private let constraints: NameConstraints

    /// Finds the name and the CA that a finding is about; nil if there are none.
    init?(_ finding: Finding, _ certificates: [CertificateFacts]) {
        guard let depth = finding.depth, case .text(let shown)? = finding.fact("name"),
            case .text(let kind)? = finding.fact("nameKind"),
            case .number(let authority)? = finding.fact("authorityDepth"),
            let constraints = certificates[authority].extensions.nameConstraints
        else { return nil }
        let facts = certificates[depth]
        self.finding = finding
        self.kind = kind
        self.shown = shown
        self.constraints = constraints
        names = (facts.extensions.subjectAlternativeNames ?? []).filter { name in
            name.kindName == kind && name.abbreviated == shown
                || kind == "mailbox" && name.isInternationalizedMailbox
        }
        isAttribute = kind == "mailbox" && facts.subject.values(of: .emailAddress).contains(shown)
    }

    /// Whether OpenSSL is known to handle the constraint differently.
    var isOfKnownKind: Bool {
        switch finding.fact("constraint") {
        // A malformed name may be in any subtree; OpenSSL compares text without checking its syntax.
        case .text("any"): names.contains { $0.isOdd } || isAttribute && !NameSyntax.isMailbox(shown)
        case .text("malformed"): bases.contains { NameSyntax.defect(ofBase: $0) != nil }
        case .text("unsupported"): isUnsupported
        case .text("excluded"): isMissed
        default: false
        }
    }

    /// The bases of the finding's kind.
    private var bases: [GeneralName] {
        (constraints.permitted + constraints.excluded).filter { $0.kindName == kind }
    }

    /// Whether OpenSSL skips a permitted subtree after one that contains the name, or handles an otherName only as a
    /// mailbox.
    private var isUnsupported: Bool {
        constraints.basesWithDistances.contains { $0.kindName == kind }
            || names.contains { $0.isInternationalizedMailbox }
    }

    /// Whether the name is in the excluded subtree of the finding but OpenSSL does not detect it.
    private var isMissed: Bool {
        guard case .list(let subtrees)? = finding.fact("subtrees"), let subtree = subtrees.first else {
            return false
        }
        switch kind {
        // A wildcard matches names in the subtree, and a final period is not a part of a name (RFC 1034 section 3.1).
        case "DNS name": return shown.hasPrefix("*.") || shown.hasSuffix(".") || subtree.hasSuffix(".")
        // The host follows the user information (RFC 3986 section 3.2).
        case "URI": return shown.contains("@")
        // An emailAddress is compared without regard to case (RFC 5280 section 4.1.2.6), and a SmtpUTF8Mailbox only by
        // its host (RFC 9598 section 6).
        case "mailbox":
            return isAttribute && shown != subtree && shown.lowercased() == subtree.lowercased()
                || names.contains { $0.isInternationalizedMailbox }
        default: return false
        }
    }
}

extension GeneralName {
    /// Whether the name has invalid syntax, or is a URI without a comparable host.
    fileprivate var isOdd: Bool {
        if case .uri(let uri) = self { return NameSyntax.domainHost(of: uri) == nil }
        return NameSyntax.defect(of: self) != nil
    }

    fileprivate var isInternationalizedMailbox: Bool {
        if case .otherName(InternationalizedMailbox.type, _) = self { true } else { false }
    }

    /// Whether the text of the name ends with a period.
    var hasFinalPeriod: Bool {
        switch self {
        case .dns(let text), .email(let text), .uri(let text): text.hasSuffix(".")
        case .ip, .directory, .otherName, .registeredID, .other: false
        }
    }
}
