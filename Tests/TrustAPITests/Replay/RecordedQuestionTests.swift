import Foundation
import StructuredDocuments
import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI
@testable import TrustService

/// Answers needs for OCSP responses with one response, and has no other evidence.
private struct OneResponse: EvidenceLibrary {
    let response: OCSPResponse?

    func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        guard need.method == .ocsp else { return nil }
        guard let response else { return GatheredEvidence.Result(need) }
        return GatheredEvidence.Result(
            need,
            evidence: RevocationEvidence(responses: [response]),
            origin: .cache(age: 9)
        )
    }

    func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result? { nil }
    func refresh(_ needs: [EvidenceNeed]) {}
    func isFollowing(_ need: EvidenceNeed) -> Bool { false }
    func keep(_ issuers: [FetchedIssuer]) {}
    var changeCount: UInt64 { 0 }
    var milliseconds: Int64 { 0 }
    var watched: WatchedTopics { WatchedTopics() }
    func topics(of need: EvidenceNeed) -> [EvidenceTopic] { [] }
    func changes(since count: UInt64) -> [EvidenceTopic: UInt64]? { [:] }

    func results(
        for needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        for share: ClientShare,
        _ allowance: FetchAllowance
    ) async -> GatheredEvidence { GatheredEvidence() }
}

@Suite struct `A question of the log of decisions` {
    private let api: APIFixture
    private let leaf: TestCertificate
    private let readers = RecordedQuestion.Readers(
        certificates: OpenSSLCertificateReader(),
        evidence: OpenSSLEvidenceReader()
    )
    private static let sha256: @Sendable ([UInt8]) -> Fingerprint = { SHA256.fingerprint(of: $0[...]) }

