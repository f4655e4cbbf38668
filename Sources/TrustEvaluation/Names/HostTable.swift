/// A table of host names in lower case with their positions, searched by the suffixes of a name.
///
/// A suffix is looked up only if the table contains a host of the same length. Therefore, the number of
/// lookups in a search exceeds neither the number of the name's suffixes nor the number of hosts in the table.
struct HostTable: Sendable {
    private var places: [OctetKey: Int] = [:]
    /// For each number of octets, whether the table contains a host of this length.
    private var isLength: [Bool] = []

    /// Adds a host; a duplicate keeps its first position.
    ///
    /// The empty host is the root.
    mutating func insert(_ host: ArraySlice<UInt8>, at place: Int) {
        guard places[OctetKey(host)] == nil else { return }
        places[OctetKey(host)] = place
        if isLength.count <= host.count {
            isLength += repeatElement(false, count: host.count + 1 - isLength.count)
        }
        isLength[host.count] = true
    }

    func place(of name: ArraySlice<UInt8>) -> Int? {
        name.count < isLength.count && isLength[name.count] ? places[OctetKey(name)] : nil
    }

    /// Returns the position of the longest host that equals a name or is a parent domain of it; nil if there is none.
    func placeOfEnd(of name: ArraySlice<UInt8>) -> Int? {
        guard !isLength.isEmpty else { return nil }
        if let place = place(of: name) { return place }
        for position in name.indices where name[position] == HostText.period {
            if let place = place(of: name[(position + 1)...]) { return place }
        }
        return name.isEmpty ? nil : place(of: [])
    }
}
