import RootPrograms
import StructuredDocuments
import TrustEvaluation
import TrustOpenSSL
import TrustPolicies

extension ParserHarness {
    /// The data of a root program; the first byte selects the format.
    static let roots = ParserHarness("roots", maximumLength: 4096) { input throws(BrokenRule) in
        guard let first = input.first else { return .rejected }
        let bytes = Array(input.dropFirst())
        let data: RootProgramData
        do throws(RootProgramMessage) {
            data = try rootProgramData(bytes, format: first)
        } catch {
            try checkLines([error], in: bytes)
            return .rejected
        }
        try checkLines(data.warnings, in: bytes)
        try checkDocument(of: data)
        return .accepted
    }

    private static func rootProgramData(
        _ bytes: [UInt8],
        format: UInt8
    ) throws(RootProgramMessage) -> RootProgramData {
        let reader = OpenSSLCertificateReader()
        switch format % 3 {
        case 0: return try NSSCertificateData.constraints(in: bytes, reader: reader)
        case 1:
            // The bytes may contain the PEM of the certificates in comments.
            let certificates = reader.readableCertificates(in: bytes, limits: CertificateLimits()).certificates
            return try ChromeRootStore.constraints(in: bytes, certificates: certificates)
        default: return try CCADBReport.constraints(in: bytes, reader: reader)
        }
    }

    private static func checkLines(_ messages: [RootProgramMessage], in bytes: [UInt8]) throws(BrokenRule) {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        for message in messages {
            try require(
                (1...lines + 1).contains(message.line),
                "line \(message.line) is one of the \(lines) of the file"
            )
            try require(!message.text.isEmpty, "a message has a text")
        }
    }

    /// Reads the written document as a key of a policy.
    private static func checkDocument(of data: RootProgramData) throws(BrokenRule) {
        guard !data.constraints.isEmpty else { return }
        let text = ConstraintDocument.text(of: data, source: "Test", asOf: "2026-10-01")
        do throws(DocumentError) {
            guard case .mapping(let entries) = try YAMLDocument.parse(Array(text.utf8)).content else {
                throw DocumentError(detail: "the document is not a mapping")
            }
            let evaluator = DocumentNode.Entry(key: "evaluator", value: DocumentNode(.string("default")))
            _ = try InlinePolicy.decode(
                DocumentNode(.mapping(entries + [evaluator])),
                pointerPrefix: "",
                ports: Daemon.documents,
                systemAnchors: Daemon.noAnchors,
                limits: CertificateLimits()
            )
        } catch {
            throw BrokenRule(description: "a written document is valid: \(error.issues) in \(text)")
        }
    }
}
