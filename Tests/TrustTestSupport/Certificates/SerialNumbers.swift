import Synchronization

/// Gives every certificate of a test run a serial number of its own.
enum SerialNumbers {
    /// The next number as INTEGER content octets: positive, 9 octets.
    static func next() -> [UInt8] {
        let number = counter.add(1, ordering: .relaxed).newValue
        return [0x1A] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let counter = Atomic<UInt64>(0)
}
