package import TrustModel

/// A requirement of the web's calendar that the certificate which replaces a leaf must meet, and the leaf need not.
package struct RenewalNotice: Sendable, Hashable {
    /// The kinds of requirements.
    package enum Cause: String, Sendable, CaseIterable {
        /// A certificate that is issued later may not be valid for as long.
        case renewalLifetime
        /// A server certificate that is issued later does not identify clients.
        case clientAuth
        /// The root is trusted only for certificates that are issued earlier.
        case anchorDistrust
    }

    /// The kind.
    package let cause: Cause
    /// The first second of issue to which the requirement applies; can be in the past.
    package let date: Instant
    /// The requirement, as a sentence.
    package let message: String
}

extension TrustPolicy {
    /// Returns the requirements on the certificate that replaces the leaf of a path, the earliest first.
    ///
    /// A leaf that ends before the date of a requirement can be replaced without it. The calendar applies to the profile
    /// `webpki`, and the dates of roots to all policies that have constraints on them.
    package func renewalNotices(for path: [PathElement]) -> [RenewalNotice] {
        guard let leaf = path.first?.certificate.facts else { return [] }
        var notices: Set<RenewalNotice> = []
        for requirements in evaluator.traits.paths {
            if requirements.profile == .webpki, requirements.purpose == .serverAuth {
                notices.formUnion([leaf.renewalLifetime, leaf.renewalWithoutClientAuth].compactMap(\.self))
            }
            if let anchor = path.last, anchor.origin == .anchor {
                notices.formUnion(requirements.renewalNotices(under: anchor.certificate))
            }
        }
        return notices.sorted { ($0.date, $0.cause.rawValue, $0.message) < ($1.date, $1.cause.rawValue, $1.message) }
    }
}

extension CertificateFacts {
    /// The lifetime that a replacement may have at the end of the certificate, if it is shorter than that of the certificate.
    fileprivate var renewalLifetime: RenewalNotice? {
        guard let notBefore, let notAfter, let lifetime,
            let limit = WebCalendar.limit(WebCalendar.lifetimes, issuedAt: notAfter),
            limit.issuedSince > notBefore, lifetime > limit.days * 86400
        else { return nil }
        let days = (lifetime + 86399) / 86400
        let message = "\(displayName) is valid for \(days) days; its replacement may be valid for \(limit.days) days."
        return RenewalNotice(cause: .renewalLifetime, date: limit.issuedSince, message: message)
    }

    fileprivate var renewalWithoutClientAuth: RenewalNotice? {
        let date = WebCalendar.withoutClientAuth
        guard let notBefore, let notAfter, notBefore < date, notAfter >= date,
            let usages = extensions.extendedKeyUsage, usages.contains(.serverAuth), usages.contains(.clientAuth)
        else { return nil }
        let message = "\(displayName) has the purpose clientAuth; its replacement from a public CA cannot have it."
        return RenewalNotice(cause: .clientAuth, date: date, message: message)
    }
}

extension PathRequirements {
    /// Returns the last dates of issue of the constraints on an anchor.
    fileprivate func renewalNotices(under anchor: Certificate) -> [RenewalNotice] {
        constraints(on: anchor).compactMap { constraint in
            guard let last = constraint.lastIssue(for: purpose) else { return nil }
            let origin = constraint.origin.map { " (\($0))" } ?? ""
            let message =
                "\(anchor.facts.displayName) is trusted for certificates that are issued until \(last)\(origin)."
            return RenewalNotice(cause: .anchorDistrust, date: last.adding(seconds: 1), message: message)
        }
    }
}

extension AnchorConstraint {
    /// The last time of issue that any alternative permits; nil if one of them has no limit, or if none is for the purpose.
    fileprivate func lastIssue(for purpose: KeyPurpose) -> Instant? {
        let dates = alternatives.filter { $0.allows(purpose) }.map { alternative in
            [alternative.leafNotBeforeUntil, alternative.sctNotAfter].compactMap(\.self).min()
        }
        return dates.contains(nil) ? nil : dates.compactMap(\.self).max()
    }
}
