import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Name constraints on directory names` {
    private static let violation = ["error constraint.name 0"]

    /// Bytes of a string type that are no text of that type.
    private static let malformed: [TestName] = [
        [0x0C, 2, 0x41, 0xFF], [0x1E, 1, 0x41], [0x1E, 2, 0xD8, 0x00], [0x1C, 2, 0, 0x41], [0x1C, 4, 0, 0x11, 0, 0],
        [0x13, 2, 0x41, 0xFC], [0x16, 1, 0x80],
    ].map { TestName([.country("US"), TestAttribute(.organization, der: $0)]) }

    private static let base = TestGeneralName.directory(TestName([.organization("Other")]))

    private func codes(
        permitted: [TestGeneralName]? = nil,
        excluded: [TestGeneralName]? = nil,
        subject: TestName = TestName([.country("US")]),
        leaf names: [TestGeneralName] = []
    ) throws -> [String]? {
        try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: permitted, excluded: excluded)) },
            leaf: {
                $0.subject = subject
                $0.subjectAlternativeNames = names
            }
        ).ruleCase.findings(of: NameConstraintsRule())
    }

    @Test(arguments: malformed) func `reject a malformed string, in a subject and in an alternative name`(
        name: TestName
    ) throws {
        #expect(try codes(excluded: [Self.base], subject: name) == Self.violation)
        #expect(try codes(excluded: [Self.base], leaf: [.directory(name)]) == Self.violation)
        #expect(try codes(permitted: [.directory(TestName([.country("US")]))], subject: name) == Self.violation)
        // Nothing is compared where no CA constrains directory names.
        #expect(try codes(excluded: [.dns("example.org")], subject: name) == [])
    }

    @Test(arguments: malformed) func `reject every directory name under a malformed base`(base: TestName) throws {
        #expect(try codes(excluded: [.directory(base)]) == Self.violation)
        #expect(try codes(permitted: [.directory(base), .directory(TestName([.country("US")]))]) == Self.violation)
    }

    @Test func `compare values of other types octet by octet, and text of a wrong alphabet as text`() throws {
        let integer = TestName([.country("US"), TestAttribute(.organization, der: [2, 1, 7])])
        let email = TestName([.country("US"), .organization("a@b", as: .printable)])
        for name in [integer, email] {
            #expect(try codes(permitted: [.directory(name)], subject: name) == [])
            #expect(try codes(excluded: [.directory(name)], subject: name) == Self.violation)
            #expect(try codes(excluded: [Self.base], subject: name) == [])
        }
    }
}
