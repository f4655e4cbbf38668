import TrustModel

/// The entries of one issuer in a CRL: an index of the encoding instead of a value for each entry.
///
/// A hash table with linear probing has the offsets of the entries in the DER, four bytes a slot. An entry is parsed again
/// when it is looked up. With a million entries, the table has 8 MiB.
struct RevocationEntryTable: RevokedCertificates {
    /// The slot value without an entry: no entry begins at offset 0, where the CRL begins.
    private static let unused: UInt32 = 0
    private static let minimumSlots = 8

    private let der: [UInt8]
    /// The offsets of entries; the number of slots is a power of two.
    private var slots: [UInt32]
    private(set) var count = 0

    /// Creates an empty table for entries in the DER of a CRL, with space for the given number of entries.
    ///
    /// - Precondition: The DER has less than 2³² bytes; a length in DER has at most four octets.
    init(in der: [UInt8], capacity: Int) {
        self.der = der
        slots = Self.slots(for: capacity)
    }

    /// Inserts the entry at an offset.
    ///
    /// If a certificate is listed twice, the permanent revocation applies, or the later entry if none is permanent.
    mutating func insert(_ entry: RevocationEntry, at offset: Int) {
        if isFull(with: count + 1) { grow() }
        let serialNumber = der[entry.serialNumber]
        let slot = slot(of: serialNumber)
        if slots[slot] == Self.unused {
            count += 1
        } else if self.entry(in: slot)?.isPermanent ?? false {
            return
        }
        slots[slot] = UInt32(offset)
    }

    /// Returns the entry with a serial number.
    func entry(of serialNumber: [UInt8]) -> CertificateRevocationListFacts.Entry? {
        entry(in: slot(of: serialNumber[...])).map {
            CertificateRevocationListFacts.Entry(revocationDate: $0.revocationDate, reason: $0.reason)
        }
    }

    /// The content octets of the serial numbers, in no particular order.
    var serialNumbers: [[UInt8]] {
        slots.lazy.filter { $0 != Self.unused }.map { Array(der[serialNumber(at: $0)]) }
    }

    /// Returns the slot with a serial number, or the unused slot in which it is missing.
    private func slot(of serialNumber: ArraySlice<UInt8>) -> Int {
        var slot = Self.hash(of: serialNumber) & (slots.count - 1)
        while slots[slot] != Self.unused, der[self.serialNumber(at: slots[slot])] != serialNumber {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func entry(in slot: Int) -> RevocationEntry? {
        guard slots[slot] != Self.unused else { return nil }
        var reader = DERReader(der, in: Int(slots[slot])..<der.count)
        return try? RevocationEntry(from: &reader)
    }

    /// Returns the content octets of the serial number in an entry that was parsed before.
    private func serialNumber(at offset: UInt32) -> Range<Int> {
        var reader = DERReader(der, in: Int(offset)..<der.count)
        guard let entry = try? reader.read(DERTag.sequence, "an entry") else { return 0..<0 }
        var parts = reader.inside(entry)
        return (try? parts.read(DERTag.integer, "a serial number"))?.content ?? 0..<0
    }

    private mutating func grow() {
        let offsets = slots.filter { $0 != Self.unused }
        slots = Self.slots(for: 2 * offsets.count)
        for offset in offsets { slots[slot(of: der[serialNumber(at: offset)])] = offset }
    }

    /// Whether more than three quarters of the slots would be used.
    private func isFull(with count: Int) -> Bool { count * 4 > slots.count * 3 }

    private static func slots(for capacity: Int) -> [UInt32] {
        var count = minimumSlots
        while capacity * 4 > count * 3 { count *= 2 }
        return [UInt32](repeating: unused, count: count)
    }

    /// Returns a hash that differs between processes, so that a CRL cannot be constructed to collide.
    private static func hash(of octets: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        var word: UInt64 = 0
        for (position, octet) in octets.enumerated() {
            word = word << 8 | UInt64(octet)
            if position & 7 == 7 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(octets.count)
        return hasher.finalize()
    }
}
