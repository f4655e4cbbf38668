import COpenSSL
package import TrustEvaluation
package import TrustModel

/// Path validation by OpenSSL: one path at a time, exactly as given, with every error reported.
///
/// X509_verify_cert stops at nothing here: the callback notes each error and goes on, so the answer lists all of them. It
/// also answers 1 then, which is why its answer alone means nothing (X509_STORE_CTX_set_verify_cb(3)). Signatures it does
/// not check: whoever asks knows already what they are.
package final class OpenSSLPathValidator: PathValidating {
    private let store: ValidationStore
    private let signatures: SignatureCache

    /// Makes a validator; nil only where OpenSSL has no memory.
    ///
    /// - Parameter signatures: remembers what was checked; nothing unless one is given.
    package init?(signatures: SignatureCache = SignatureCache(entries: 0)) {
        guard LibraryContext.isComplete, let store = ValidationStore() else { return nil }
        self.store = store
        self.signatures = signatures
    }

    /// Checks one signature; false for another library's certificates too.
    ///
    /// See ``PathValidating``.
    package func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        guard let subject = certificate.x509, let signer = issuer.x509 else {
            // Our own parser has found it sound.
            if certificate.isOfOpenSSL, issuer.isOfOpenSSL {
                throw LibraryFailure("OpenSSL could not decode an anchor")
            }
            return false
        }
        return try signatures.isSigned(certificate, by: issuer) { () throws(LibraryFailure) in
            defer { OpenSSLError.clear() }
            return try signer.key.hasSigned(subject.signedPart, of: certificate.der)
        }
    }

    /// Completes DSA keys by our own reading of both certificates: OpenSSL 3 decodes no key without parameters.
    ///
    /// See ``PathValidating``.
    package func completingKeys(of certificates: [Certificate]) -> [Certificate] {
        InheritedParameters.complete(certificates)
    }

    /// Runs `X509_verify_cert` to its end over the path as given.
    ///
    /// See ``PathValidating``.
    package func validate(
        _ path: CandidatePath,
        areSigned: [Bool],
        at instant: Instant
    ) -> LibraryJudgement {
        let handles = path.certificates.compactMap(\.x509)
        guard handles.count == path.certificates.count else {
            return LibraryJudgement(violations: [], failure: "OpenSSL cannot decode a certificate of the path")
        }
        defer { OpenSSLError.clear() }
        let links = PathLinks(certificates: path.certificates, areSigned: areSigned, instant: instant)
        guard let validation = PathValidation.of(handles, links, isAnchored: path.isAnchored, store: store) else {
            return LibraryJudgement(violations: [], failure: "there is no memory")
        }
        guard validation.configure() else {
            return LibraryJudgement(violations: [], failure: "OpenSSL does not take what is required of the path")
        }
        let errors = validation.run()
        let violations = errors.errors.map { error, depth in
            PathViolation(
                code: error.code,
                depth: depth,
                isPedantic: error.isPedantic,
                nativeCode: error.number,
                text: error.text,
                isOfSignature: error.isOfSignature
            )
        }
        return LibraryJudgement(
            violations: violations,
            failure: errors.failure,
            isSignedPartKnown: true
        )
    }
}

/// The store behind all validations: it holds no certificates, only the rule that a path's order is given.
@safe final class ValidationStore {
    private let pointer: OpaquePointer

    init?() {
        guard let store = unsafe X509_STORE_new() else { return nil }
        unsafe pointer = store
        unsafe X509_STORE_set_check_issued(store, isNextInPath)
    }

    deinit {
        unsafe X509_STORE_free(pointer)
    }

    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }
}

// Set up in `init` and only read afterwards; OpenSSL locks the store's own state.
extension ValidationStore: @unchecked Sendable {}
