import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel

@testable import TrustPolicies

@Suite struct `Ends of parts of a policy set` {
    private static let (hour, day): (Int64, Int64) = (3600, 86400)
    private static let start = Instant(secondsSince1970: 1_700_000_000)

    private final class Handle: CertificateHandle {
        let publicKeyInfo: ArraySlice<UInt8> = []
    }

    private static func certificate(_ name: String = "ca", validFor seconds: Int64?) -> Certificate {
        let der = FakeCertificate.der(name)
        let subject = DistinguishedName(der: der, attributes: [], matchingKey: der)
        let facts = CertificateFacts(
            version: 3,
            serialNumber: [1],
            signatureAlgorithm: AlgorithmIdentifier(algorithm: .ed25519, parameters: nil),
            signatureAlgorithmsAgree: true,
            issuer: subject,
            subject: subject,
            notBefore: start,
            notAfter: seconds.map(start.adding),
            publicKey: PublicKeyFacts(kind: .ed25519, bits: 256),
            publicKeyFingerprint: fakeDigest(der),
            fingerprint: fakeDigest(der),
            extensions: CertificateExtensions()
        )
        return Certificate(der: der, facts: facts, handle: Handle())
    }

    private static func crl(validFor seconds: Int64?) -> CertificateRevocationList {
        let der = FakeCertificate.der("crl")
        let facts = CertificateRevocationListFacts(
            issuer: DistinguishedName(der: der, attributes: [], matchingKey: der),
            thisUpdate: start,
            nextUpdate: seconds.map(start.adding),
            signatureAlgorithm: AlgorithmIdentifier(algorithm: .ed25519, parameters: nil)
        )
        let part = SignedPart(content: 0..<0, algorithm: 0..<0, signature: 0..<0)
        return CertificateRevocationList(der: der, facts: facts, signedPart: part)
    }

    private static func ocspResponse(validFor seconds: Int64?...) -> OCSPResponse {
        let responses = seconds.enumerated().map { number, seconds in
            OCSPAnswerFacts.Single(
                certificateID: OCSPAnswerFacts.CertificateID(
                    hashAlgorithm: .ed25519,
                    issuerNameHash: [],
                    issuerKeyHash: [],
                    serialNumber: [UInt8(number)]
                ),
                status: .good,
                thisUpdate: start,
                nextUpdate: seconds.map(start.adding)
            )
        }
        let facts = OCSPAnswerFacts(
            responderID: .keyHash([]),
            producedAt: start,
            responses: responses,
            signatureAlgorithm: AlgorithmIdentifier(algorithm: .ed25519, parameters: nil)
        )
        let part = SignedPart(content: 0..<0, algorithm: 0..<0, signature: 0..<0)
        let answer = OCSPResponse.Answer(facts: facts, certificates: [], signedPart: part)
        return OCSPResponse(der: [], status: .successful, answer: answer)
    }

    private static func exception(until seconds: Int64) -> TrustException {
        TrustException(codes: [.timeExpired], chain: [], host: nil, until: start.adding(seconds: seconds))
    }

    private static func expiration(_ subject: ExpiringSubject) -> PolicyExpiration? {
        PolicyExpiration(subject, policy: "test/p", place: PolicyProblem(file: "test.yaml", line: 3, detail: ""))
    }

    /// A part, its end and the length of the state `soon`, in seconds from the start.
    private static let bounds: [(ExpiringSubject, end: Int64, notice: Int64)] = [
        (.anchor(certificate(validFor: 3650 * day)), 3650 * day, 30 * day),
        (.anchor(certificate(validFor: 40 * day)), 40 * day, 10 * day),
        (.pinnedCertificate(certificate(validFor: 120 * day)), 120 * day, 30 * day),
        (.pinnedCertificate(certificate(validFor: 120 * day - 4)), 120 * day - 4, 30 * day - 1),
        (.pins(PinRequirements(.publicKeys, [], expires: start.adding(seconds: 50 * day))), 50 * day, 30 * day),
        (.crl(crl(validFor: day)), day, 6 * hour),
        (.crl(crl(validFor: 365 * day)), 365 * day, 30 * day),
        // Usable for ten days without nextUpdate.
        (.crl(crl(validFor: nil)), 10 * day, 60 * hour),
        (.ocspResponse(ocspResponse(validFor: 4 * day), ageWithoutNextUpdate: day), 4 * day, day),
        (.ocspResponse(ocspResponse(validFor: 8 * day, 4 * day, 12 * day), ageWithoutNextUpdate: day), 4 * day, day),
        // Usable for one day without nextUpdate.
        (.ocspResponse(ocspResponse(validFor: 8 * day, nil), ageWithoutNextUpdate: day), day, 6 * hour),
        (.exception(exception(until: 100 * day)), 100 * day, 14 * day),
        // Not valid at any time.
        (.anchor(certificate(validFor: -day)), -day, 0),
    ]

