import TrustModel
import TrustTestSupport

/// Scenarios for the profile `spiffe`.
extension RemedyScenario {
    private static let reissue =
        "Have the certificate reissued as an X.509-SVID: exactly one URI, a SPIFFE ID with a path in a leaf and without a "
        + "path in a CA certificate. If the peer has no SPIFFE ID, use another `profile`."
    private static let sameDomain =
        "Get an X.509-SVID from a CA of its own trust domain. If the trust anchor is a CA of that domain, add it to the "
        + "domain in the policy's `trustDomains`, or correct `trustDomain`."
    private static func uri(_ text: String) -> TestAuthority.Edit {
        { $0.subjectAlternativeNames = [.uri(text)] }
    }

    static let spiffe = [
        RemedyScenario("policy.svidInvalid", reissue) {
            $0.policy("profile", "spiffe")
        } cure: {
            $0.leaf(uri("spiffe://corp.example/api"))
        },
        RemedyScenario("policy.svidInvalid", reissue) {
            $0.policy("profile", "spiffe")
        } cure: {
            $0.policy("profile", "server")
        },
        RemedyScenario("policy.svidInvalid", reissue) {
            $0.policy("profile", "spiffe")
            $0.leaf(uri("spiffe://corp.example/api"))
            $0.issuing(uri("spiffe://corp.example/ca"))
        } cure: {
            $0.issuing(uri("spiffe://corp.example"))
        },
        RemedyScenario("policy.trustDomainMismatch", sameDomain) {
            $0.policy("profile", "spiffe")
            $0.leaf(uri("spiffe://corp.example/api"))
            $0.issuing(uri("spiffe://other.example"))
        } cure: {
            $0.issuing(uri("spiffe://corp.example"))
        },
        RemedyScenario("policy.trustDomainMismatch", sameDomain) {
            $0.policy("profile", "spiffe")
            $0.policy("trustDomain", "other.example")
            $0.leaf(uri("spiffe://corp.example/api"))
        } cure: {
            $0.policy("trustDomain", "corp.example")
        },
        RemedyScenario("hazard.trustDomainUnbound", ReasonCode.hazardTrustDomainUnbound.remedy) {
            $0.policy("profile", "spiffe")
            $0.leaf(uri("spiffe://corp.example/api"))
        } cure: {
            $0.policy("trustDomain", "corp.example")
        },
    ]
}
