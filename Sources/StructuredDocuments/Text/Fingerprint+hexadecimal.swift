package import TrustModel

extension Fingerprint {
    /// Decodes 64 hexadecimal digits, with colons between all bytes or none; nil for other text.
    package init?(hexadecimal text: ArraySlice<UInt8>) {
        guard text.count == 64 || text.count == 95 else { return nil }
        let hasColons = text.count == 95
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for start in stride(from: text.startIndex, to: text.endIndex, by: hasColons ? 3 : 2) {
            guard let high = text[start].hexadecimalValue, let low = text[start + 1].hexadecimalValue else {
                return nil
            }
            guard !hasColons || start + 2 == text.endIndex || text[start + 2] == UInt8(ascii: ":") else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(bytes)
    }
}
