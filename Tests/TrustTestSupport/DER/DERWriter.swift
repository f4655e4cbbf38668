/// Writes DER and, for tests, malformed elements.
///
/// Every function returns the complete element: identifier, length and content octets (X.690 section 8.1). The writer
/// does not check contents, so elements of any type can be malformed.
package enum DERWriter {
    /// Writes one element from its identifier octet and its content octets.
    ///
    /// - Parameters:
    ///   - tag: the identifier octet, class and constructed bits included.
    ///   - content: the content octets, written unchanged.
    ///   - length: the encoding of the length; only `.shortest` is DER.
    /// - Returns: the element.
    package static func element(_ tag: UInt8, _ content: [UInt8], length: DERLength = .shortest) -> [UInt8] {
        [tag] + length.octets(for: content.count) + content + length.trailer
    }

    /// Writes a SEQUENCE of the elements given.
    package static func sequence(_ elements: [UInt8]...) -> [UInt8] {
        sequence(of: elements)
    }

    /// Writes a SEQUENCE OF the elements given, in the order given.
    package static func sequence(of elements: [[UInt8]]) -> [UInt8] {
        element(0x30, joined(elements))
    }

    /// Writes a SET OF the elements given, sorted as DER requires (X.690 section 11.6).
    package static func set(of elements: [[UInt8]]) -> [UInt8] {
        element(0x31, joined(elements.sorted { $0.lexicographicallyPrecedes($1) }))
    }

    /// Writes an element under a context tag of its own: `[number] EXPLICIT`.
    package static func explicit(_ number: UInt8, _ elements: [UInt8]...) -> [UInt8] {
        element(0xA0 | number, joined(elements))
    }

    /// Writes content under a primitive context tag: `[number] IMPLICIT` of a primitive type.
    package static func implicit(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(0x80 | number, content)
    }

    /// Replaces an element's tag with a context tag: `[number] IMPLICIT` of any type except CHOICE.
    ///
    /// - Precondition: the element is not empty.
    package static func implicit(_ number: UInt8, of element: [UInt8]) -> [UInt8] {
        [0x80 | element[0] & constructedBit | number] + element.dropFirst()
    }

    private static let constructedBit: UInt8 = 0x20

    /// Appends whole elements, which is much faster than octets in a debug build.
    private static func joined(_ elements: [[UInt8]]) -> [UInt8] { elements.reduce(into: []) { $0 += $1 } }
}
