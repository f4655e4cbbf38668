package import MicrohttpdServer
package import StructuredDocuments
package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// The one place where errors of the targets below become problems.
extension Problem {
    /// A text that is not JSON.
    package init(_ error: JSONReader.SyntaxError) {
        self.init(.malformedJSON, "At byte \(error.offset): \(error.reason).")
    }

    /// A request whose parts are wrong.
    package init(_ error: DocumentError) {
        self.init(error, code: .invalidRequest)
    }

    /// An inline policy whose parts are wrong; where all that is wrong is that certificates in it cannot be read, the
    /// problem that a chain with the first of them would be.
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

    /// A chain that cannot be read; the pointer says where in the request it stands.
    package init(_ error: CertificateReadingError, pointer: String) {
        let clause = "\(error)" + (error.code.configurationKey.map { " (\($0))" } ?? "")
        let issue = DocumentIssue(pointer: pointer, detail: clause)
        self.init(ProblemCode(error.code), Self.sentence(clause), errors: [issue])
    }

    /// Revocation evidence that cannot be read; the pointer says where in the request it stands.
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

    /// A failure of a library that says nothing about the request, which may succeed when it is sent again.
    package init(_ error: LibraryFailure) {
        self.init(.internalFailure, Self.sentence(error.reason))
    }

    /// A policy that does not exist.
    package init(_ error: PolicyLookupError) {
        let code: ProblemCode =
            switch error.code {
            case .unknownPolicySet: .unknownPolicySet
            case .unknownPolicy: .unknownPolicy
            }
        self.init(code, Self.sentence("\(error)"))
    }

    /// A clause as a sentence.
    private static func sentence(_ clause: String) -> String {
        let bytes = clause.utf8
        let isUncapitalized = bytes.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
        let start =
            isUncapitalized
            ? String(clause.unicodeScalars.prefix(1)).uppercased() + String(clause.unicodeScalars.dropFirst()) : clause
        return start + (bytes.last.map(".?".utf8.contains) ?? false ? "" : ".")
    }

    /// A request that the server refused before it could be answered.
    package init(_ failure: HTTPFailure) {
        switch failure {
        case .malformedRequest(let reason):
            self.init(.malformedRequest, reason)
        case .bodyTooLarge(let limit):
            self.init(
                .bodyTooLarge,
                "The body has more than \(limit) bytes (limits.bodyBytes; limits.batchBytes for a batch)."
            )
        case .unsupportedTransferEncoding(let encoding):
            let shown = QuotedText.excerpt(encoding)
            self.init(.unsupportedTransferEncoding, "The transfer encoding \(shown) is not supported, only chunked.")
        case .expectationFailed:
            self.init(.expectationFailed, "Only the expectation 100-continue is known.")
        case .requestTimeout:
            self.init(.requestTimeout, "The whole request must arrive within the request timeout.")
        case .tooManyConnections(let seconds):
            self.init(
                .tooManyConnections,
                "The server has as many connections as it may.",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .tooManyBatches(let seconds):
            self.init(
                .tooManyBatches,
                "The server has as many batches under way as it may.",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .tooManyBatchesFromAddress(let seconds):
            self.init(
                .tooManyBatchesFromAddress,
                "This address has as many batches under way as it may (limits.batchesPerAddress).",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .tooManyBufferedBytes(let seconds):
            self.init(
                .tooManyBufferedBytes,
                "The bodies and answers of all requests hold as many bytes as they may (limits.bufferedBytes).",
                headers: ["Retry-After": "\(seconds)"]
            )
        case .serverEnding:
            self.init(.serverEnding, "Send the items that were not answered again.", headers: ["Retry-After": "1"])
        case .tooManyConnectionsFromAddress(let seconds):
            self.init(
                .tooManyConnectionsFromAddress,
                "This address has as many connections as it may.",
                headers: ["Retry-After": "\(seconds)"]
            )
        }
    }
}

extension DocumentIssue {
    /// The issue of an inline policy with the key that sets the bound which it exceeds, where there is one.
    fileprivate var namingConfigurationKey: DocumentIssue {
        guard let unreadable, let key = unreadable.configurationKey else { return self }
        return DocumentIssue(pointer: pointer, line: line, detail: "\(detail) (\(key))", unreadable: unreadable)
    }
}

extension CertificateReadingError.Code {
    /// The key of the configuration that sets the bound which a request has exceeded; nil where there is none.
    fileprivate var configurationKey: String? {
        switch self {
        case .tooManyCertificates: "limits.certificates"
        case .certificateTooLarge: "limits.certificateBytes"
        default: nil
        }
    }
}

extension ProblemCode {
    /// The problem that an unreadable certificate is, in a chain as in an inline policy.
    fileprivate init(_ code: CertificateReadingError.Code) {
        self =
            switch code {
            case .noCertificate: .noCertificate
            case .malformedPEM: .malformedPEM
            // Keys are read as pins only, where a certificate may stand as well.
            case .malformedCertificate, .malformedPublicKey: .malformedCertificate
            case .privateKey: .privateKey
            case .tooManyCertificates: .tooManyCertificates
            case .certificateTooLarge: .certificateTooLarge
            case .boundExceeded: .boundExceeded
            }
    }
}
