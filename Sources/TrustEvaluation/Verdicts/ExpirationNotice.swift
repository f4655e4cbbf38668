import TrustModel

/// The notice that an accepted path is going to end, while there is time to renew what ends.
extension PathEvaluation {
    /// The longest time before an end in which it is near, in seconds: 30 days, as for `notice.pinSetExpiring`.
    private static let longestNotice: Int64 = 30 * 86400

    /// Returns a notice for each certificate of the path and for the pins, if they end soon.
    ///
    /// A certificate ends soon in the last tenth of its lifetime, and at most 30 days before its end. The lifetime of pins is
    /// unknown. Certificates that have ended already have their own findings.
    func expirationNotices(under requirements: PathRequirements, at time: Moment) -> [Finding] {
        var notices: [Finding] = []
        for (depth, certificate) in path.certificates.enumerated() {
            let facts = certificate.facts
            guard let notBefore = facts.notBefore, let notAfter = facts.notAfter else { continue }
            let lifetime = notAfter.secondsSince1970 - notBefore.secondsSince1970
            guard Self.isNear(notAfter, within: lifetime / 10, at: time) else { continue }
            var notice = Finding(
                .noticeExpiresSoon,
                severity: .notice,
                depth: depth,
                message: "\(facts.displayName) expires on \(notAfter).",
                facts: [Fact("notAfter", notAfter), Fact("sha256", facts.fingerprint.hex)]
            )
            notice.certificate = certificate
            notices.append(notice)
        }
        if let expires = requirements.pins?.expires, Self.isNear(expires, within: Self.longestNotice, at: time) {
            notices.append(
                Finding(
                    .noticeExpiresSoon,
                    severity: .notice,
                    message: "The pins expire on \(expires).",
                    facts: [Fact("expires", expires)]
                )
            )
        }
        return notices
    }

    private static func isNear(_ end: Instant, within seconds: Int64, at time: Moment) -> Bool {
        time.hasBegun(end.adding(seconds: -min(max(0, seconds), longestNotice))) && !time.hasEnded(end)
    }
}
