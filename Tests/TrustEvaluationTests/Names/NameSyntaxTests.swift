import Testing
import TrustModel

@testable import TrustEvaluation

@Suite struct `The syntax of name constraints` {
    @Test(arguments: [
        (GeneralName.dns("example.com"), true), (.dns(""), true), (.dns(".example.com"), false),
        (.dns("*.example.com"), false), (.email("ann@example.com"), true), (.email("example.com"), true),
        (.email(".example.com"), true), (.email("a@b@example.com"), false), (.email(""), false),
        (.uri("example.com"), true), (.uri(".example.com"), true), (.uri("https://example.com"), false),
        (.ip([192, 0, 2, 0, 255, 255, 255, 0]), true), (.ip([0, 0, 0, 0, 0, 0, 0, 0]), true),
        (.ip([192, 0, 2, 1, 255, 255, 255, 255]), true), (.ip([192, 0, 2, 0, 255, 255, 254, 0]), true),
        (.ip([192, 0, 2, 0, 255, 0, 255, 0]), false), (.ip([192, 0, 2, 0, 255, 255, 253, 0]), false),
        (.ip([192, 0, 2, 0]), false), (.ip([UInt8](repeating: 0, count: 16)), false),
        (.ip([UInt8](repeating: 255, count: 32)), true),
    ])
    func `follows RFC 5280 §4.2.1.10`(base: GeneralName, isRight: Bool) {
        #expect((NameSyntax.defect(ofBase: base) == nil) == isRight)
    }
}