    init() throws {
        let policy = "evaluator: default, anchors: [ROOT], revocation: {scope: leaf, networkAccess: true, methods: "
        api = try APIFixture(
            documents: [
                "own.yaml": """
                policies:
                  plain: {evaluator: default, anchors: [ROOT]}
                  hard: {\(policy)[ocsp], requirePositiveResponse: true}}
                  soft: {\(policy)[ocsp]}}
                  more: {\(policy)[crl], requirePositiveResponse: true}}
                """
            ],
            network: true
        )
        leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example/"]))
            $0.extensions.set(.crlDistributionPoints(["http://crl.example/"]))
        }
    }

    private func inquiry(_ policy: String) throws -> Inquiry {
        let reader = OpenSSLCertificateReader()
        let chain = try [leaf, api.issuing.certificate].flatMap {
            try reader.certificates(in: $0.der, limits: CertificateLimits())
        }
        return Inquiry(chain: chain, host: "api.example.com", policy: .named(try #require(PolicyName("own/\(policy)"))))
    }

    /// Evaluates an inquiry with a library; returns its outcome and its inputs.
    private func recorded(
        _ inquiry: Inquiry,
        _ library: (any EvidenceLibrary)? = nil
    ) throws -> (outcome: DecisionOutcome, inputs: DecisionInputs) {
        var evaluations = api.context.evaluations
        evaluations.library = library
        evaluations.decisions = Decisions(
            ids: DecisionIDSource(workers: 1),
            inputs: { DecisionInputs($0, under: $1, sha256: Self.sha256) }
        )
        var question = try evaluations.question(for: inquiry, under: api.store.snapshot, now: APIFixture.now)
        let verdict = evaluations.evaluate(&question).verdict
        let inputs = try #require(DecisionInputs(question.trust, under: inquiry.policy, sha256: Self.sha256))
        return (DecisionOutcome(verdict), inputs)
    }

    /// Makes a decision again, under its policy or another one.
    private func replayed(_ inputs: DecisionInputs, under policy: String? = nil) throws -> Replay.Result {
        let replay = Replay(api.context.evaluations, under: api.store.snapshot)
        let parts = Dictionary(uniqueKeysWithValues: inputs.parts.map { ($0.digest, $0.bytes) })
        let question = try RecordedQuestion(inputs.question)
        #expect(Set(question.references).isSubset(of: parts.keys))
        let name = try policy.map { try #require(PolicyName("own/\($0)")) }
        let readers = readers
        return replay.result(of: inputs.digest, at: APIFixture.now) { () throws(ReplayFailure) in
            var recorded = try question.inquiry(parts, readers)
            if let name { recorded.inquiry.policy = .named(name) }
            return recorded
        }
    }

    @Test func `has the same outcome with the evidence that was found`() throws {
        for isGood in [true, false] {
            let status = isGood ? TestOCSPCertificateStatus.good : .revoked(at: TestInstant.reference.adding(days: -2))
            let response = try OpenSSLEvidenceReader().ocspResponse(
                in: api.issuing.ocspResponse(for: leaf, status: status).der,
                limits: EvidenceLimits()
            )
            for policy in ["hard", "soft"] {
                let first = try recorded(inquiry(policy), OneResponse(response: response))
                #expect((first.outcome.action == .allow) == isGood)
                #expect(try replayed(first.inputs).get() == first.outcome)
            }
        }
        for policy in ["hard", "soft"] {
            let first = try recorded(inquiry(policy), OneResponse(response: nil))
            #expect((first.outcome.action == .allow) == (policy == "soft"))
            #expect(try replayed(first.inputs).get() == first.outcome)
        }
    }

    @Test func `has no outcome if other evidence is needed than was looked for`() throws {
        let first = try recorded(inquiry("plain"))
        for policy in ["hard", "more", "soft"] {
            #expect(try replayed(first.inputs, under: policy) == .failure(ReplayFailure(.evidenceMissing)))
        }
    }

    @Test func `has no outcome if the log lacks evidence`() throws {
        let question = #"{"chain":["\#(Self.sha256([1]).hex)"],"policy":"own","unrecorded":1}"#
        let read = try RecordedQuestion(Array(question.utf8))
        #expect(throws: ReplayFailure(.unrecordedEvidence)) { try read.inquiry([:], readers) }
    }

    @Test func `keeps host, time, explanation, timestamps and an inline policy`() throws {
        let policy = Array(#"{"evaluator":"disabled"}"#.utf8)
        let certificate = api.leaf.der
        let question = """
            {"chain":["\(Self.sha256(certificate).hex)"],"host":"","inline":"\(Self.sha256(policy).hex)",\
            "at":"2026-01-02T03:04:05Z","explain":true}
            """
        let read = try RecordedQuestion(Array(question.utf8))
        let parts = [Self.sha256(certificate): certificate, Self.sha256(policy): policy]
        let inquiry = try read.inquiry(parts, readers).inquiry
        #expect(inquiry.host == "" && inquiry.explain && inquiry.instant?.description == "2026-01-02T03:04:05Z")
        guard case .inline = inquiry.policy else { return #expect(Bool(false), "\(inquiry.policy)") }
        #expect(throws: ReplayFailure(.brokenReference)) {
            try read.inquiry([Self.sha256(certificate): certificate], readers)
        }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"chain":[],"policy":"own"}"#, #"{"chain":["x"],"policy":"own"}"#,
        #"{"chain":["AA"],"policy":"own"}"#, #"{"chain":["DIGEST"]}"#, #"{"chain":["DIGEST"],"policy":"a b"}"#,
        #"{"chain":["DIGEST"],"policy":"own","inline":"DIGEST"}"#, #"{"chain":["DIGEST"],"policy":"own","new":1}"#,
        #"{"chain":["DIGEST"],"policy":"own","fetched":[{"method":"gossip","certificate":"DIGEST"}]}"#,
        #"{"chain":["DIGEST"],"policy":"own","fetched":[{"method":"crl"}]}"#,
        #"{"chain":["DIGEST"],"policy":"own","fetched":[{"method":"crl","certificate":"DIGEST","new":1}]}"#,
        #"{"chain":["DIGEST"],"policy":"own","at":"today"}"#, #"{"chain":["DIGEST"],"policy":"own","explain":"yes"}"#,
        #"{"chain":["DIGEST"],"policy":"own","scts":"x"}"#, #"{"chain":"DIGEST","policy":"own"}"#,
    ])
    func `is refused if it is malformed or has an unknown member`(text: String) {
        let question = text.replacingOccurrences(of: "DIGEST", with: Self.sha256([1]).hex)
        #expect { try RecordedQuestion(Array(question.utf8)) } throws: {
            ($0 as? ReplayFailure)?.kind == .unreadableInputs && ($0 as? ReplayFailure)?.detail.isEmpty == false
        }
    }

    @Test func `is refused if a part cannot be read`() throws {
        let part: [UInt8] = [0x30, 0x03, 1, 2, 3]
        let digest = Self.sha256(part).hex
        for members in [
            #""chain":["\#(digest)"]"#, #""chain":["\#(Self.sha256(api.leaf.der).hex)"],"ocsp":["\#(digest)"]"#,
            #""chain":["\#(Self.sha256(api.leaf.der).hex)"],"crls":["\#(digest)"]"#,
            #""chain":["\#(Self.sha256(api.leaf.der).hex)"],"scts":["AAAA"]"#,
            #""chain":["\#(Self.sha256(api.leaf.der).hex)"],"scts":["*"]"#,
        ] {
            let question = try RecordedQuestion(Array(#"{\#(members),"policy":"own"}"#.utf8))
            let parts = [Self.sha256(part): part, Self.sha256(api.leaf.der): api.leaf.der]
            #expect { try question.inquiry(parts, readers) } throws: {
                ($0 as? ReplayFailure)?.kind == .unreadableInputs
            }
        }
    }

    @Test(arguments: [
        (#""crls":[DIGESTS]"#, 129), (#""ocsp":[DIGESTS]"#, 129), (#""scts":[DIGESTS]"#, 129),
        (#""crls":[DIGESTS]"#, 5000),
        (#""crls":[DIGESTS],"fetched":[{"method":"crl","certificate":"DIGEST","crls":[DIGESTS]}]"#, 65),
        (#""fetched":[{"method":"crl","certificate":"DIGEST","issuers":[DIGESTS]}]"#, 4096),
    ])
    func `is refused if it has more parts than that of a request`(members: String, count: Int) {
        let digest = Self.sha256([1]).hex
        let digests = Array(repeating: "\"\(digest)\"", count: count).joined(separator: ",")
        let text = #"{"chain":["DIGEST"],"policy":"own",\#(members)}"#
            .replacingOccurrences(of: "DIGESTS", with: digests).replacingOccurrences(of: "DIGEST", with: digest)
        #expect { try RecordedQuestion(Array(text.utf8)) } throws: {
            ($0 as? ReplayFailure)?.kind == .unreadableInputs
        }
    }

    @Test func `decodes each part once`() throws {
        let reader = CountingReader(reader: OpenSSLCertificateReader())
        let readers = RecordedQuestion.Readers(certificates: reader, evidence: OpenSSLEvidenceReader())
        let digest = Self.sha256(api.leaf.der)
        let digests = Array(repeating: "\"\(digest.hex)\"", count: 60).joined(separator: ",")
        let text = """
            {"chain":[\(digests)],"policy":"own",\
            "fetched":[{"method":"issuer","certificate":"\(digest.hex)","issuers":[\(digests)]}]}
            """
        let question = try RecordedQuestion(Array(text.utf8))
        #expect(try question.inquiry([digest: api.leaf.der], readers).inquiry.chain.count == 60)
        #expect(reader.count == 1)
    }

    @Test func `is refused if its parts are longer than a daemon records`() throws {
        let part = [UInt8](repeating: 0, count: DecisionInputs.maximumBytes + 1)
        let text = #"{"chain":["\#(Self.sha256(part).hex)"],"policy":"own"}"#
        let question = try RecordedQuestion(Array(text.utf8))
        #expect { try question.inquiry([Self.sha256(part): part], readers) } throws: {
            ($0 as? ReplayFailure)?.detail.contains("longer parts") == true
        }
    }
}

/// Counts how often it reads certificates.
private final class CountingReader: CertificateReading {
    private let reader: OpenSSLCertificateReader
    private let reads = Atomic(0)

    init(reader: OpenSSLCertificateReader) { self.reader = reader }

    var count: Int { reads.load(ordering: .relaxed) }

    func certificates(in bytes: [UInt8], limits: CertificateLimits) throws(CertificateReadingError) -> [Certificate] {
        reads.add(1, ordering: .relaxed)
        return try reader.certificates(in: bytes, limits: limits)
    }

    func readableCertificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (certificates: [Certificate], failures: [CertificateReadingError]) {
        reader.readableCertificates(in: bytes, limits: limits)
    }
}
