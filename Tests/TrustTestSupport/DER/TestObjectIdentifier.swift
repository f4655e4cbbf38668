/// An object identifier as its DER content octets (X.690 section 8.19).
///
/// A dotted literal creates one: `let policy: TestObjectIdentifier = "1.3.6.1.4.1.11129.2.5.3"`.
package struct TestObjectIdentifier: Hashable, Sendable {
    /// The content octets, without identifier and length.
    package let content: [UInt8]

    /// Takes content octets unchanged; they may be malformed.
    package init(content: [UInt8]) {
        self.content = content
    }

    /// Encodes the arcs given.
    ///
    /// - Precondition: there are at least two arcs.
    package init(arcs: [UInt64]) {
        precondition(arcs.count >= 2, "an object identifier has at least two arcs")
        let leading = arcs[0] * 40 + arcs[1]
        content = ([leading] + arcs.dropFirst(2)).flatMap(Self.base128)
    }

    /// The complete element.
    package var der: [UInt8] { DERWriter.element(0x06, content) }

    private static func base128(_ arc: UInt64) -> [UInt8] {
        var octets = [UInt8(arc & 0x7F)]
        var rest = arc >> 7
        while rest > 0 {
            octets.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return octets
    }
}

extension TestObjectIdentifier: ExpressibleByStringLiteral {
    /// Reads the dotted form.
    ///
    /// - Precondition: the literal is two or more decimal numbers joined by dots.
    package init(stringLiteral value: String) {
        let arcs = value.split(separator: ".", omittingEmptySubsequences: false).map { UInt64($0) }
        precondition(arcs.allSatisfy { $0 != nil }, "an object identifier is written as numbers joined by dots")
        self.init(arcs: arcs.compactMap(\.self))
    }
}