    @Test(arguments: 0..<bounds.count)
    func `is in the state soon from the threshold to the end, both inclusive`(number: Int) throws {
        let (subject, end, notice) = Self.bounds[number]
        let expiration = try #require(Self.expiration(subject))
        func state(_ seconds: Int64) -> PolicyExpiration.State? {
            expiration.state(at: Self.start.adding(seconds: seconds))
        }
        #expect(expiration.end == Self.start.adding(seconds: end))
        #expect(state(end - notice - 1) == nil)
        #expect(state(end - notice) == .soon)
        #expect(state(end) == .soon)
        #expect(state(end + 1) == .ended)
        let changes = [end - notice - 1, end - notice, end, end + 1]
            .map { expiration.nextChange(after: Self.start.adding(seconds: $0)) }
        let (soon, ended) = (Self.start.adding(seconds: end - notice), Self.start.adding(seconds: end + 1))
        #expect(changes == [soon, ended, ended, nil])
    }

    @Test func `a part without an end is not recorded`() {
        #expect(Self.expiration(.anchor(Self.certificate(validFor: nil))) == nil)
        #expect(Self.expiration(.pins(PinRequirements(.publicKeys, []))) == nil)
        #expect(Self.expiration(.ocspResponse(Self.ocspResponse(), ageWithoutNextUpdate: 3600)) == nil)
    }

    @Test func `a schedule lists the noticed parts, earliest first, and the next change`() throws {
        let ends = [400, 16, 10, 29, 31, -1].map { $0 * Self.day }
        let schedule = ExpirationSchedule(ends.compactMap { Self.expiration(.exception(Self.exception(until: $0))) })
        func days(_ expirations: [PolicyExpiration]) -> [Int64] {
            expirations.map { ($0.end.secondsSince1970 - Self.start.secondsSince1970) / Self.day }
        }
        func at(_ days: Int64) -> Instant { Self.start.adding(seconds: days * Self.day) }
        #expect(days(schedule.noticed(at: at(0))) == [-1, 10])
        #expect(days(schedule.noticed(after: at(0), at: at(1))) == [])
        #expect(days(schedule.noticed(after: at(0), at: at(2))) == [16])
        #expect(days(schedule.noticed(after: at(0), at: at(15))) == [10, 16, 29])
        var changes: [Instant] = []
        var next = schedule.nextChange(after: at(0))
        while let change = next {
            changes.append(change)
            next = schedule.nextChange(after: change)
        }
        let expected = [10, 16, 29, 31, 400].flatMap { [at($0 - 14), at($0).adding(seconds: 1)] }
        #expect(changes == expected.filter { $0 > at(0) }.sorted())
        #expect(ExpirationSchedule([]).nextChange(after: at(0)) == nil)
    }

    @Test func `a certificate that several places name is recorded once, with its first place`() throws {
        let pem = "\"\(FakeCertificate.pem("one").split(separator: "\n").joined(separator: "\\n"))\\n\""
        let set = try policySet(
            "policies:\n  a: {evaluator: default, anchors: [\(pem)]}\n  b: {evaluator: default, anchors: [\(pem)]}\n"
        )
        let expiration = try #require(set.expirations.first)
        #expect(set.expirations.count == 1)
        #expect(expiration.policy == "test/a")
        #expect(
            expiration.line(at: Instant(secondsSince1970: 2)).hasPrefix(
                "test:2: /policies/a/anchors/0: the trust anchor "
            )
        )
        #expect(
            expiration.line(at: Instant(secondsSince1970: 2)).contains(" (in 2 places of the document) expired on ")
        )
    }

    @Test func `parts of inline members belong to the policy that contains them`() throws {
        let pin = { (letter: String) in "sha256/\(String(repeating: letter, count: 42))A=" }
        let set = try policySet(
            "policies:\n  all:\n    evaluator: composite\n    allOf:\n"
                + "      - {evaluator: pinPublicKeys, pins: ['\(pin("a"))', '\(pin("b"))'], expires: 2030-01-01}\n"
        )
        #expect(set.expirations.map(\.policy) == ["test/all"])
        #expect(set.expirations.map(\.place.pointer) == ["/policies/all/allOf/0/expires"])
        #expect(set.earliestEnds == [.pins: try #require(Instant(year: 2030, month: 1, day: 1))])
    }

    @Test func `the messages about an exception name its host and at most three codes`() throws {
        let codes: [ReasonCode] = [.timeExpired, .timeNotYetValid, .hostMismatch, .chainUntrustedRoot]
        let exception = TrustException(codes: codes, chain: [], host: nil, until: Self.start)
        let expiration = try #require(Self.expiration(.exception(exception)))
        #expect(
            expiration.line(at: Self.start.adding(seconds: 1))
                == "test.yaml:3: the exception without a host (time.expired, time.notYetValid, host.mismatch, …) ended on "
                + "\(Self.start): remove it"
        )
    }

    @Test func `the built-in set and its system anchors have no entries`() throws {
        #expect(try policySetReader.systemSet().expirations.isEmpty)
    }
}
