extension ReasonCode {
    /// `crypto.keyWeak`.
    package static let cryptoKeyWeak = ReasonCode(
        "crypto.keyWeak",
        .recoverable,
        rank: 90,
        meaning: "A key is too short or too weak for the policy, or is not a valid key.",
        remedy: "Generate a stronger key, and have the certificate reissued for it.",
        reference: "CA/Browser Forum Baseline Requirements §6.1.5"
    )

    /// `crypto.digestWeak`.
    package static let cryptoDigestWeak = ReasonCode(
        "crypto.digestWeak",
        .recoverable,
        rank: 90,
        meaning: "A certificate is signed with a weak digest.",
        remedy: "Have the certificate reissued with a signature that uses SHA-256 or a stronger digest.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.3.2"
    )

    /// `crypto.algorithm`.
    package static let cryptoAlgorithm = ReasonCode(
        "crypto.algorithm",
        .fatal,
        rank: 90,
        meaning: "A signature algorithm is unknown, unsupported or inconsistent.",
        remedy: "Have the certificate reissued with a common signature algorithm, such as ECDSA or RSA with SHA-256.",
        reference: "RFC 5280 §4.1.1.2"
    )
}
