import TrustModel

/// What the alternative names and name constraints of one certificate come to, read once for all paths it stands in.
///
/// Whoever sends a certificate chooses how many names it has, and in how many paths it stands.
final class NameReading: Sendable {
    /// A name that does not follow the syntax of its kind.
    struct Complaint: Sendable {
        /// The name as it may be shown.
        let name: String
        /// What is wrong with it, a clause.
        let reason: String
    }

    /// The alternative names that do not follow their syntax, the first few.
    let complaints: [Complaint]
    /// The bases of constraints that do not follow theirs, the first few.
    let constraintComplaints: [Complaint]
    /// The constraints on the certificates below; nil unless ``names`` was asked for.
    let constraints: NameConstraintSet?
    /// The names that are compared with constraints, the subject and its mailboxes last; empty unless asked for.
    let names: [(name: GeneralName, reach: NameReach)]
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
    ) -> [(name: GeneralName, reach: NameReach)] {
        var compared = names.map { (shown($0), NameReach($0)) }
        for case .otherName(let type, let value) in names where type == InternationalizedMailbox.type {
            // A constraint on names of this type cannot be applied (RFC 9598 section 6).
            compared.append((.otherName(type: type, value: value), .uncompared(.otherName(type: type))))
        }
        if !subject.isEmpty { compared.append((.directory(subject), NameReach(directory: subject))) }
        for attribute in subject.relativeNames.joined() where attribute.type == .emailAddress {
            compared.append((.email(attribute.value), NameReach(emailAddress: attribute)))
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
    ) -> [Complaint] {
        var complaints: [Complaint] = []
        for name in names where complaints.count < PathContext.maximumFindingsEach {
            guard let reason = complaint(name) else { continue }
            complaints.append(Complaint(name: name.abbreviated, reason: reason))
        }
        return complaints
    }
}

/// The readings of one evaluation.
struct NameReadings {
    private var known: [Fingerprint: NameReading] = [:]
    private var quantities: [Fingerprint: (names: NameQuantity, constraints: NameQuantity)] = [:]

    /// How much there is to read and to compare of the names of a certificate, and of its constraints.
    mutating func quantities(of certificate: Certificate) -> (names: NameQuantity, constraints: NameQuantity) {
        let fingerprint = certificate.facts.fingerprint
        if let known = quantities[fingerprint] { return known }
        let quantity = (certificate.nameQuantity, certificate.constraintQuantity)
        quantities[fingerprint] = quantity
        return quantity
    }

    /// Whether the names of a certificate were read, and for comparing where that is asked for.
    func isRead(_ certificate: Certificate, isCompared: Bool) -> Bool {
        known[certificate.facts.fingerprint].map { $0.isCompared || !isCompared } ?? false
    }

    /// The readings of a path's certificates, leaf first.
    mutating func readings(of path: CandidatePath) -> [NameReading] {
        let isConstrained = path.isConstrained
        return path.certificates.map { certificate in
            let fingerprint = certificate.facts.fingerprint
            if let reading = known[fingerprint], reading.isCompared || !isConstrained { return reading }
            let reading = NameReading(certificate, isCompared: isConstrained)
            known[fingerprint] = reading
            return reading
        }
    }
}
