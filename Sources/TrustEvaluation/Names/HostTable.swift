/// A table of host names in lower case with their positions, searched by the suffixes of a name.
///
/// Suffixes are looked up only in lengths that exist in the table. Therefore, the number of lookups is limited by the
/// number of labels and by the number of hosts.
struct HostTable: Sendable {
    private var places: [OctetKey: Int] = [:]
    /// Whether a host with as many octets as the index exists.
    private var isLength: [Bool] = []

    /// Adds a host, keeping the first position of duplicates; the empty host is the root.
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

    /// Returns the position of the longest host that equals a name or is a parent of it, if any.
    func placeOfEnd(of name: ArraySlice<UInt8>) -> Int? {
        guard !isLength.isEmpty else { return nil }
        if let place = place(of: name) { return place }
        for position in name.indices where name[position] == HostText.period {
            if let place = place(of: name[(position + 1)...]) { return place }
        }
        return name.isEmpty ? nil : place(of: [])
    }
}
