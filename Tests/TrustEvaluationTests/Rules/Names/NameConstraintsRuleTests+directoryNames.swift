import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Name constraints on directory names` {
    private static let violation = nameConstraintViolation

    /// Values that are not text, which could hide an excluded name: malformed strings, and strings with another encoding or tag.
    private static let malformed: [TestName] = [
        [0x0C, 2, 0x41, 0xFF], [0x1E, 1, 0x41], [0x1E, 2, 0xD8, 0x00], [0x1C, 2, 0, 0x41], [0x1C, 4, 0, 0x11, 0, 0],
        [0x13, 2, 0x41, 0xFC], [0x16, 1, 0x80], [0x2C, 6, 0x0C, 4, 0x41, 0x63, 0x6D, 0x65], [0x80, 1, 0x41],
        [0xC0, 1, 0x41],
        [0x1B, 1, 0x41], [0x19, 1, 0x41], [0x15, 1, 0x41], [2, 1, 7],
    ].map { TestName([.country("US"), TestAttribute(.organization, der: $0)]) }

    private static let base = TestGeneralName.directory(TestName([.organization("Other")]))

    private func codes(
        permitted: [TestGeneralName]? = nil,
        excluded: [TestGeneralName]? = nil,
        subject: TestName = TestName([.country("US")]),
        leaf names: [TestGeneralName] = []
    ) throws -> [String]? {
        try Hierarchy.findings(permitted: permitted, excluded: excluded, subject: subject, leaf: names)
    }

    @Test(arguments: malformed) func `reject a value that is not text in a subject or an alternative name`(
        name: TestName
    ) throws {
        #expect(try codes(excluded: [Self.base], subject: name) == Self.violation)
        #expect(try codes(excluded: [Self.base], leaf: [.directory(name)]) == Self.violation)
        #expect(try codes(permitted: [.directory(TestName([.country("US")]))], subject: name) == Self.violation)
        // Directory names are not compared unless a CA constrains them.
        #expect(try codes(excluded: [.dns("example.org")], subject: name) == [])
    }

    @Test(arguments: malformed) func `reject every directory name under a base that is not text`(base: TestName) throws
    {
        #expect(try codes(excluded: [.directory(base)]) == Self.violation)
        #expect(try codes(permitted: [.directory(base), .directory(TestName([.country("US")]))]) == Self.violation)
    }

    @Test func `compare text with characters outside its string type as text`() throws {
        let name = TestName([.country("US"), .organization("a@b", as: .printable)])
        #expect(try codes(permitted: [.directory(name)], subject: name) == [])
        #expect(try codes(excluded: [.directory(name)], subject: name) == Self.violation)
        #expect(try codes(excluded: [Self.base], subject: name) == [])
    }
}
