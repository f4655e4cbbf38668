import TrustModel

/// How much there is to compare of the names of a certificate, or of its name constraints.
struct NameQuantity: Sendable {
    /// How many there are.
    let count: Int
    /// How long they are together.
    let octets: Int
}

extension NameReadings {
    /// What comparing names with constraints costs in a path (``WorkBudget/nameComparisons``): each constraint with each name
    /// below it, by their number and their octets, and each name once more for each authority, which is our own comparison.
    mutating func comparisons(in path: CandidatePath) -> Int {
        guard path.isConstrained else { return 0 }
        var (names, octets) = (0, 0)
        var comparisons = 0
        for reading in readings(of: path) {
            let constraints = reading.constraintQuantity
            if constraints.count > 0 {
                // Directory names are compared octet by octet.
                let ofOctets = (constraints.count * octets + constraints.octets * names) / 16
                comparisons += constraints.count * names + ofOctets + 8 * names
            }
            names += reading.nameQuantity.count
            octets += reading.nameQuantity.octets
        }
        return comparisons
    }
}

extension CandidatePath {
    /// Whether a CA of the path constrains names.
    var isConstrained: Bool { issuers.contains { $0.facts.extensions.nameConstraints != nil } }
}

extension Certificate {
    /// The alternative names and the subject, which counts as one, and once more for each of its attributes, which may be
    /// mailboxes.
    var nameQuantity: NameQuantity {
        let subject = facts.subject
        let attributes = subject.relativeNames.reduce(1) { $0 + $1.count }
        let names = Self.quantity(of: facts.extensions.subjectAlternativeNames ?? [])
        return NameQuantity(count: names.count + attributes, octets: names.octets + 2 * subject.der.count)
    }

    /// The bases of the subtrees that the certificate permits or excludes.
    var constraintQuantity: NameQuantity {
        Self.quantity(of: facts.extensions.nameConstraints.map { $0.permitted + $0.excluded } ?? [])
    }

    private static func quantity(of names: [GeneralName]) -> NameQuantity {
        NameQuantity(count: names.count, octets: names.reduce(0) { $0 + $1.octetCount })
    }
}

extension GeneralName {
    /// How long the name is.
    var octetCount: Int {
        switch self {
        case .dns(let text), .email(let text), .uri(let text): text.utf8.count
        case .ip(let octets): octets.count
        case .directory(let name): name.der.count
        case .otherName(_, let value): value.count
        case .registeredID: OID.maximumLength
        case .other(_, let content): content.count
        }
    }
}
