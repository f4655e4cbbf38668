extension [UInt8] {
    /// A copy of the bytes in its own storage, without spare capacity, for long-lived values.
    var exactCopy: [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
