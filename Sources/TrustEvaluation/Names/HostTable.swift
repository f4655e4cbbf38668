/// Host names in lower case, found by what a name ends with.
///
/// A name may have a hundred labels. What it ends with is only looked up in the lengths that hosts have, so that no name
/// costs more than there are hosts.
struct HostTable: Sendable {
    private var hosts: Set<ArraySlice<UInt8>> = []
    /// The lengths of the hosts, each once.
    private var lengths: [Int] = []

    /// Adds a host; the empty one is the root of them all.
    mutating func insert(_ host: ArraySlice<UInt8>) {
        if hosts.insert(host).inserted, !lengths.contains(host.count) { lengths.append(host.count) }
    }

    /// Whether a name is one of the hosts.
    func contains(_ name: ArraySlice<UInt8>) -> Bool {
        lengths.contains(name.count) && hosts.contains(name)
    }

    /// Whether a name is one of the hosts or below one.
    func containsEnd(of name: ArraySlice<UInt8>) -> Bool {
        lengths.contains { length in
            guard length > 0 else { return true }
            guard length < name.count else { return length == name.count && hosts.contains(name) }
            return name[name.endIndex - length - 1] == HostText.period && hosts.contains(name.suffix(length))
        }
    }
}
