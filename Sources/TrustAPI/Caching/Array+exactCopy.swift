extension [UInt8] {
    /// The same bytes in memory that nobody else refers to, and no more of it than they need: what is kept for long must not
    /// keep the room that it grew in.
    var exactCopy: [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
