import Synchronization
import Testing
import TrustEvaluation
import TrustModel

/// A verifier whose first signature check fails, like a library that is temporarily out of memory.
final class FailingOnce: SignatureVerifying {
    private let verifier: any SignatureVerifying
    private let hasFailed = Mutex(false)

    init(_ verifier: any SignatureVerifying) {
        self.verifier = verifier
    }

    func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        if isFirst { throw LibraryFailure("OpenSSL ran out of memory") }
        return try verifier.isSigned(certificate, by: issuer)
    }
}

@Suite struct `A library failure during an evaluation` {
    @Test func `denies with an internal reason, and is not cached`() throws {
        let sizes = CacheSizes(verdicts: 64, certificates: 64, signatures: 64)
        let api = try APIFixture(caches: sizes, wrap: { FailingOnce($0) })
        let body: [String: Any] = ["chain": api.chain, "host": "api.example.com"]
        let failed = try api.evaluate(body)
        #expect(failed.status == 200)
        #expect(failed.object["action"] as? String == "deny")
        #expect(failed.object["verdict"] as? String == "indeterminate")
        let codes = (failed.object["reasons"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
        #expect(codes == ["internal.validationFailed"])
        for _ in 0..<3 { #expect(try api.evaluate(body).object["verdict"] as? String == "trusted") }
    }
}

@Suite struct `A library failure during pin planning` {
    @Test func `is reported as an internal failure, not as a missing issuer`() throws {
        let api = try APIFixture(wrap: { FailingOnce($0) })
        let body = try APIFixture.json(["chain": api.chain])
        let failed = api.post("/v1/certificates", body)
        #expect(failed.status == 500)
        #expect(failed.code == "internalFailure")
        #expect(failed.object["detail"] as? String == "OpenSSL ran out of memory.")
        let planned = api.post("/v1/certificates", body)
        #expect(planned.status == 200)
        let plan = planned.object["pinPlan"] as? [String: Any]
        #expect((plan?["suggestedPins"] as? [String])?.count == 2, "\(planned.text)")
    }
}
