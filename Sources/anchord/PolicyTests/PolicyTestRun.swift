import FileAccess
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// The evaluation of test cases under the policies of a directory.
struct PolicyTestRun {
    /// The result of one case.
    struct Result {
        let testCase: PolicyTestCase
        /// The differences between the verdict and the expectation, or the reason why there is no verdict.
        let problems: [String]
        let verdict: Verdict?

        var isPassed: Bool { problems.isEmpty }
    }

    let evaluations: Evaluations
    let snapshot: PolicySnapshot
    let documents: DocumentPorts
    /// The folder of the test files, to which their paths are relative.
    let folder: String

    /// Evaluates a case at its time, or else at the given time.
    func result(of testCase: PolicyTestCase, now: Instant) -> Result {
        do throws(CaseFailure) {
            let inquiry = try inquiry(testCase)
            let verdict: Verdict
            do throws(InquiryError) {
                verdict = try evaluations.verdict(on: inquiry, under: snapshot, now: now)
            } catch {
                throw CaseFailure(
                    reason: AnswerChannel.commandLine.adapted(Problem(ofUnanswered: error).forReaders.detail)
                )
            }
            return Result(
                testCase: testCase,
                problems: testCase.expectation.differences(from: verdict),
                verdict: verdict
            )
        } catch {
            return Result(testCase: testCase, problems: [error.reason], verdict: nil)
        }
    }

    /// The reason why a case cannot be evaluated.
    private struct CaseFailure: Error {
        let reason: String
    }

    private func inquiry(_ testCase: PolicyTestCase) throws(CaseFailure) -> Inquiry {
        var evidence = RevocationEvidence()
        for item in testCase.crls {
            evidence.lists += try read(item) { bytes throws(EvidenceReadingError) in
                try documents.evidence.revocationLists(in: bytes, limits: .policies)
            }
        }
        for item in testCase.ocsp {
            evidence.responses += try read(item) { bytes throws(EvidenceReadingError) in
                [try documents.evidence.ocspResponse(in: bytes, limits: .policies)]
            }
        }
        let timestamps = try testCase.scts.map { text throws(CaseFailure) in try Self.timestamps(text) }
        let chain = try read(testCase.chain) { bytes throws(CertificateReadingError) in
            try documents.certificates.certificates(in: bytes, limits: CertificateLimits())
        }
        guard !chain.isEmpty else { throw CaseFailure(reason: "the chain has no certificate") }
        return Inquiry(
            chain: chain,
            host: testCase.host,
            policy: .named(testCase.policy),
            instant: testCase.instant,
            evidence: evidence,
            timestamps: timestamps.flatMap(\.self)
        )
    }

    /// Reads one certificate timestamp or a list in base64.
    private static func timestamps(_ text: String) throws(CaseFailure) -> [TimestampElement] {
        let bytes: [UInt8]
        do throws(Base64.DecodingError) {
            bytes = try Base64.decode(Array(text.utf8)[...])
        } catch {
            throw CaseFailure(reason: "scts: the text is not base64: it \(error.reason)")
        }
        do throws(EvidenceReadingError) {
            return try OpenSSLEvidenceReader().timestamps(in: bytes)
        } catch {
            throw CaseFailure(reason: "scts: \(error)")
        }
    }

    /// Reads PEM text, or a file relative to the folder.
    private func read<Value, Failure: Error>(
        _ item: String,
        _ parse: ([UInt8]) throws(Failure) -> Value
    ) throws(CaseFailure) -> Value {
        let text = Array(item.utf8)
        let name = PEMText.hasBlock(in: text) ? "the PEM text" : item
        let bytes: [UInt8]
        do throws(CommandFailure) {
            bytes = PEMText.hasBlock(in: text) ? text : try InputFile.bytes(of: LocalFiles.path(item, from: folder))
        } catch {
            throw CaseFailure(reason: error.messages.joined(separator: "; "))
        }
        do throws(Failure) {
            return try parse(bytes)
        } catch {
            throw CaseFailure(reason: "\(name): \(error)")
        }
    }
}
