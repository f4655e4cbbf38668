/// Writes DER elements around bytes that were parsed.
enum DERWriting {
    /// Returns an element with a tag and its content.
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        let octets = (0..<8).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }.drop { $0 == 0 }
        return [tag, 0x80 | UInt8(octets.count)] + octets + content
    }
}
