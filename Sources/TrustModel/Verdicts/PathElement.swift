/// A certificate of a path and its origin.
package struct PathElement: Sendable {
    /// The origin of a certificate.
    package enum Origin: String, Sendable, CaseIterable {
        case request
        case anchor
        case cache
        case fetched
    }

    /// The certificate.
    package let certificate: Certificate
    /// The origin of the certificate.
    package let origin: Origin

    /// Creates a value from its parts.
    package init(certificate: Certificate, origin: Origin) {
        self.certificate = certificate
        self.origin = origin
    }
}

/// An evaluated path that was not chosen.
package struct RejectedPath: Sendable {
    /// The certificates of the path, leaf first.
    package let path: [PathElement]
    /// The reasons against the path, the most useful first; empty if the path is as good as the chosen one.
    package let reasons: [Finding]

    /// Creates a value from its parts.
    package init(path: [PathElement], reasons: [Finding]) {
        self.path = path
        self.reasons = reasons
    }
}
