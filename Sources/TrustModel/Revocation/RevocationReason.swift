/// The reason of a revocation (CRLReason, RFC 5280 section 5.3.1); the cases have the names of the RFC.
package enum RevocationReason: String, Sendable, CaseIterable {
    case unspecified
    case keyCompromise
    case cACompromise
    case affiliationChanged
    case superseded
    case cessationOfOperation
    case certificateHold
    case removeFromCRL
    case privilegeWithdrawn
    case aACompromise

    /// Creates the reason with a number; nil for the unused 7 and numbers over 10.
    package init?(number: Int) {
        let numbered: [Int: RevocationReason] = [
            0: .unspecified, 1: .keyCompromise, 2: .cACompromise, 3: .affiliationChanged, 4: .superseded,
            5: .cessationOfOperation, 6: .certificateHold, 8: .removeFromCRL, 9: .privilegeWithdrawn, 10: .aACompromise,
        ]
        guard let reason = numbered[number] else { return nil }
        self = reason
    }

    /// Whether the revocation is permanent, unlike a hold or its removal.
    package var isPermanent: Bool { self != .certificateHold && self != .removeFromCRL }
}
