/// How much work one evaluation may cause, so that no input can hold a worker for long.
package struct WorkBudget: Sendable, Hashable {
    /// How many candidate paths may be looked at.
    ///
    /// Real chains have one to four; webpki's limit on build calls is of the same order once divided by the length of a
    /// path.
    package var paths: Int
    /// How many signatures the search may check.
    ///
    /// webpki and Go's crypto/x509 stop at 100; cross-signed meshes as in
    /// BetterTLS need more. As many again may stand in the paths that are then judged: a hundred paths of sixty
    /// certificates would hold a worker for seconds.
    package var signatureChecks: Int

    /// The defaults of the configuration.
    package init(paths: Int = 100, signatureChecks: Int = 400) {
        self.paths = paths
        self.signatureChecks = signatureChecks
    }
}
