import TrustModel

/// Rejects a path with a certificate that the operator has blocked, so that another path can be accepted.
///
/// The leaf and the certificates of questions without a validated path are compared after the evaluation
/// (``EvaluatorDecision/denied(by:of:)``), because no policy may change that.
struct BlockRule: Rule {
    static let name = "blocks"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let blocks = context.blocks else { return .skipped(why: "there are no blocks") }
        // All certificates are compared, also known issuers: blocks change while policies remain.
        let findings = context.path.certificates.enumerated().compactMap { depth, certificate in
            blocks.block(of: certificate.facts, at: depth)?.finding(about: certificate, at: depth)
        }
        return .applied(findings, why: context.why("all certificates were compared with the blocks"))
    }
}
