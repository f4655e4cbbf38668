package import TrustModel

/// The properties of an evaluator's settings, which no request changes.
package struct EvaluatorTraits: Sendable {
    /// A danger of the settings: `hazard.*` or `policy.disabled`.
    package struct Hazard: Sendable {
        /// The code.
        package let code: ReasonCode
        /// One sentence that is true for every request.
        package let description: String

        /// Creates a hazard, by default with the summary of its code.
        package init(_ code: ReasonCode, _ description: String? = nil) {
            self.code = code
            self.description = description ?? code.summary
        }
    }

    /// A description for operators, as a clause.
    package var summary: String
    /// Whether a request must have a host.
    package var needsHost = false
    /// The hazards, each code once.
    package var hazards: [Hazard] = []
    /// The properties that are dangerous if the evaluator decides about clients, apart from the hazards.
    package var clientRisks: Set<ClientRisk>
    /// The time at which the first of the evaluator's pins expires; nil if no pins expire.
    package var pinsExpire: Instant?
    /// Whether certificates for servers may be accepted from clients, until a time of the machine's clock.
    package var acceptsServersAsClients = false
    /// The requirements on paths.
    package var paths: [PathRequirements] = []
    /// The requirements on paths that evidence in memory can affect: those that check revocation.
    package var remembering: [PathRequirements] = []

    /// Creates the properties of an evaluator without hazards that needs no host.
    package init(summary: String, clientRisks: Set<ClientRisk>) {
        self.summary = summary
        self.clientRisks = clientRisks
    }
}
