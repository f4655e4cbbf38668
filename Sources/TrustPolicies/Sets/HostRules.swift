import StructuredDocuments
package import TrustModel

/// A host pattern and the handling of its hosts.
package struct HostRule: Sendable, Hashable {
    /// The pattern of the matching hosts.
    package let pattern: HostPattern
    /// The pattern as written.
    package let text: String
    /// The handling of matching hosts; nil for an exclusion, so that `otherwise` of the set applies.
    package let handling: HostHandling?

    /// Creates a rule from its parts.
    package init(pattern: HostPattern, text: String, handling: HostHandling?) {
        self.pattern = pattern
        self.text = text
        self.handling = handling
    }

    /// The handling as written in documents.
    package var choice: String { handling?.description ?? HostHandling.exclusion }
}

/// The indexed host rules of a policy set: an exact rule matches first, then the longest wildcard.
///
/// A set can have tens of thousands of rules, so each is packed into about forty bytes plus its name.
package struct HostRules: Sendable {
    /// The form of a pattern, which determines how its name is compared with a host.
    private enum PatternForm: UInt8 {
        case name
        case address
        case oneLabelBefore
        case labelsBefore
    }

    private var forms: [PatternForm] = []
    /// Normalized, without wildcards.
    private var names = PackedStrings()
    /// The patterns as written, if they differ from the normalized ones.
    private var texts: [Int: String] = [:]
    /// The distinct values of ``HostRule/handling``, in the order of their first rules.
    private var handlings: [HostHandling?] = []
    private var positionOfHandling: [HostHandling?: UInt32] = [:]
    /// For each rule, the index of its handling in `handlings`.
    private var choices: [UInt32] = []
    /// The hash table with open addressing: positions of rules plus one, or 0 if empty; its size is a power of two.
    private var slots: [UInt32] = []

    /// Creates the index; if patterns are equal, the first rule is used.
    package init(_ rules: some Sequence<HostRule> = []) {
        for rule in rules { _ = insert(rule) }
        trim()
    }

    /// The number of rules.
    package var count: Int { forms.count }

    /// The rules in document order, each created on access.
    package var rules: some RandomAccessCollection<HostRule> & Sendable {
        (0..<count).lazy.map { [self] in rule(at: $0) }
    }

    /// Returns the rule at a position.
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
    /// - Returns: The existing rule with the same pattern, which is kept; nil if the rule was added.
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

    /// Releases the memory reserved for further rules.
    mutating func trim() {
        names.trim()
        forms = Array(forms[...])
        choices = Array(choices[...])
    }

    /// Returns the position in ``rules`` of the rule for a host; nil if none matches.
    ///
    /// If the patterns `*.` and `**.` before the same name both match, the rule with `*.` applies.
    /// - Complexity: One or two lookups per label.
    package func position(for host: HostName) -> Int? {
        var first: Int?
        visit(host) { position in
            first = position
            return false
        }
        return first
    }

    /// Returns the positions in ``rules`` of all rules whose pattern matches a host; the first one applies.
    package func positions(for host: HostName) -> [Int] {
        var positions: [Int] = []
        visit(host) { position in
            positions.append(position)
            return true
        }
        return positions
    }

    /// Visits the rules for a host in the order of their precedence, until the closure returns false.
    @inline(__always)
    private func visit(_ host: HostName, _ continues: (Int) -> Bool) {
        guard count > 0 else { return }
        guard case .dns(let name) = host else {
            if let position = find(.address, host.description.utf8Span.span) { _ = continues(position) }
            return
        }
        let octets = name.utf8Span.span
        if let position = find(.name, octets), !continues(position) { return }
        var isFirst = true
        for dot in octets.indices where octets[dot] == UInt8(ascii: ".") {
            let rest = octets.extracting((dot + 1)...)
            if isFirst, let position = find(.oneLabelBefore, rest), !continues(position) { return }
            if let position = find(.labelsBefore, rest), !continues(position) { return }
            isFirst = false
        }
    }

    private static func parts(of pattern: HostPattern) -> (form: PatternForm, name: String) {
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

/// The hash table.
extension HostRules {
    private func find(_ form: PatternForm, _ name: Span<UInt8>) -> Int? {
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
