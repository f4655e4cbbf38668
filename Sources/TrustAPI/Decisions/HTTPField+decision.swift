import MicrohttpdServer
import TrustService

extension HTTPField {
    /// The name of the field with the identifier of a decision.
    static let decisionName = "Anchord-Decision"

    /// The field for a response that does not have the identifier in its content.
    static func decision(_ id: DecisionID) -> HTTPField { HTTPField(own: decisionName, id.description) }
}
