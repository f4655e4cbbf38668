import TrustModel

/// What the alternative names and name constraints of one certificate come to, read once for all paths it stands in.
///
/// Whoever sends a certificate chooses how many names it has, and in how many paths it stands.
final class CertificateNames: Sendable {
    /// A name that does not follow the syntax of its kind.
    struct NameDefect: Sendable {
        /// The name as it may be shown.
        let name: String
        /// What is wrong with it, a clause.
        let reason: String
    }

    /// The alternative names that do not follow their syntax, the first few.
    let complaints: [NameDefect]
    /// The bases of constraints that do not follow theirs, the first few.
    let constraintComplaints: [NameDefect]
    /// The constraints on the certificates below; nil unless ``names`` was asked for.
    let constraints: NameConstraintSet?
    /// The names that are compared with constraints, the subject and its mailboxes last; empty unless asked for.
    let names: [(name: GeneralName, reach: ComparableName)]
    /// Whether ``names`` was asked for.
    let isCompared: Bool

    /// Reads the names of a certificate, and for comparing only if a CA above it constrains names.
    init(_ certificate: Certificate, isCompared: Bool) {
        let facts = certificate.facts
        let names = facts.extensions.subjectAlternativeNames ?? []
        let bases = facts.extensions.nameConstraints.map { $0.permitted + $0.excluded } ?? []
        complaints = Self.complaints(names, NameSyntax.complaint(about:))
        constraintComplaints = Self.complaints(bases, NameSyntax.complaint(aboutBase:))
        constraints = isCompared ? NameConstraintSet(facts) : nil
        self.isCompared = isCompared
        self.names = isCompared ? Self.compared(names, of: facts.subject) : []
    }

    /// The emailAddress attributes are compared beside any mailbox among the alternative names.
    private static func compared(
        _ names: [GeneralName],
        of subject: DistinguishedName
    ) -> [(name: GeneralName, reach: ComparableName)] {
        var compared = names.map { (shown($0), ComparableName($0)) }
        for case .otherName(let type, let value) in names where type == InternationalizedMailbox.type {
            // A constraint on names of this type cannot be applied (RFC 9598 section 6).
            compared.append((.otherName(type: type, value: value), .uncompared(.otherName(type: type))))
        }
        if !subject.isEmpty { compared.append((.directory(subject), ComparableName(directory: subject))) }
        for attribute in subject.attributes where attribute.type == .emailAddress {
            compared.append((.email(attribute.value), ComparableName(emailAddress: attribute)))
        }
        return compared
    }

    /// A mailbox as such, where an otherName holds one.
    private static func shown(_ name: GeneralName) -> GeneralName {
        guard case .otherName(InternationalizedMailbox.type, let value) = name,
            let mailbox = InternationalizedMailbox(value)
        else { return name }
        return .email(mailbox.text)
    }

    private static func complaints(
        _ names: [GeneralName],
        _ complaint: (GeneralName) -> String?
    ) -> [NameDefect] {
        var complaints: [NameDefect] = []
        for name in names where complaints.count < PathContext.maximumFindingsEach {
            guard let reason = complaint(name) else { continue }
            complaints.append(NameDefect(name: name.abbreviated, reason: reason))
        }
        return complaints
    }
}

/// The names of the certificates of one evaluation: how much there is of them, and once that is paid for, their readings.
struct CertificateNameTable {
    /// The names of one certificate: their quantity, and their reading once it was made.
    private final class Entry {
        let names: NameCost
        let constraints: NameCost
        var reading: CertificateNames?

        init(_ certificate: Certificate) {
            names = certificate.nameQuantity
            constraints = certificate.constraintQuantity
        }

        /// Whether the names were read, and for comparing where that is asked for.
        func isRead(isCompared: Bool) -> Bool { reading.map { $0.isCompared || !isCompared } ?? false }
    }

    private var known: [Fingerprint: Entry] = [:]

    /// The cost of reading and comparing the names of a path (``WorkBudget/nameComparisons``).
    ///
    /// It follows from the numbers and lengths of names alone, so that it is paid before anything is read.
    mutating func comparisons(in path: CandidatePath) -> Int {
        let isConstrained = path.isConstrained
        var names = NameCost()
        var cost = 0
        for certificate in path.certificates {
            let entry = entry(of: certificate)
            if !entry.isRead(isCompared: isConstrained) { cost += entry.names.reading + entry.constraints.reading }
            guard isConstrained else { continue }
            if certificate.facts.extensions.nameConstraints != nil {
                cost += names.comparisons(with: entry.constraints)
            }
            names += entry.names
        }
        return cost
    }

    /// The readings of a path's certificates, leaf first.
    mutating func readings(of path: CandidatePath) -> [CertificateNames] {
        let isConstrained = path.isConstrained
        return path.certificates.map { certificate in
            let entry = entry(of: certificate)
            if let reading = entry.reading, reading.isCompared || !isConstrained { return reading }
            let reading = CertificateNames(certificate, isCompared: isConstrained)
            entry.reading = reading
            return reading
        }
    }

    /// Whether the names of a certificate were read, and for comparing where that is asked for.
    func isRead(_ certificate: Certificate, isCompared: Bool) -> Bool {
        known[certificate.facts.fingerprint]?.isRead(isCompared: isCompared) ?? false
    }

    private mutating func entry(of certificate: Certificate) -> Entry {
        let fingerprint = certificate.facts.fingerprint
        if let entry = known[fingerprint] { return entry }
        let entry = Entry(certificate)
        known[fingerprint] = entry
        return entry
    }
}
