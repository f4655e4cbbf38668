import Synchronization

/// Generates unique serial numbers for the certificates of a test run.
enum SerialNumbers {
    /// Returns the next number as INTEGER content octets: positive, 9 octets.
    static func next() -> [UInt8] {
        let number = counter.add(1, ordering: .relaxed).newValue
        return [0x1A] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let counter = Atomic<UInt64>(0)
}
