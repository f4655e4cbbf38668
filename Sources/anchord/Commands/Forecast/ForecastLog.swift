import TrustAPI

/// The numbers of questions of the logs that a forecast reads.
struct ForecastLog: Sendable {
    /// The number of questions.
    let questions: Int
    /// The number of older questions without a forecast, rather too high: one that occurs again is counted again.
    let leftOut: Int
    /// The number of questions whose chain is not allowed now.
    var deniedNow = 0

    /// The numbers as a clause.
    var text: String {
        let parts = [
            "\(questions) questions of the log",
            deniedNow > 0 ? "\(deniedNow) denied already" : nil,
            leftOut > 0 ? "up to \(leftOut) older ones left out" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
            + "; blocks, and floors without --floors, are not considered"
    }

    /// The numbers as an object, in one line.
    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("log") { writer in
                writer.member("questions", questions)
                writer.member("deniedNow", deniedNow)
                writer.member("leftOut", leftOut)
                writer.member("notConsidered", ["blocks", "floors without --floors"])
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
