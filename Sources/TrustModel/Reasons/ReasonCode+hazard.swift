/// What a policy leaves out; always warnings, so that nobody mistakes such a verdict for a full one.
extension ReasonCode {
    /// `hazard.hostIgnored`.
    package static let hazardHostIgnored = ReasonCode(
        "hazard.hostIgnored",
        .other,
        rank: 8,
        "The policy does not compare the host with the certificate, or accepts some hosts without.",
        remedy: "Let the policy validate the host, unless any host may present this chain.",
        reference: "RFC 9525 §6"
    )

    /// `hazard.keyOnly`.
    package static let hazardKeyOnly = ReasonCode(
        "hazard.keyOnly",
        .other,
        rank: 7,
        "Trust rests on the pinned key or certificate alone: the chain is not validated.",
        remedy: "Let the policy validate the chain too, with `anchors` of its own for a private CA.",
        reference: "RFC 5280 §6.1"
    )

    /// `hazard.validityIgnored`.
    package static let hazardValidityIgnored = ReasonCode(
        "hazard.validityIgnored",
        .other,
        rank: 9,
        "A path to an anchor is enough: times, purposes and strength are not asked for.",
        remedy: "Let the policy perform the default validation too.",
        reference: "RFC 5280 §6.1"
    )

    /// `hazard.anyChainAccepted`.
    package static let hazardAnyChainAccepted = ReasonCode(
        "hazard.anyChainAccepted",
        .other,
        rank: 6,
        "Any chain at all is accepted.",
        remedy: "Let the policy validate the chain, or pin it.",
        reference: "RFC 5280 §6.1"
    )
}
