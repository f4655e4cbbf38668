import TrustModel

/// The cost of parsing and comparing the names, or the name constraints, of a certificate.
///
/// The unit is ten nanoseconds (``WorkKind/names``), measured with many names and constraints of one kind in a release
/// build. Looking up a name of 126 labels in constraints with 126 different host lengths takes 100 microseconds.
struct NameCost: Sendable {
    /// The number of names, including the subject.
    private(set) var count = 0
    /// The cost of parsing the names; for constraints, including the cost of their lookup tables.
    private(set) var reading = 0
    /// The part of the lookup cost that does not depend on the constraints.
    private(set) var lookups = 0
    /// The cost of looking up one suffix of each name, and of looking up all suffixes.
    private(set) var ends = (one: 0, all: 0)
    /// The number of hosts, mailboxes and URIs.
    private(set) var hosts = 0
    /// The number of addresses or networks.
    private(set) var addresses = 0
    /// The number of directory names, including the subject, and their octets.
    private(set) var directories = (count: 0, octets: 0)

    private static let maximumPairs = 1 << 20

    /// Adds a name, or the base of a constraint.
    fileprivate mutating func add(_ name: GeneralName) {
        count += 1
        switch name {
        case .dns(let text): addHost(text, reading: 40 + 3 * text.utf8.count / 2)
        case .email(let text): addHost(text, reading: 100 + 3 * text.utf8.count / 2)
        case .uri(let text): addHost(text, reading: 120 + 3 * text.utf8.count)
        case .ip:
            addresses += 1
            addOther(reading: 20)
        case .directory(let name): addDirectory(name)
        // Characters beyond ASCII are looked up in Unicode tables; mailboxes beyond this length are malformed.
        case .otherName(InternationalizedMailbox.type, let value): addOther(reading: 40 + 16 * min(value.count, 257))
        case .otherName, .registeredID, .other: addOther(reading: 40)
        }
    }

    /// Adds a subject, whose attributes may be mailboxes.
    fileprivate mutating func add(subject: DistinguishedName) {
        count += 1
        addDirectory(subject)
        for attribute in subject.attributes where attribute.type == .emailAddress {
            addHost(attribute.value, reading: 100 + 3 * attribute.value.utf8.count / 2)
        }
    }

    /// Adds a host: each suffix is hashed, and looked up in three tables of permitted and three of excluded subtrees.
    private mutating func addHost(_ text: String, reading cost: Int) {
        let octets = text.utf8.count
        let labels = text.utf8.count { $0 == HostText.period } + 1
        let end = 12 + min(octets, 256) / 3
        hosts += 1
        reading += cost
        lookups += 20 + octets / 4
        ends.one += end
        ends.all += end * min(labels, 128)
    }

    private mutating func addOther(reading cost: Int) {
        reading += cost
        lookups += 20
    }

    private mutating func addDirectory(_ name: DistinguishedName) {
        directories.count += 1
        directories.octets += name.matchingKey.count
        addOther(reading: 60)
    }

    static func += (sum: inout NameCost, other: NameCost) {
        sum.count += other.count
        sum.reading += other.reading
        sum.lookups += other.lookups
        sum.ends = (sum.ends.one + other.ends.one, sum.ends.all + other.ends.all)
        sum.hosts += other.hosts
        sum.addresses += other.addresses
        sum.directories.count += other.directories.count
        sum.directories.octets += other.directories.octets
    }

    /// Returns the cost of comparing the names with the constraints of one CA.
    ///
    /// Hosts, mailboxes and URIs are looked up by their suffixes. Networks are compared one by one, and directory names
    /// octet by octet. As in OpenSSL and BoringSSL, more than 2²⁰ pairs of names and constraints are rejected: their
    /// cost exceeds every budget.
    func comparisons(with constraints: NameCost) -> Int {
        guard count * constraints.count <= Self.maximumPairs else { return 1 << 40 }
        let octets =
            directories.octets * constraints.directories.count
            + directories.count * constraints.directories.octets
        return lookups + min(ends.all, ends.one * constraints.hosts) + addresses * constraints.addresses / 8
            + directories.count * constraints.directories.count / 2 + octets / 64
    }
}

extension CandidatePath {
    var isConstrained: Bool { issuers.contains { $0.facts.extensions.nameConstraints != nil } }
}

extension Certificate {
    var nameCost: NameCost {
        var cost = NameCost()
        for name in facts.extensions.subjectAlternativeNames ?? [] { cost.add(name) }
        cost.add(subject: facts.subject)
        return cost
    }

    var constraintCost: NameCost {
        var cost = NameCost()
        guard let constraints = facts.extensions.nameConstraints else { return cost }
        for base in constraints.permitted { cost.add(base) }
        for base in constraints.excluded { cost.add(base) }
        return cost
    }
}
