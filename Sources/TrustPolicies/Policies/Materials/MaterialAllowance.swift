/// The number of certificates and keys, or of CRLs or OCSP responses, that may still be read.
///
/// In a document, each list has its own allowance. All lists of an inline policy and its members share
/// one allowance, since each certificate, key, CRL or response can cost signature checks in every path.
final class MaterialAllowance {
    /// The allowance before anything is read.
    let total: Int
    private(set) var remaining: Int

    init(_ total: Int) {
        self.total = total
        remaining = total
    }

    var isUsedUp: Bool { remaining == 0 }

    /// Reduces the allowance, also for unreadable materials, because reading them costs as much.
    func spend(_ count: Int) {
        remaining = max(0, remaining - count)
    }

    /// Reduces the allowance and returns true; uses it up and returns false if less than `count` remains.
    func admits(_ count: Int) -> Bool {
        defer { spend(count) }
        return count <= remaining
    }
}
