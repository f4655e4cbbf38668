/// What a trusted verdict rests on.
extension ReasonCode {
    /// `notice.anchor`.
    package static let noticeAnchor = ReasonCode(
        "notice.anchor",
        .recoverable,
        rank: 300,
        "The chain ends in this anchor.",
        remedy: "Nothing to do.",
        reference: "RFC 5280 §6.1.1 (d)"
    )
}
