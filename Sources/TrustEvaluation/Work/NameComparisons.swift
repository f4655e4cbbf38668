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
                // The library looks for an at sign or a colon in whole names, and in whole constraints.
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
    /// Whether some authority of the path constrains names, be it in an extension that only the library can read.
    var isConstrained: Bool {
        issuers.contains { issuer in
            let extensions = issuer.facts.extensions
            return extensions.nameConstraints != nil
                || !extensions.malformed.isEmpty && extensions.contains(.nameConstraints)
        }
    }
}

extension Certificate {
    /// The alternative names and the subject, which counts as one, and once more for each of its attributes, which may be
    /// mailboxes.
    var nameQuantity: NameQuantity {
        let subject = facts.subject
        let attributes = subject.relativeNames.reduce(1) { $0 + $1.count }
        let names = quantity(of: .subjectAlternativeName, facts.extensions.subjectAlternativeNames)
        return NameQuantity(count: names.count + attributes, octets: names.octets + 2 * subject.der.count)
    }

    /// The bases of the subtrees that the certificate permits or excludes.
    var constraintQuantity: NameQuantity {
        quantity(of: .nameConstraints, facts.extensions.nameConstraints.map { $0.permitted + $0.excluded })
    }

    /// An extension that could not be read here may be readable to the library: as many elements as the bytes can hold.
    private func quantity(of type: OID, _ known: [GeneralName]?) -> NameQuantity {
        guard let known else {
            let isThere = facts.extensions.contains(type)
            return NameQuantity(count: isThere ? der.count / 4 : 0, octets: isThere ? der.count : 0)
        }
        return NameQuantity(count: known.count, octets: known.reduce(0) { $0 + $1.octetCount })
    }
}

extension GeneralName {
    /// How long the name is.
    var octetCount: Int {
        switch self {
        case .dns(let text), .email(let text), .uri(let text): text.utf8.count
        case .ip(let octets): octets.count
        case .directory(let name): name.der.count
        case .other(_, let content): content.count
        }
    }
}
