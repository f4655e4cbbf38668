import TrustModel

/// How much there is to read and to compare of the names of a certificate, or of its name constraints.
///
/// In units of ten nanoseconds (``WorkKind/names``), measured with many names and constraints of one kind in a release build,
/// where a name of 126 labels takes 100 microseconds to look up in constraints with as many lengths of hosts.
struct NameCost: Sendable {
    /// How many there are, the subject among them.
    private(set) var count = 0
    /// The cost of reading them; of constraints, with the tables that they are looked up in.
    private(set) var reading = 0
    /// The cost of looking them up, whatever the constraints.
    private(set) var lookups = 0
    /// The cost of looking up one end of each of them, and of looking up all their ends.
    private(set) var ends = (one: 0, all: 0)
    /// How many are hosts, mailboxes and URIs.
    private(set) var hosts = 0
    /// How many are addresses or networks.
    private(set) var addresses = 0
    /// How many are directory names, the subject among them, and their octets.
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
        // Characters beyond ASCII are looked up in tables of Unicode; longer mailboxes are malformed.
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

    /// Each end of a host is hashed, and looked up in three tables for what is permitted and for what is excluded.
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

    /// Adds the names of another certificate.
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

    /// The cost of comparing the names with the constraints of one CA.
    ///
    /// Hosts, mailboxes and URIs are looked up by their ends; networks and directory names are compared one by one, the latter
    /// octet by octet. OpenSSL and BoringSSL refuse more than 2²⁰ pairs of a name and a constraint, whatever comparing them
    /// costs; here such pairs have a cost that no budget allows.
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
    /// Whether a CA of the path constrains names.
    var isConstrained: Bool { issuers.contains { $0.facts.extensions.nameConstraints != nil } }
}

extension Certificate {
    /// The alternative names and the subject.
    var nameQuantity: NameCost {
        var quantity = NameCost()
        for name in facts.extensions.subjectAlternativeNames ?? [] { quantity.add(name) }
        quantity.add(subject: facts.subject)
        return quantity
    }

    /// The bases of the subtrees that the certificate permits or excludes.
    var constraintQuantity: NameCost {
        var quantity = NameCost()
        guard let constraints = facts.extensions.nameConstraints else { return quantity }
        for base in constraints.permitted { quantity.add(base) }
        for base in constraints.excluded { quantity.add(base) }
        return quantity
    }
}
