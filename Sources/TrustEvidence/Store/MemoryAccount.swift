import Synchronization

/// The memory of all fetched CRLs: those that are stored, are being read, or are used by evaluations.
///
/// An evicted CRL still takes memory while suspended requests use it, so the bound of the store is not sufficient.
final class MemoryAccount: Sendable {
    /// A part of the memory, which ends with the object.
    final class Charge: Sendable {
        private let account: MemoryAccount
        private let bytes: Int

        fileprivate init(_ account: MemoryAccount, _ bytes: Int) {
            self.account = account
            self.bytes = bytes
        }

        deinit { account.release(bytes) }
    }

    private let maximum: Int
    private let charged = Atomic(0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// The charged memory, in bytes.
    var bytes: Int { charged.load(ordering: .relaxed) }

    /// Charges memory; nil if the sum would exceed the maximum.
    func charge(_ bytes: Int) -> Charge? {
        let sum = charged.add(bytes, ordering: .relaxed).newValue
        if sum <= maximum { return Charge(self, bytes) }
        release(bytes)
        return nil
    }

    private func release(_ bytes: Int) { charged.subtract(bytes, ordering: .relaxed) }
}
