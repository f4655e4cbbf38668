import StructuredDocuments
import TrustAPI
import TrustModel

/// The results of test cases as text and as JSON.
struct PolicyTestReport {
    let results: [PolicyTestRun.Result]

    var failureCount: Int { results.count { !$0.isPassed } }

    /// A line for each case, with the differences and the reasons of failed ones, then a line with the numbers.
    var text: String {
        let lines = results.flatMap { result -> [String] in
            let place = result.testCase.file + (result.testCase.line.map { ":\($0)" } ?? "")
            let head = "\(result.isPassed ? "passed" : "FAILED") \(place): \(result.testCase.name)"
            guard !result.isPassed else { return [head] }
            let reasons = (result.verdict?.reasons ?? []).filter { $0.severity != .notice }
            return [head] + result.problems.map { "  " + $0 }
                + reasons.map { "  \($0.severity.rawValue) \($0.code.name): \($0.message)" }
        }
        let summary = "\(results.count - failureCount) passed, \(failureCount) failed"
        return (lines + [summary]).map { QuotedText.printable($0) + "\n" }.joined()
    }

    /// The numbers and an object for each case, with the verdict as in a response of the API.
    func json(identifier: DecisionID) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("passed", results.count - failureCount)
            writer.member("failed", failureCount)
            writer.member("cases", results) { writer, result in
                writer.object { writer in
                    writer.member("file", result.testCase.file)
                    writer.member("line", result.testCase.line)
                    writer.member("name", result.testCase.name)
                    writer.member("passed", result.isPassed)
                    writer.member("problems", result.problems)
                    guard let verdict = result.verdict else { return }
                    writer.key("verdict")
                    writer.verdict(VerdictEncoder.json(verdict, id: identifier, nonce: nil))
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
