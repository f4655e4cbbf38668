import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL

/// Validates as OpenSSL does, and counts what it is asked.
final class CountingValidator: PathValidating {
    private let validator: OpenSSLPathValidator
    private let counted = Mutex((paths: 0, octets: 0, signatures: 0))

    init() throws {
        validator = try #require(OpenSSLPathValidator())
    }

    /// How many paths were validated.
    var paths: Int { counted.withLock { $0.paths } }

    /// How many octets their certificates had, each counted in each path.
    var octets: Int { counted.withLock { $0.octets } }

    /// How many signatures were checked.
    var signatures: Int { counted.withLock { $0.signatures } }

    func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        counted.withLock { $0.signatures += 1 }
        return try validator.isSigned(certificate, by: issuer)
    }

    func completingKeys(of certificates: [Certificate]) -> [Certificate] {
        validator.completingKeys(of: certificates)
    }

    func validate(_ path: CandidatePath, areSigned: [Bool], at instant: Instant) -> LibraryJudgement {
        let octets = path.certificates.reduce(0) { $0 + $1.der.count }
        counted.withLock { $0 = ($0.paths + 1, $0.octets + octets, $0.signatures) }
        return validator.validate(path, areSigned: areSigned, at: instant)
    }
}
