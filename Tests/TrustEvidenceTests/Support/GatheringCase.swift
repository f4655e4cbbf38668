import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustTestSupport

/// A hierarchy whose evidence is gathered with a fake fetcher and a fake clock.
final class GatheringCase {
    static let ocsp = "http://ocsp.example/"
    static let crl = "http://crl.example/issuing.crl"

    let root: TestAuthority
    let issuing: TestAuthority
    let leaf: TestCertificate
    let fetcher = FakeFetcher()
    let clock: FakeClock
    private let executor = InlineExecutor()
    let gatherer: EvidenceGatherer

    /// Creates a gatherer without evidence, for new certificates or for those of another case.
    init(
        sharing other: GatheringCase? = nil,
        bounds: EvidenceBounds = EvidenceBounds(followed: 0),
        random: Double = 0,
        reader: (any TaskExecutor)? = nil,
        disk: (any EvidenceArchive)? = nil
    ) throws {
        root = try other?.root ?? TestAuthority.root("Root")
        issuing = try other?.issuing ?? root.issueAuthority("Issuing")
        leaf = try other?.leaf ?? issuing.issueLeaf("api.example.com")
        clock = FakeClock(at: .reference, random: random)
        let evaluation = EvaluationPorts(
            signatures: try #require(OpenSSLSignatureVerifier()),
            evidence: OpenSSLEvidenceVerifier(),
            timestamps: OpenSSLTimestampVerifier(),
            publicSuffixes: try #require(PSLSuffixes())
        )
        gatherer = EvidenceGatherer(
            ports: EvidencePorts(
                fetcher: fetcher,
                clock: clock,
                evidence: OpenSSLEvidenceReader(),
                certificates: OpenSSLCertificateReader(),
                examiner: EvidenceExaminer(ports: evaluation),
                digests: OpenSSLEvidenceVerifier(),
                executor: executor,
                reader: { _ in reader }
            ),
            bounds: bounds,
            disk: disk
        )
    }

    /// Ends the requests that still wait, because each refers to the gatherer until its end.
    deinit {
        let ended = EvidenceResponse.failure(.canceled, .fetcher)
        // Those that wait for others refer to it until their begin.
        fetcher.empty()
        fetcher.answer { _ in ended }
        while fetcher.waitingCount > 0 { fetcher.respond { _ in ended } }
    }

    /// The need of a certificate of the issuing CA.
    func need(
        _ method: EvidenceNeed.Method,
        _ certificate: TestCertificate? = nil,
        at locations: [String]? = nil,
        else alternatives: EvidenceNeed...
    ) throws -> EvidenceNeed {
        let standard = method == .ocsp ? Self.ocsp : Self.crl
        let issuer = method == .issuer ? nil : try issuing.certificate.read()
        var need = try #require(
            EvidenceNeed(
                method,
                about: try (certificate ?? leaf).read(),
                issuedBy: issuer,
                at: locations ?? [standard],
                isRequired: true
            )
        )
        need.alternatives = alternatives
        return need
    }

    /// Gathers evidence, and returns the results delivered so far.
    @discardableResult
    func gather(
        _ needs: EvidenceNeed...,
        within milliseconds: Int64 = 3000,
        for client: ClientShare = .connection(0),
        allowance: FetchAllowance = FetchAllowance()
    ) -> Delivery {
        let delivery = Delivery(executor)
        delivery.task = Task(executorPreference: executor) { [gatherer] in
            let evidence = await gatherer.results(
                for: needs,
                withinMilliseconds: milliseconds,
                for: client,
                allowance
            )
            if !Task.isCancelled { delivery.add(evidence) }
        }
        return delivery
    }

    func response(
        _ status: TestOCSPCertificateStatus = .good,
        about certificate: TestCertificate? = nil,
        digest: TestDigest = .sha256,
        edit: TestAuthority.OCSPResponseEdit = { _ in }
    ) throws -> [UInt8] {
        try issuing.ocspResponse(
            for: certificate ?? leaf,
            status: status,
            digest: digest,
            responder: nil,
            edit: edit
        ).der
    }

    func list(_ edit: TestAuthority.RevocationListEdit = { _ in }) throws -> [UInt8] {
        try issuing.revocationList(edit: edit).der
    }
}

/// The deliveries of one search.
final class Delivery: Sendable {
    private let deliveries = Mutex<[GatheredEvidence]>([])
    private let search = Mutex<Task<Void, Never>?>(nil)
    private let executor: InlineExecutor

    init(_ executor: InlineExecutor) { self.executor = executor }

    var task: Task<Void, Never>? {
        get { search.withLock { $0 } }
        set { search.withLock { $0 = newValue } }
    }

    func cancel() { executor.run { task?.cancel() } }

    var count: Int { deliveries.withLock { $0.count } }

    var results: [GatheredEvidence.Result] { deliveries.withLock { $0.first?.results ?? [] } }

    @Sendable func add(_ evidence: GatheredEvidence) { deliveries.withLock { $0.append(evidence) } }

    /// The origins of the answers and the codes of the failures, such as `network` or `timedOut`.
    var summary: [String] {
        results.map { result in
            (result.failures.map(\.code.rawValue) + [result.origin?.name ?? "none"]).joined(separator: " ")
        }
    }
}

extension TestCertificate {
    func read() throws -> Certificate {
        try OpenSSLCertificateReader().certificates(in: der, limits: CertificateLimits())[0]
    }
}

extension Instant {
    static let reference = Instant(secondsSince1970: TestInstant.reference.secondsSince1970)
}
