/// The number of certificates and keys, or of CRLs or OCSP responses, that may still be read.
///
/// In a document, each list has its own allowance. All lists of an inline policy and its members share
/// one allowance, since each piece can cost signature checks in every path.
final class MaterialAllowance {
    /// The initial number.
    let total: Int
    private(set) var remaining: Int

    init(_ total: Int) {
        self.total = total
        remaining = total
    }

    var isUsedUp: Bool { remaining == 0 }

    /// Reduces the allowance; unreadable pieces count too because they cost as much.
    func take(_ count: Int) {
        remaining = max(0, remaining - count)
    }
}
