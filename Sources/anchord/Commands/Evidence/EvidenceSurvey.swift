import Dispatch
import Glibc
import Synchronization
import TrustEvaluation
import TrustEvidence
import TrustModel

/// Fetches all evidence that the certificates of a chain name, each location once.
struct EvidenceSurvey {
    /// The result of one location.
    struct Row {
        let method: EvidenceNeed.Method
        /// The subject of the certificate that names the location.
        let subject: String
        let location: String
        /// Nil if the evidence was fetched and verified.
        let failure: FetchFailureCode?
        let milliseconds: Int
        /// The bytes of the evidence; nil without evidence.
        let bytes: Int?
        /// The status of the certificate; nil for issuers.
        let status: EvidenceUse.Outcome?

        var isFailure: Bool { failure != nil || status == .revoked }
    }

    /// The maximum number of issuers that are looked for.
    private static let maximumIssuers = 8

    let gatherer: EvidenceGatherer
    let examiner: EvidenceExaminer
    let timeout: Duration

    /// Returns one row for each location, leaf first; missing issuers are fetched before evidence.
    func rows(of input: [Certificate]) -> [Row] {
        var certificates = input
        var rows: [Row] = []
        var index = 0
        while index < certificates.count, rows.count < Self.maximumIssuers {
            let certificate = certificates[index]
            index += 1
            guard issuer(of: certificate, among: certificates) == nil else { continue }
            let needs = needs(.issuer, of: certificate, issuedBy: nil)
            for result in gather(needs) {
                rows.append(row(of: result))
                certificates += result.issuers.filter { examiner.isIssued(certificate, by: $0) }
            }
        }
        var evidence: [EvidenceNeed] = []
        for certificate in certificates {
            guard let issuer = issuer(of: certificate, among: certificates), issuer != certificate else { continue }
            evidence += needs(.ocsp, of: certificate, issuedBy: issuer)
            evidence += needs(.crl, of: certificate, issuedBy: issuer)
        }
        return rows + gather(evidence).map(row)
    }

    private func issuer(of certificate: Certificate, among certificates: [Certificate]) -> Certificate? {
        certificates.first { examiner.isIssued(certificate, by: $0) }
    }

    /// Returns one need for each location, so that the results of all locations are known.
    private func needs(
        _ method: EvidenceNeed.Method,
        of certificate: Certificate,
        issuedBy issuer: Certificate?
    ) -> [EvidenceNeed] {
        let extensions = certificate.facts.extensions
        let locations =
            switch method {
            case .ocsp: extensions.ocspLocations
            case .crl: extensions.crlLocations
            case .issuer: extensions.issuerLocations
            }
        return locations.prefix(EvidenceNeed.maximumLocations).compactMap { location in
            EvidenceNeed(method, about: certificate, issuedBy: issuer, at: [location], isRequired: true)
        }
    }

    /// Waits for the results of all needs; on a terminal, standard error shows the elapsed time each second.
    private func gather(_ needs: [EvidenceNeed]) -> [GatheredEvidence.Result] {
        guard !needs.isEmpty else { return [] }
        let results = Mutex<[GatheredEvidence.Result]>([])
        let end = DispatchSemaphore(value: 0)
        // An OCSP request can be repeated by POST and with SHA-1, and a fetch can wait for the process to start.
        let milliseconds = 3 * timeout.components.seconds * 1000 + 5000
        // The operator chose the chain, and asks for each of its locations.
        let allowance = FetchAllowance(issuers: .max, attempts: .max)
        Task(executorPreference: QueueExecutor(DispatchQueue(label: "anchord.survey"))) { [gatherer] in
            let gathered = await gatherer.results(for: needs, withinMilliseconds: milliseconds, allowance)
            results.withLock { $0 = gathered.results }
            end.signal()
        }
        let showsProgress = isatty(StandardStream.error.rawValue) == 1
        var seconds = 0
        while end.wait(timeout: .now() + .seconds(1)) == .timedOut {
            seconds += 1
            guard showsProgress else { continue }
            let running = gatherer.figures.fetches
            StandardStream.writeMessage("anchord: \(running) of \(needs.count) fetches running after \(seconds) s\n")
        }
        return results.withLock { $0 }
    }

    private func row(of result: GatheredEvidence.Result) -> Row {
        let need = result.need
        let failure = result.failures.last
        var milliseconds = failure?.milliseconds ?? 0
        if failure == nil, case .network(_, let duration) = result.origin { milliseconds = duration }
        let pieces =
            result.evidence.lists.map(\.der.count) + result.evidence.responses.map(\.der.count)
            + result.issuers.map(\.der.count)
        return Row(
            method: need.method,
            subject: need.certificate.facts.displayName,
            location: need.locations[0],
            failure: failure?.code,
            milliseconds: milliseconds,
            bytes: pieces.isEmpty ? nil : pieces.reduce(0, +),
            status: need.method == .issuer ? nil : failure == nil ? status(in: result) : .unknown
        )
    }

    /// Returns the status in evidence that the gatherer verified.
    private func status(in result: GatheredEvidence.Result) -> EvidenceUse.Outcome {
        let certificate = result.need.certificate.facts
        if let list = result.evidence.lists.first {
            return list.facts.entry(for: certificate) == nil ? .good : .revoked
        }
        let answers = (result.evidence.responses.first?.answer?.facts.responses ?? [])
            .filter { $0.certificateID.serialNumber == certificate.serialNumber }.map(\.status)
        if answers.contains(where: \.isRevoked) { return .revoked }
        return answers.contains(.good) ? .good : .unknown
    }
}

extension OCSPAnswerFacts.CertificateStatus {
    fileprivate var isRevoked: Bool { if case .revoked = self { true } else { false } }
}
