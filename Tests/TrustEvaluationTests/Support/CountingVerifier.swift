import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL

/// Verifies signatures with OpenSSL, and counts them.
final class CountingVerifier: SignatureVerifying {
    private let verifier: OpenSSLSignatureVerifier
    private let counted = Atomic(0)
    private let countedKeys = Atomic(0)

    init() throws {
        verifier = try #require(OpenSSLSignatureVerifier())
    }

    /// The number of verified signatures.
    var signatures: Int { counted.load(ordering: .relaxed) }

    /// The number of certificates passed for key completion, counted in each path.
    var completedKeys: Int { countedKeys.load(ordering: .relaxed) }

    func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        counted.add(1, ordering: .relaxed)
        return try verifier.isSigned(certificate, by: issuer)
    }

    func defect(of certificate: Certificate, signedBy issuer: Certificate) -> SignatureDefect {
        verifier.defect(of: certificate, signedBy: issuer)
    }

    func completingKeys(of certificates: [Certificate]) -> [Certificate] {
        countedKeys.add(certificates.count, ordering: .relaxed)
        return verifier.completingKeys(of: certificates)
    }
}
