/// How much work one evaluation may cause, so that no input can hold a worker for long.
package struct WorkBudget: Sendable, Hashable {
    /// How many candidate paths may be looked at.
    ///
    /// Real chains have one to four; webpki's limit on build calls is of the same order once divided by the length of a
    /// path.
    package var paths: Int
    /// How many signatures the search may check.
    ///
    /// webpki and Go's crypto/x509 stop at 100; cross-signed meshes as in BetterTLS need more. Counted as checks with P-256
    /// or RSA 2048; one with a costlier key counts as several.
    package var signatureChecks: Int
    /// How many signatures the library may check in all validations together, counted alike.
    ///
    /// Eight a path, and enough for one long path of costly keys.
    package var validatedSignatures: Int { max(8 * paths, 800) }
    /// How many signatures of revocation evidence may be checked, counted alike.
    ///
    /// A path needs one or two for each of its certificates; what is sent besides is wasted on whoever sends it.
    package var evidenceSignatures: Int { max(signatureChecks, 400) }
    /// How often a piece of revocation evidence may be compared with a certificate, some 60 milliseconds.
    ///
    /// A CRL counts once for each of the certificate's distribution points, an OCSP response once for each eight answers.
    /// A path of 64 certificates with 64 pieces of each kind needs half of it.
    package var evidenceComparisons: Int { 1 << 14 }
    /// How many names the library may compare with name constraints in all validations together, some 10 milliseconds.
    ///
    /// It is OpenSSL's own limit for a single pair of certificates, of which a path has hundreds.
    package var nameComparisons: Int { 1 << 20 }

    /// The defaults of the configuration.
    package init(paths: Int = 100, signatureChecks: Int = 400) {
        self.paths = paths
        self.signatureChecks = signatureChecks
    }
}
