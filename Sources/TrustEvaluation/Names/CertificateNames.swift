import TrustModel

/// The alternative names and name constraints of one certificate, parsed once for all paths of an evaluation.
///
/// Certificates from a request may have many names and be part of many paths.
final class CertificateNames {
    struct NameDefect: Sendable {
        let name: GeneralName
        /// The defect, as a clause.
        let reason: String
    }

    private let facts: CertificateFacts
    /// The alternative names with invalid syntax, up to a limit.
    private(set) lazy var nameDefects = Self.defects(
        facts.extensions.subjectAlternativeNames ?? [],
        NameSyntax.defect(of:)
    )
    /// The name constraints whose base has invalid syntax, up to a limit.
    private(set) lazy var constraintDefects = Self.defects(
        facts.extensions.nameConstraints.map { $0.permitted + $0.excluded } ?? [],
        NameSyntax.defect(ofBase:)
    )
    /// The constraints on names in certificates below this CA; nil unless ``isCompared`` is true.
    let constraints: NameConstraintSet?
    /// The names to compare with constraints, ending with the subject and its mailboxes; empty if not ``isCompared``.
    let names: [(name: GeneralName, comparable: ComparableName)]
    /// Whether ``names`` and ``constraints`` are available.
    let isCompared: Bool

    /// Parses the names of a certificate, and prepares them for comparison if a CA above it constrains names.
    init(_ certificate: Certificate, isCompared: Bool) {
        facts = certificate.facts
        constraints = isCompared ? NameConstraintSet(facts) : nil
        self.isCompared = isCompared
        names = isCompared ? Self.compared(facts.extensions.subjectAlternativeNames ?? [], of: facts.subject) : []
    }

    /// Returns the names to compare: alternative names, the subject, and the emailAddress attributes of the subject.
    private static func compared(
        _ names: [GeneralName],
        of subject: DistinguishedName
    ) -> [(name: GeneralName, comparable: ComparableName)] {
        var compared = names.map { (shown($0), ComparableName($0)) }
        for case .otherName(let type, let value) in names where type == InternationalizedMailbox.type {
            // A constraint on SmtpUTF8Mailbox names cannot be applied (RFC 9598 section 6).
            compared.append((.otherName(type: type, value: value), .uncompared(.otherName(type: type))))
        }
        if !subject.isEmpty { compared.append((.directory(subject), ComparableName(directory: subject))) }
        for attribute in subject.attributes where attribute.type == .emailAddress {
            compared.append((.email(attribute.value), ComparableName(emailAddress: attribute)))
        }
        return compared
    }

    /// Converts an otherName with a mailbox to a mailbox; returns other names unchanged.
    private static func shown(_ name: GeneralName) -> GeneralName {
        guard case .otherName(InternationalizedMailbox.type, let value) = name,
            let mailbox = InternationalizedMailbox(value)
        else { return name }
        return .email(mailbox.text)
    }

    private static func defects(
        _ names: [GeneralName],
        _ defect: (GeneralName) -> String?
    ) -> [NameDefect] {
        var defects: [NameDefect] = []
        for name in names where defects.count < PathContext.maximumFindingsEach {
            guard let reason = defect(name) else { continue }
            defects.append(NameDefect(name: name, reason: reason))
        }
        return defects
    }
}

/// The names of the certificates in one evaluation, parsed only after the cost of parsing has been paid.
struct CertificateNameTable {
    private final class Entry {
        let names: NameCost
        let constraints: NameCost
        var parsed: CertificateNames?

        init(_ certificate: Certificate) {
            names = certificate.nameCost
            constraints = certificate.constraintCost
        }

        /// Whether the names were parsed, and prepared for comparison if `isCompared` is true.
        func isParsed(isCompared: Bool) -> Bool { parsed.map { $0.isCompared || !isCompared } ?? false }
    }

    private var known: [Fingerprint: Entry] = [:]

    /// Returns the cost of parsing and comparing the names of a path (``WorkBudget/nameComparisons``).
    ///
    /// The cost depends only on the number and lengths of the names, and so can be paid before the names are parsed.
    mutating func comparisons(in path: CandidatePath) -> Int {
        let isConstrained = path.isConstrained
        var names = NameCost()
        var cost = 0
        for certificate in path.certificates {
            let entry = entry(of: certificate)
            if !entry.isParsed(isCompared: isConstrained) { cost += entry.names.reading + entry.constraints.reading }
            guard isConstrained else { continue }
            if certificate.facts.extensions.nameConstraints != nil {
                cost += names.comparisons(with: entry.constraints)
            }
            names += entry.names
        }
        return cost
    }

    /// Returns the parsed names of a path's certificates, leaf first.
    mutating func parsedNames(of path: CandidatePath) -> [CertificateNames] {
        let isConstrained = path.isConstrained
        return path.certificates.map { certificate in
            let entry = entry(of: certificate)
            if let parsed = entry.parsed, parsed.isCompared || !isConstrained { return parsed }
            let parsed = CertificateNames(certificate, isCompared: isConstrained)
            entry.parsed = parsed
            return parsed
        }
    }

    private mutating func entry(of certificate: Certificate) -> Entry {
        let fingerprint = certificate.facts.fingerprint
        if let entry = known[fingerprint] { return entry }
        let entry = Entry(certificate)
        known[fingerprint] = entry
        return entry
    }
}
