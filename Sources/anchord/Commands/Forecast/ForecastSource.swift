import FileAccess
import TrustAPI

/// A chain for which there is a forecast.
enum ForecastSource: Sendable {
    case chain(ChainSource)
    /// A question of a log, with a text that names it.
    case recorded(String, ReplayQuestion, RecordedQuestion.Readers)

    /// The first bytes of each file of a log.
    private static var logStart: [UInt8] { Array(#"{"run":"#.utf8) }

    /// Returns sources in their order, with the questions of logs in place of their files.
    static func all(in sources: [ChainSource]) throws(CommandFailure) -> [ForecastSource] {
        var all: [ForecastSource] = []
        for source in sources {
            if case .any(let path) = source, try isLog(path) {
                all += try RecordedQuestions.sources(in: DecisionFileList([path]))
            } else {
                all.append(.chain(source))
            }
        }
        return all
    }

    private static func isLog(_ path: String) throws(CommandFailure) -> Bool {
        guard let kind = try? LocalFiles.kind(of: path) else { return false }
        // Other files, such as pipes, cannot be read twice.
        guard kind == .file else { return kind == .directory }
        return try InputPieces(path).nextBytes().starts(with: logStart)
    }
}
