import TrustModel
import TrustService

/// The part of decisions that a log has, which the line of each run states.
struct DecisionScope: Sendable {
    /// The version of the format.
    private static let format = 1

    /// The content of lines about verdicts.
    let content: DecisionContent
    /// The part of the allowed verdicts.
    let sample: DecisionSample
    /// The kinds of names that are masked.
    let masked: [String]

    /// Writes the line of a run.
    func write(_ run: DecisionRun, to writer: inout JSONWriter) {
        writer.member("run", run.id.description)
        writer.member("time", run.time.instant)
        writer.member("format", Self.format)
        writer.member("number", Int(run.number))
        writer.member("version", run.version)
        writer.member("record", content.rawValue)
        if !sample.isAll {
            writer.key("sample")
            writer.number(copying: sample.text)
        }
        if !masked.isEmpty { writer.member("masked", masked) }
    }
}
