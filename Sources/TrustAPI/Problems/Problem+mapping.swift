package import MicrohttpdServer
package import StructuredDocuments
package import TrustEvaluation
package import TrustModel
package import TrustPolicies
package import TrustService

/// Converts the errors of the other modules to problems.
extension Problem {
    /// Creates the problem for a text that is not valid JSON.
    package init(_ error: JSONReader.SyntaxError) {
        self.init(.malformedJSON, "At byte \(error.offset): \(error.reason).")
    }

    /// Creates the problem for a body that is not a valid form.
    init(_ error: FormReader.SyntaxError) {
        self.init(.malformedForm, "At byte \(error.offset): \(error.reason).")
    }

    /// Creates the problem for a request with invalid members.
    package init(_ error: DocumentError) {
        self.init(error, code: .invalidRequest)
    }

    /// Creates the problem for an inquiry without a verdict.
    ///
    /// - Throws: ``HTTPFailure`` if the server refused to let the request wait.
    init(_ error: InquiryError) throws(HTTPFailure) {
        if case .waitRefused(let error) = error { throw error as? HTTPFailure ?? .stoppedSuspension }
        self.init(ofUnanswered: error)
    }

    /// Creates the problem for an inquiry without a verdict that did not have to wait.
    package init(ofUnanswered error: InquiryError) {
        switch error {
        case .unknownPolicy(let error): self.init(error)
        case .inlinePoliciesDisabled:
            self.init(
                .invalidPolicy,
                "Inline policies are disabled (inlinePolicies); use the name of a policy set.",
                errors: [DocumentIssue(pointer: "/policy", detail: "inline policies are disabled")]
            )
        case .invalidPolicy(let error): self.init(ofInlinePolicy: error)
        case .hostRequired:
            self.init(
                .hostRequired,
                "The policy validates the host: give the host in the request's `host`.",
                errors: [DocumentIssue(pointer: "/host", detail: "the policy requires a host")]
            )
        case .evidenceNotSought(let exceedsAllowance):
            self.init(
                .tooManyWaitingRequests,
                exceedsAllowance
                    ? "The certificates need more fetches or more time than one request has: no one looked for some of "
                        + "the evidence. Send the request again, with the missing certificates and evidence if you can."
                    : "No one looked for some of the evidence about this chain in time, because too many fetches are in "
                        + "progress or anchord-fetcher does not respond; send the request again.",
                headers: ["Retry-After": "1"]
            )
        case .waitRefused: self.init(.stoppedSuspension)
        case .notRecorded:
            self.init(
                .decisionNotRecorded,
                "The log of decisions is full (decisions.queue), and no decision may be given without a record "
                    + "(decisions.onFull); send the request again.",
                headers: ["Retry-After": "1"]
            )
        }
    }

    /// Creates the problem for an inquiry without a verdict, also of one whose wait ended; `mayRead` is whether the client may learn the
    /// names of policies.
    init(_ error: InquiryError, mayRead: Bool) {
        let problem: Problem
        do throws(HTTPFailure) { problem = try Problem(error) } catch { problem = Problem(error) }
        self = mayRead ? problem.forReaders : problem
    }

    /// Creates the problem for an invalid inline policy.
    ///
    /// If every error is an unreadable certificate, the problem has the code for the first of these certificates.
    package init(ofInlinePolicy error: DocumentError) {
        let unreadable = error.issues.compactMap(\.unreadable)
        let code = unreadable.count == error.issues.count ? unreadable.first : nil
        let named = DocumentError(error.issues.map(\.namingConfigurationKey))
        self.init(named, code: code.map { ProblemCode($0) } ?? .invalidPolicy)
    }

    private init(_ error: DocumentError, code: ProblemCode) {
        let places = error.issues.map { $0.pointer.isEmpty ? $0.detail : "\($0.pointer): \($0.detail)" }
        self.init(code, Self.sentence(places.joined(separator: "; ")), errors: error.issues)
    }

    /// Creates the problem for an unreadable chain at a JSON pointer into the request.
    package init(_ error: CertificateReadingError, pointer: String) {
        let clause = "\(error)" + (error.code.configurationKey.map { " (\($0))" } ?? "")
        let issue = DocumentIssue(pointer: pointer, detail: clause)
        self.init(ProblemCode(error.code), Self.sentence(clause), errors: [issue])
    }

    /// Creates the problem for unreadable revocation evidence at a JSON pointer into the request.
    package init(_ error: EvidenceReadingError, pointer: String) {
        let code: ProblemCode =
            switch error.code {
            case .noEvidence, .malformedEvidence: .malformedEvidence
            case .malformedPEM: .malformedPEM
            case .privateKey: .privateKey
            case .tooManyPieces, .pieceTooLarge: .tooMuchEvidence
            case .boundExceeded: .boundExceeded
            }
        let clause = "\(error)" + (code == .tooMuchEvidence ? ", a fixed bound" : "")
        let issue = DocumentIssue(pointer: pointer, detail: clause)
        self.init(code, Self.sentence(clause), errors: [issue])
    }

    /// Creates the problem for a failed reload, with the first problems of the policy files.
    package init(ofReload error: PolicyLoadError) {
        let listed = error.problems.prefix(DocumentIssues.maximum)
        let more = error.problems.count - listed.count
        let unlisted = more > 0 ? [PolicyProblem(file: "", detail: "\(more) more problems are not listed")] : []
        let all = Array(listed) + unlisted
        self.init(
            .reloadFailed,
            Self.sentence(all.map(\.description).joined(separator: "; ")),
            policyProblems: all
        )
    }

