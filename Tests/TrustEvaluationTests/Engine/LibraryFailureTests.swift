import Synchronization
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// Fails at a given call, as a library without memory would, and otherwise uses OpenSSL.
private final class FailingLibrary: SignatureVerifying, RevocationEvidenceVerifying {
    /// The number of calls before the failure; nil for no failure.
    let callsBeforeFailure: Mutex<Int?>
    private let signatures: OpenSSLSignatureVerifier
    private let evidence = OpenSSLEvidenceVerifier()

    init(failingAfter calls: Int?) throws {
        callsBeforeFailure = Mutex(calls)
        signatures = try #require(OpenSSLSignatureVerifier())
    }

    private func fail() throws(LibraryFailure) {
        let isDue = callsBeforeFailure.withLock { calls in
            calls = calls.map { $0 - 1 }
            return calls == -1
        }
        if isDue { throw LibraryFailure("there was no memory") }
    }

    func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        try fail()
        return try signatures.isSigned(certificate, by: issuer)
    }

    func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        try fail()
        return try evidence.isSigned(list, by: issuer)
    }

    func isSigned(_ response: OCSPResponse, by signer: Certificate) throws(LibraryFailure) -> Bool {
        try fail()
        return try evidence.isSigned(response, by: signer)
    }

    func digest(of bytes: [UInt8], algorithm: OID) -> [UInt8]? { evidence.digest(of: bytes, algorithm: algorithm) }

    func digest(ofPublicKeyOf certificate: Certificate, algorithm: OID) -> [UInt8]? {
        evidence.digest(ofPublicKeyOf: certificate, algorithm: algorithm)
    }
}

@Suite struct `A library failure` {
    private func verdict(
        failingAfter calls: Int?,
        mode: Verdict.Mode = .enforce,
        edit: (inout PathRequirements) -> Void = { _ in }
    ) throws -> Verdict {
        let hierarchy = try Hierarchy()
        let library = try FailingLibrary(failingAfter: calls)
        let ports = EvaluationPorts(
            signatures: library,
            evidence: library,
            timestamps: OpenSSLTimestampVerifier(),
            publicSuffixes: try #require(PSLSuffixes())
        )
        let list = try hierarchy.intermediate.revocationList().read()
        let engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        let question = TrustQuestion(
            chain: try hierarchy.path.map { try $0.read() },
            host: engineCase.host,
            instant: engineCase.instant,
            evidence: RevocationEvidence(lists: [list])
        )
        let policy = TrustPolicy(
            identity: .inline,
            evaluator: PathEvaluator(try engineCase.requirements(edit)),
            mode: mode
        )
        return TrustEngine(ports: ports).answer(to: question, under: .policy(policy)).verdict
    }

    @Test(arguments: 0..<3)
    func `denies at any signature of certificates and evidence, and is not repeatable`(call: Int) throws {
        let verdict = try verdict(failingAfter: call)
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.action == .deny)
        #expect(verdict.summaries == ["error internal.validationFailed"])
        #expect(verdict.reasons.first?.message == "The chain could not be evaluated: there was no memory.")
        #expect(!verdict.reuse.isRepeatable)
    }

    @Test func `that did not occur does not change the verdict`() throws {
        let verdict = try verdict(failingAfter: nil)
        #expect(verdict.outcome == .trusted)
        #expect(verdict.reuse.isRepeatable)
    }

    @Test func `denies in report mode and if only pins decide`() throws {
        #expect(try verdict(failingAfter: 0, mode: .report).action == .deny)
        let keyOnly = try verdict(failingAfter: 0) { $0.enforcement = .nothing }
        #expect(keyOnly.action == .deny)
    }

    @Test(arguments: 0..<2) func `ends pin planning at any signature`(call: Int) throws {
        let certificates = try Hierarchy().path.map { try $0.read() }
        func plan(failingAfter calls: Int?) throws -> PinPlan {
            let library = try FailingLibrary(failingAfter: calls)
            let ports = EvaluationPorts(
                signatures: library,
                evidence: library,
                timestamps: OpenSSLTimestampVerifier(),
                publicSuffixes: try #require(PSLSuffixes())
            )
            return try TrustEngine(ports: ports).pinPlan(for: certificates, at: .reference)
        }
        #expect(throws: LibraryFailure("there was no memory")) { try plan(failingAfter: call) }
        #expect(try plan(failingAfter: nil).suggestedPins.count == 2)
    }
}
