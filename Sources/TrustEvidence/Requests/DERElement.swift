/// Encodes DER elements (X.690).
enum DERElement {
    static func sequence(_ contents: [UInt8]...) -> [UInt8] { element(0x30, contents.flatMap(\.self)) }

    static func octetString(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }

    static func objectIdentifier(_ content: [UInt8]) -> [UInt8] { element(0x06, content) }

    static func integer(content: [UInt8]) -> [UInt8] { element(0x02, content) }

    static func explicit(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { element(0xA0 | number, content) }

    static let null: [UInt8] = [0x05, 0x00]

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count > 0x7F else { return [UInt8(count)] }
        var octets: [UInt8] = []
        var rest = count
        while rest > 0 {
            octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(octets.count)] + octets
    }
}
