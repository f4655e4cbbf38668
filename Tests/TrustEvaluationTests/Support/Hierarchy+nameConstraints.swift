import TrustTestSupport

@testable import TrustEvaluation

/// Returns the only finding for a leaf with a name outside its issuer's constraints.
let nameConstraintViolation = ["error constraint.name 0"]

extension Hierarchy {
    /// Returns the findings of a rule for a leaf below an intermediate with name constraints.
    static func findings(
        of rule: any Rule = NameConstraintsRule(),
        permitted: [TestGeneralName]? = nil,
        excluded: [TestGeneralName]? = nil,
        subject: TestName? = nil,
        leaf names: [TestGeneralName]
    ) throws -> [String]? {
        try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: permitted, excluded: excluded)) },
            leaf: {
                if let subject { $0.subject = subject }
                $0.subjectAlternativeNames = names
            }
        ).ruleCase.findings(of: rule)
    }
}
