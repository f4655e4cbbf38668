import TrustModel

/// The certificates of a policy with the name of an issuer, if they are more than the certificates of the request.
///
/// They explain an exhausted budget: the sender of the chain did not cause the work.
struct PolicyNamesakes {
    private let name: DistinguishedName
    private let count: Int
    private let sent: Int

    /// Finds the issuer name in the chain that most certificates of the policy have; nil if the chain is longer.
    init?(of question: TrustQuestion, _ requirements: PathRequirements) {
        let counts = Set(question.chain.map(\.facts.issuer)).map { name in
            let sources =
                requirements.anchors.map { $0.namesakes(name) } + [requirements.intermediates?.namesakes(name)]
            return (name: name, count: sources.reduce(0) { $0 + ($1?.certificates.count ?? 0) })
        }
        guard let most = counts.max(by: { $0.count < $1.count }), most.count > question.chain.count else { return nil }
        (name, count) = most
        sent = question.chain.count
    }

    /// A sentence for messages, with a leading space.
    var sentence: String {
        " The policy has \(count) certificates with the name \"\(name)\"; the chain has \(sent) "
            + (sent == 1 ? "certificate." : "certificates.")
    }

    var facts: [Fact] { [Fact("namesakes", count), Fact("issuer", name.description)] }
}
