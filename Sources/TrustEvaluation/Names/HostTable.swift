/// Host names in lower case with the places where they were given, found by what a name ends with.
///
/// The ends of a name are looked up only in lengths that hosts have, so that a name costs no more lookups than it has labels,
/// nor than there are hosts.
struct HostTable: Sendable {
    private var places: [OctetKey: Int] = [:]
    /// Whether a host has as many octets as the index says.
    private var isLength: [Bool] = []

    /// Adds a host; the empty one is the root of them all.
    ///
    /// Keeps the first of several places of one host.
    mutating func insert(_ host: ArraySlice<UInt8>, at place: Int) {
        guard places[OctetKey(host)] == nil else { return }
        places[OctetKey(host)] = place
        if isLength.count <= host.count {
            isLength += repeatElement(false, count: host.count + 1 - isLength.count)
        }
        isLength[host.count] = true
    }

    /// The place of a host; nil where it is not in the table.
    func place(of name: ArraySlice<UInt8>) -> Int? {
        name.count < isLength.count && isLength[name.count] ? places[OctetKey(name)] : nil
    }

    /// The place of the longest host that a name is, or is below; nil where there is none.
    func placeOfEnd(of name: ArraySlice<UInt8>) -> Int? {
        guard !isLength.isEmpty else { return nil }
        if let place = place(of: name) { return place }
        for position in name.indices where name[position] == HostText.period {
            if let place = place(of: name[(position + 1)...]) { return place }
        }
        return name.isEmpty ? nil : place(of: [])
    }
}
