/// How many certificates and keys, or pieces of evidence, may still be read.
///
/// A document has one for each list. The policy of a request has one for all its lists, those of members included, since
/// each piece costs a signature check or more in every path.
final class MaterialAllowance {
    /// How many there may be in all.
    let total: Int
    private(set) var remaining: Int

    init(_ total: Int) {
        self.total = total
        remaining = total
    }

    var isUsedUp: Bool { remaining == 0 }

    /// Counts what was read, or was to be read: what is broken costs as much.
    func take(_ count: Int) {
        remaining = max(0, remaining - count)
    }
}
