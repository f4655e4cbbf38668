/// One certificate of a path and where it came from.
package struct PathElement: Sendable {
    /// Where a certificate came from.
    package enum Origin: String, Sendable, CaseIterable {
        case request
        case anchor
        case cache
        case fetched
    }

    /// The certificate at this place.
    package let certificate: Certificate
    /// Where it came from.
    package let origin: Origin

    /// Takes the parts.
    package init(certificate: Certificate, origin: Origin) {
        self.certificate = certificate
        self.origin = origin
    }
}

/// A path that was tried and not chosen.
package struct RejectedPath: Sendable {
    /// Leaf first.
    package let path: [PathElement]
    /// Why it was not chosen, the most useful first; empty for one that was as good.
    package let reasons: [Finding]

    /// Takes the parts.
    package init(path: [PathElement], reasons: [Finding]) {
        self.path = path
        self.reasons = reasons
    }
}
