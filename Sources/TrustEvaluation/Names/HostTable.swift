/// Host names in lower case with the places where they were given, found by what a name ends with.
///
/// A name may have a hundred labels. What it ends with is only looked up in the lengths that hosts have, so that no name
/// costs more than there are hosts.
struct HostTable: Sendable {
    private var places: [ArraySlice<UInt8>: Int] = [:]
    /// The lengths of the hosts, each once.
    private var lengths: [Int] = []

    /// Adds a host; the empty one is the root of them all.
    ///
    /// Keeps the first of several places of one host.
    mutating func insert(_ host: ArraySlice<UInt8>, at place: Int) {
        guard places[host] == nil else { return }
        places[host] = place
        if !lengths.contains(host.count) { lengths.append(host.count) }
    }

    /// The place of a host; nil where it is not in the table.
    func place(of name: ArraySlice<UInt8>) -> Int? {
        lengths.contains(name.count) ? places[name] : nil
    }

    /// The place of a host that a name is, or is below; nil where there is none.
    func placeOfEnd(of name: ArraySlice<UInt8>) -> Int? {
        for length in lengths {
            if let place = place(ofLast: length, of: name) { return place }
        }
        return nil
    }

    private func place(ofLast length: Int, of name: ArraySlice<UInt8>) -> Int? {
        guard length > 0 else { return places[[]] }
        guard length < name.count else { return length == name.count ? places[name] : nil }
        return name[name.endIndex - length - 1] == HostText.period ? places[name.suffix(length)] : nil
    }
}
