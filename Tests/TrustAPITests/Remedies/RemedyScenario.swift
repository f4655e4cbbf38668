import Testing
import TrustModel

/// A fault, the remedy that its reason tells, and what a reader does who takes that advice.
struct RemedyScenario: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (inout RemedyQuestion) throws -> Void

    /// The reason code.
    let code: String
    /// The advice, word for word: who changes it tries it anew.
    let remedy: String
    let fault: Step
    let cure: Step

    init(_ code: String, _ remedy: String, _ fault: @escaping Step, cure: @escaping Step) {
        self.code = code
        self.remedy = remedy
        self.fault = fault
        self.cure = cure
    }

    var testDescription: String { "\(code): \(remedy)" }

    static let all =
        chain + time + hosts + constraints + cryptography + strictNames + strictExtensions + strictForm + webNames
        + webExtensions + webKeys + revocation + pins + policies
}

/// Codes whose remedy no test can try, each with the reason.
enum UntriedRemedies {
    static let all = [
        "internal.unmapped": "No rule tells it any more.",
        "internal.validationFailed": "The library fails when it lacks memory, not on demand.",
        "notice.anchor": "There is nothing to do.",
        "notice.pin": "There is nothing to do.",
        "notice.revocation": "There is nothing to do.",
        "notice.certificatePolicies": "There is nothing to do.",
    ]
}
