/// A distinguished name as its DER (RFC 5280 section 4.1.2.4).
package struct TestName: Hashable, Sendable {
    /// The name without any attribute.
    package static let empty = TestName([])

    /// The complete element.
    package let der: [UInt8]

    /// Takes the complete element unchanged; it may be malformed.
    package init(der: [UInt8]) {
        self.der = der
    }

    /// Creates a name of single-valued relative names in encoded order, such as country first and common name last.
    package init(_ attributes: [TestAttribute]) {
        self.init(relativeNames: attributes.map { [$0] })
    }

    /// Creates a name of relative names with one or more attributes each.
    package init(relativeNames: [[TestAttribute]]) {
        self.init(der: DERWriter.sequence(of: relativeNames.map { DERWriter.set(of: $0.map(\.der)) }))
    }

    /// Creates the name whose only attribute is this commonName.
    package static func commonName(_ text: String, as stringType: TestStringType = .utf8) -> TestName {
        TestName([.commonName(text, as: stringType)])
    }
}
