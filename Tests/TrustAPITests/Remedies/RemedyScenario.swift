import Testing
import TrustModel

/// An error, the remedy of its reason, and the changes that the remedy recommends.
struct RemedyScenario: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (inout RemedyQuestion) throws -> Void

    /// The reason code.
    let code: String
    /// The exact remedy, so that every change of its wording is tested again.
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
        + webExtensions + webKeys + revocation + transparency + pins + policies + spiffe
}

/// Codes whose remedy cannot be tested, with the justification.
enum UntriedRemedies {
    static let all = [
        "internal.unmapped": "No rule tells it any more.",
        "internal.validationFailed": "The library fails when it lacks memory, not on demand.",
        "policy.blocked": "The tests of blocks remove one, and the chain is trusted again.",
        "notice.anchor": "There is nothing to do.",
        "notice.pin": "There is nothing to do.",
        "notice.revocation": "There is nothing to do.",
        "notice.certificatePolicies": "There is nothing to do.",
        "notice.shortLived": "There is nothing to do.",
        "notice.noRevocationAvailable": "There is nothing to do.",
        "chain.issuerNotSent": "The chains of these tests come without a network.",
        "notice.ct": "There is nothing to do.",
    ]

    /// The special remedies for what the network did, which other tests fetch, and for what the OpenSSL at run time lacks.
    static let special: [SpecialRemedy] = [.forbiddenLocation, .failedFetch, .missingAlgorithm]
}
