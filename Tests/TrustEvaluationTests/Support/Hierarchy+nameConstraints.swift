import TrustTestSupport

@testable import TrustEvaluation

/// The one finding of a leaf with a name outside the constraints of its issuer.
let nameConstraintViolation = ["error constraint.name 0"]

extension Hierarchy {
    /// The findings of a rule for a leaf below an intermediate with name constraints.
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
