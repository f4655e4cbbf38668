import StructuredDocuments
package import TrustModel

/// A host pattern and what it chooses.
package struct HostRule: Sendable, Hashable {
    /// The hosts it is for.
    package let pattern: HostPattern
    /// The pattern as written.
    package let text: String
    /// What happens to its hosts; nil for an exclusion, whose host has no rule, so that the set's `otherwise` counts.
    package let handling: HostHandling?

    /// Takes the parts as read.
    package init(pattern: HostPattern, text: String, handling: HostHandling?) {
        self.pattern = pattern
        self.text = text
        self.handling = handling
    }

    /// What the pattern chooses, as documents have it.
    package var choice: String { handling?.description ?? HostHandling.exclusion }
}

/// The host rules of a policy set, indexed: an exact rule comes first, then the longest wildcard.
///
/// Sets have up to tens of thousands of rules, so they are kept packed: some forty bytes each besides their names.
package struct HostRules: Sendable {
    /// How a rule's name is compared with a host.
    private enum Form: UInt8 {
        case name
        case address
        case oneLabelBefore
        case labelsBefore
    }

    private var forms: [Form] = []
    /// Normalized, without wildcards.
    private var names = PackedStrings()
    /// The patterns as written, where they are not the normalized ones.
    private var texts: [Int: String] = [:]
    /// Each handling once, in the order of the rules.
    private var handlings: [HostHandling?] = []
    private var positionOfHandling: [HostHandling?: UInt32] = [:]
    /// For each rule the position of its handling.
    private var choices: [UInt32] = []
    /// Open addressing: positions of rules plus one, 0 where there is none; the count is a power of two.
    private var slots: [UInt32] = []

    /// Takes rules with different patterns; of equal patterns the first counts.
    package init(_ rules: some Sequence<HostRule> = []) {
        for rule in rules { _ = insert(rule) }
        trim()
    }

    /// How many rules there are.
    package var count: Int { forms.count }

    /// The rules in written order, each made when it is asked for.
    package var rules: some RandomAccessCollection<HostRule> & Sendable {
        (0..<count).lazy.map { [self] in rule(at: $0) }
    }

    /// The rule at a position.
    package func rule(at position: Int) -> HostRule {
        let pattern = pattern(at: position)
        return HostRule(
            pattern: pattern,
            text: texts[position] ?? pattern.description,
            handling: handlings[Int(choices[position])]
        )
    }

    /// Adds a rule.
    ///
    /// - Returns: the rule that has the pattern already, which stays; nil where the rule was added.
    mutating func insert(_ rule: HostRule) -> HostRule? {
        let (form, name) = Self.parts(of: rule.pattern)
        if let known = find(form, name.utf8Span.span) { return self.rule(at: known) }
        let position = count
        forms.append(form)
        names.append(name)
        if !rule.text.hasSameBytes(as: rule.pattern.description) { texts[position] = rule.text }
        choices.append(choice(of: rule.handling))
        if 4 * count > 3 * slots.count { grow() } else { place(position) }
        return nil
    }

    /// Gives back what was reserved for more rules.
    mutating func trim() {
        names.trim()
        forms = Array(forms[...])
        choices = Array(choices[...])
    }

    /// The position in ``rules`` of the rule for a host; nil where none matches.
    ///
    /// Of `*.` and `**.` before the same name, `*.` is the narrower one and wins.
    /// - Complexity: one or two look-ups a label.
    package func position(for host: HostName) -> Int? {
        guard count > 0 else { return nil }
        guard case .dns(let name) = host else { return find(.address, host.description.utf8Span.span) }
        let octets = name.utf8Span.span
        if let position = find(.name, octets) { return position }
        var isFirst = true
        for dot in octets.indices where octets[dot] == UInt8(ascii: ".") {
            let rest = octets.extracting((dot + 1)...)
            if isFirst, let position = find(.oneLabelBefore, rest) { return position }
            if let position = find(.labelsBefore, rest) { return position }
            isFirst = false
        }
        return nil
    }

    private static func parts(of pattern: HostPattern) -> (form: Form, name: String) {
        switch pattern {
        case .exact(.dns(let name)): (.name, name)
        case .exact(.ip(let address)): (.address, address.description)
        case .oneLabelBefore(let name): (.oneLabelBefore, name)
        case .labelsBefore(let name): (.labelsBefore, name)
        }
    }

    private func pattern(at position: Int) -> HostPattern {
        let name = names[position]
        return switch forms[position] {
        case .name: .exact(.dns(name))
        case .address: .exact(IPAddress(name).map { .ip($0) } ?? .dns(name))
        case .oneLabelBefore: .oneLabelBefore(name)
        case .labelsBefore: .labelsBefore(name)
        }
    }

    private mutating func choice(of handling: HostHandling?) -> UInt32 {
        if let known = positionOfHandling[handling] { return known }
        let position = UInt32(handlings.count)
        handlings.append(handling)
        positionOfHandling[handling] = position
        return position
    }
}

/// The index.
extension HostRules {
    private func find(_ form: Form, _ name: Span<UInt8>) -> Int? {
        guard !slots.isEmpty else { return nil }
        var hasher = Hasher()
        hasher.combine(form.rawValue)
        hasher.combine(octets: name)
        var slot = hasher.finalize() & (slots.count - 1)
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if forms[position] == form, names.holds(name, at: position) { return position }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func place(_ position: Int) {
        var hasher = Hasher()
        hasher.combine(forms[position].rawValue)
        names.hash(position, into: &hasher)
        var slot = hasher.finalize() & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(position + 1)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: max(8, 2 * slots.count))
        for position in 0..<count { place(position) }
    }
}
