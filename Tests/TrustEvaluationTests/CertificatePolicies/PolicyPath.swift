import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// A path whose certificates have policy extensions.
struct PolicyPath {
    static let any: TestObjectIdentifier = "2.5.29.32.0"
    static let gold: TestObjectIdentifier = "1.2.3.1"
    static let silver: TestObjectIdentifier = "1.2.3.2"
    static let bronze: TestObjectIdentifier = "1.2.3.3"

    /// The policy extensions of one certificate.
    struct Step: CustomStringConvertible {
        var policies: [TestObjectIdentifier] = []
        var mappings: [(issuer: TestObjectIdentifier, subject: TestObjectIdentifier)] = []
        var requireExplicit: Int?
        var inhibitMapping: Int?
        var inhibitAny: Int?
        var isSelfIssued = false

        var description: String {
            let last = { (policy: TestObjectIdentifier) in "\(policy.content.last ?? 0)" }
            let mapped = mappings.map { "\(last($0.issuer))>\(last($0.subject))" }
            return "\(policies.map(last)) \(mapped) \(requireExplicit, default: "-") \(inhibitMapping, default: "-") "
                + "\(inhibitAny, default: "-") \(isSelfIssued)"
        }

        fileprivate func write(_ template: inout CertificateTemplate) {
            if !policies.isEmpty { template.extensions.append(.certificatePolicies(policies)) }
            if !mappings.isEmpty { template.extensions.append(.policyMappings(mappings)) }
            if requireExplicit != nil || inhibitMapping != nil {
                template.extensions.append(
                    .policyConstraints(requireExplicit: requireExplicit, inhibitMapping: inhibitMapping)
                )
            }
            if let inhibitAny { template.extensions.append(.inhibitAnyPolicy(inhibitAny)) }
        }
    }

    let root: TestCertificate
    /// The certificates, leaf first, without the root.
    let certificates: [TestCertificate]

    /// Creates the path under a new root; the steps begin below the root and end with the leaf.
    init(_ steps: Step...) throws { try self.init(steps) }

    /// Creates the path under a new root; the steps begin below the root and end with the leaf.
    init(_ steps: [Step]) throws {
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "policies 0"))
        self.root = root.certificate
        var certificates: [TestCertificate] = []
        var authority = root
        var name = "Root"
        for (index, step) in steps.enumerated() {
            if index == steps.count - 1 {
                let key = try TestKey.shared(.ecdsaP256, "policies leaf")
                certificates.append(try authority.issueLeaf("api.example.com", key: key, edit: step.write))
            } else {
                name = step.isSelfIssued ? name : "Authority \(index)"
                let key = try TestKey.shared(.ecdsaP256, "policies \(index + 1)")
                authority = try authority.issueAuthority(name, key: key, edit: step.write)
                certificates.append(authority.certificate)
            }
        }
        self.certificates = certificates.reversed()
    }

    /// The result of policy processing.
    func processing(_ inputs: CertificatePolicyInputs = CertificatePolicyInputs()) throws -> PolicyProcessing {
        PolicyProcessing(of: try certificates.map { try $0.read().facts }, inputs)
    }
}

extension PolicyProcessing {
    /// The policies that the CAs allow, in dotted decimal.
    var authorityConstrained: [String] { policies?.authorityConstrained.map(\.description) ?? [] }
    /// The policies among them that the trust policy accepts, in dotted decimal.
    var userConstrained: [String] { policies?.userConstrained.map(\.description) ?? [] }
}
