import FileAccess
import TrustAPI
import TrustOpenSSL

/// A chain for which there is a forecast.
enum ForecastSource: Sendable {
    case chain(ChainSource)
    /// A question of a log.
    case recorded(ReplayQuestion, RecordedQuestion.Readers)

    /// The first bytes of each file of a log.
    private static var logStart: [UInt8] { Array(#"{"run":"#.utf8) }

    /// Returns whether a source is a file of a log, or a directory.
    static func isLog(_ source: ChainSource) throws(CommandFailure) -> Bool {
        guard case .any(let path) = source, let kind = try? LocalFiles.kind(of: path) else { return false }
        // Other files, such as pipes, cannot be read twice.
        guard kind == .file else { return kind == .directory }
        return try InputPieces(path).nextBytes().starts(with: logStart)
    }

    /// Returns sources for the questions of a log.
    static func all(in questions: [ReplayQuestion]) -> [ForecastSource] {
        let readers = RecordedQuestion.Readers(
            certificates: OpenSSLCertificateReader(),
            evidence: OpenSSLEvidenceReader()
        )
        return questions.map { .recorded($0, readers) }
    }
}