    /// Creates the problem for a library failure; since the request did not cause it, a retry may succeed.
    package init(_ error: LibraryFailure) {
        self.init(.internalFailure, Self.sentence(error.reason))
    }

    /// Creates the problem for a policy or policy set that does not exist; only ``forReaders`` names those that exist.
    package init(_ error: PolicyLookupError) {
        let code: ProblemCode =
            switch error.code {
            case .unknownPolicySet: .unknownPolicySet
            case .unknownPolicy: .unknownPolicy
            }
        self.init(code, Self.sentence(error.reason), forReaders: Self.sentence("\(error)"))
    }

    /// Returns a clause as a sentence: capitalized, with a final period.
    static func sentence(_ clause: String) -> String {
        let bytes = clause.utf8
        let isUncapitalized = bytes.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
        let start =
            isUncapitalized
            ? String(clause.unicodeScalars.prefix(1)).uppercased() + String(clause.unicodeScalars.dropFirst()) : clause
        return start + (bytes.last.map(".?".utf8.contains) ?? false ? "" : ".")
    }

    /// Creates the problem for a request that the HTTP server rejected.
    package init(_ failure: HTTPFailure) {
        switch failure {
        case .malformedRequest(let reason):
            self.init(.malformedRequest, reason)
        case .bodyTooLarge(let limit):
            self.init(
                .bodyTooLarge,
                "The body is larger than \(limit) bytes (limits.bodyBytes; limits.batchBytes for a batch)."
            )
        case .unsupportedTransferEncoding(let encoding):
            let shown = QuotedText.excerpt(encoding)
            self.init(.unsupportedTransferEncoding, "The transfer encoding \(shown) is not supported; use chunked.")
        case .expectationFailed:
            self.init(.expectationFailed, "The only supported expectation is 100-continue.")
        case .requestTimeout:
            self.init(
                .requestTimeout,
                "The request did not arrive completely in time (timeouts.request; between batch items timeouts.idle)."
            )
        case .tooManyConnections(let seconds):
            self.init(
                .tooManyConnections,
                "The server has reached its limit of open connections (limits.connections).",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .tooManyBatches(let seconds):
            self.init(
                .tooManyBatches,
                "The server has reached its limit of batches in progress (limits.batches).",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .tooManyBatchesFromAddress(let seconds):
            self.init(
                .tooManyBatchesFromAddress,
                "This address has reached its limit of batches in progress (limits.batchesPerAddress).",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .tooManyBufferedBytes(let seconds):
            self.init(
                .tooManyBufferedBytes,
                "The bodies and responses of all requests have reached the memory limit (limits.bufferedBytes).",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .serverEnding:
            self.init(
                .serverEnding,
                "The service is stopping; send the unanswered items again.",
                headers: ["Retry-After": "1"]
            )
        case .tooManyConnectionsFromAddress(let seconds):
            self.init(
                .tooManyConnectionsFromAddress,
                "This address has reached its limit of open connections (limits.connectionsPerAddress).",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .outdated(let seconds):
            self.init(
                .answersOutdated,
                "The blocks have changed since some items were evaluated; send the batch again.",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .tooManySuspended, .tooManySuspendedOfClient, .answerTimeout, .stoppedWhileSuspended:
            self.init(ofWait: failure)
        }
    }

    /// Creates the problem for a request that waited too long, or could not wait.
    private init(ofWait failure: HTTPFailure) {
        let (code, detail): (ProblemCode, String) =
            switch failure {
            case .tooManySuspended:
                (.tooManyWaitingRequests, "The server has reached its limit of waiting requests (limits.waiting).")
            case .tooManySuspendedOfClient:
                (
                    .tooManyWaitingRequests,
                    "This client has reached its share of the waiting requests (limits.waiting)."
                )
            case .answerTimeout: (.answerTimeout, "The response was not available in time; send the request again.")
            default: (.serverEnding, "The service is stopping; send the request again.")
            }
        self.init(code, detail, headers: failure.retryAfterSeconds.map { ["Retry-After": "\($0)"] } ?? [:])
    }
}

extension DocumentIssue {
    /// The issue; if an inline policy exceeds a configured limit, the detail also names the configuration key.
    fileprivate var namingConfigurationKey: DocumentIssue {
        guard let unreadable, let key = unreadable.configurationKey else { return self }
        return DocumentIssue(pointer: pointer, line: line, detail: "\(detail) (\(key))", unreadable: unreadable)
    }
}

extension CertificateReadingError.Code {
    /// The configuration key of the limit that the request exceeds; nil for other errors.
    fileprivate var configurationKey: String? {
        switch self {
        case .tooManyCertificates: "limits.certificates"
        case .certificateTooLarge: "limits.certificateBytes"
        default: nil
        }
    }
}

extension ProblemCode {
    fileprivate init(_ code: CertificateReadingError.Code) {
        self =
            switch code {
            case .noCertificate: .noCertificate
            case .malformedPEM: .malformedPEM
            // Public keys are read only as pins, and a pin may also be a certificate, so both errors share one code.
            case .malformedCertificate, .malformedPublicKey: .malformedCertificate
            case .privateKey: .privateKey
            case .tooManyCertificates: .tooManyCertificates
            case .certificateTooLarge: .certificateTooLarge
            case .boundExceeded: .boundExceeded
            }
    }
}
