import TrustTestSupport

/// Two well-formed certificate timestamps with random signatures (RFC 6962 section 3.3).
enum SignedTimestamps {
    /// The extension value: an OCTET STRING with the list of timestamps.
    static let extensionValue: [UInt8] = {
        var generator = SeededGenerator(seed: 1)
        let list = (0..<2).flatMap { _ in counted(timestamp(&generator)) }
        return DERWriter.octetString(counted(list))
    }()

    private static func timestamp(_ generator: inout SeededGenerator) -> [UInt8] {
        let version: [UInt8] = [0]
        let log = octets(32, &generator)
        let time: [UInt8] = [0, 0, 1, 0x9A, 0, 0, 0, 0]
        let noExtensions: [UInt8] = [0, 0]
        let sha256WithECDSA: [UInt8] = [4, 3]
        return version + log + time + noExtensions + sha256WithECDSA + counted(octets(71, &generator))
    }

    /// Returns the octets with a two-octet length prefix.
    private static func counted(_ octets: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: octets.count >> 8), UInt8(truncatingIfNeeded: octets.count)] + octets
    }

    private static func octets(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
