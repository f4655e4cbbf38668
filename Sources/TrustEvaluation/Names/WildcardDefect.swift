/// The reason why a name with an asterisk matches no host (RFC 9525 section 6.3).
enum WildcardDefect: String {
    case fewLabels = "a wildcard needs at least two labels after it"
    case partOfLabel = "a wildcard must be a whole label"
    case notLeftmost = "a wildcard must be the leftmost label, and no other"

    /// Finds the defect of a name that would match a host, in lower case, if wildcards were not restricted.
    ///
    /// The result is nil for other names.
    init?(of name: String, for host: String) {
        guard name.utf8.contains(HostText.asterisk) else { return nil }
        let labels = name.lowercased().utf8.split(separator: HostText.period, omittingEmptySubsequences: false)
        let hostLabels = host.utf8.split(separator: HostText.period, omittingEmptySubsequences: false)
        guard Self.isAny(labels) || Self.matches(labels, hostLabels) else { return nil }
        if labels.dropFirst().contains(where: { $0.contains(HostText.asterisk) }) {
            self = .notLeftmost
        } else if !labels[0].elementsEqual([HostText.asterisk]) {
            self = .partOfLabel
        } else if labels.count < 3 {
            self = .fewLabels
        } else {
            return nil
        }
    }

    private static func isAny(_ labels: [Substring.UTF8View]) -> Bool {
        labels.count == 1 && labels[0].elementsEqual([HostText.asterisk])
    }

    private static func matches(_ labels: [Substring.UTF8View], _ hostLabels: [Substring.UTF8View]) -> Bool {
        labels.count == hostLabels.count
            && zip(labels, hostLabels).allSatisfy { pattern, label in
                guard let star = pattern.firstIndex(of: HostText.asterisk) else { return pattern.elementsEqual(label) }
                let (head, tail) = (pattern[..<star], pattern[pattern.index(after: star)...])
                // A second asterisk in the tail matches nothing, because hosts have none.
                return label.count >= head.count + tail.count && label.starts(with: head)
                    && label.suffix(tail.count).elementsEqual(tail)
            }
    }
}
