import Foundation
import Testing
import TrustModel

@testable import TrustEvaluation

@Suite struct `A moment` {
    private let moment = Moment.reference

    private func second(_ seconds: Int64) -> Instant { .reference.adding(seconds: seconds) }

    @Test func `is stable forever if nothing was compared, or only with the past`() {
        #expect(moment.hasEnded(second(-1)))
        #expect(moment.hasBegun(second(0)))
        #expect(moment.stableUntil == Instant(secondsSince1970: .max))
        #expect(moment.pathEnd == nil)
    }

    @Test func `is stable until the first period ends that has not ended`() {
        #expect(!moment.hasEnded(second(9)))
        #expect(!moment.hasEnded(second(5)))
        #expect(!moment.hasEnded(second(7)))
        #expect(moment.stableUntil == second(5))
        #expect(moment.pathEnd == second(5))
    }

    @Test func `is stable until the second before the first period that has not begun`() {
        #expect(!moment.hasBegun(second(5)))
        #expect(!moment.hasBegun(second(9)))
        #expect(moment.stableUntil == second(4))
        #expect(moment.pathEnd == nil)
    }

    @Test func `is stable for its own second if it is quoted`() {
        #expect(moment.quoted == second(0))
        #expect(!moment.hasEnded(second(5)))
        #expect(moment.stableUntil == second(0))
    }

    @Test func `finds the next of several times`() {
        #expect(moment.last(before: [second(-5), second(0)]) == nil)
        #expect(moment.stableUntil == Instant(secondsSince1970: .max))
        #expect(moment.last(before: [second(-5), second(0), second(3), second(8)]) == second(2))
        #expect(moment.stableUntil == second(2))
    }

    @Test func `drops the ends of an earlier path, but remains stable only until these`() {
        #expect(!moment.hasEnded(second(5)))
        moment.beginPath()
        moment.limitPath(to: second(9))
        moment.limitPath(to: second(-1))
        #expect(moment.pathEnd == second(9))
        #expect(moment.stableUntil == second(5))
    }

    @Test func `compares the clock of the machine apart from the time of evaluation`() {
        let moment = Moment(EvaluationTime(.reference, clock: second(100)))
        #expect(moment.hasEndedByClock(second(99)))
        #expect(moment.clockSeconds == nil)
        #expect(!moment.hasEndedByClock(second(130)))
        #expect(!moment.hasEndedByClock(second(110)))
        #expect(moment.clockSeconds == 10)
        #expect(moment.stableUntil == Instant(secondsSince1970: .max))
        let floor = Moment(EvaluationTime(.reference, clock: second(100)).withoutClock)
        #expect(floor.hasEndedByClock(second(130)))
    }

    @Test(arguments: [(nil, 0), (0, 0), (1, 0), (60, 59)])
    func `is stable for as long as a script allows`(span: Int64?, seconds: Int64) {
        _ = moment.asking { _ in ScriptDecision(.allowed, span: span) }
        #expect(moment.stableUntil == second(seconds))
    }
}

/// Compiles a rule and an evaluator that compare the time.
@Suite struct `The time of an evaluation` {
    /// Returns the errors of the compiler, given the condition of a rule or of an evaluator.
    private func errors(inRule rule: String = "true", inEvaluator evaluator: String = "true") throws -> String {
        let source = """
            @testable import TrustEvaluation
            @testable import TrustModel

            let last = Instant(secondsSince1970: 0)

            struct ExampleRule: Rule {
                static let name = "example"

                func evaluate(_ context: PathContext) -> RuleOutcome {
                    .applied([], why: \(rule) ? "ended" : "valid")
                }
            }

            func isAccepted(_ question: TrustQuestion, in session: EvaluationSession) -> Bool {
                \(evaluator)
            }
            """
        let file = FileManager.default.temporaryDirectory.appending(path: "anchord-\(UUID().uuidString).swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let modules = program.deletingLastPathComponent().appending(path: "Modules")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc", "-typecheck", "-parse-as-library", "-I", modules.path, file.path]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect((process.terminationStatus == 0) == text.isEmpty)
        return text
    }

    @Test func `can be asked by rules and evaluators`() throws {
        #expect(
            try errors(inRule: "context.time.hasEnded(last)", inEvaluator: "session.time.hasBegun(last)").isEmpty
        )
    }

    @Test(arguments: ["context.time.instant > last", "context.time.clock ?? last > last"])
    func `cannot be read by a rule`(comparison: String) throws {
        #expect(try errors(inRule: comparison).contains("is inaccessible due to 'private' protection level"))
    }

    @Test(arguments: ["question.time.instant > last", "question.time.clock ?? last > last"])
    func `cannot be read by an evaluator`(comparison: String) throws {
        #expect(try errors(inEvaluator: comparison).contains("is inaccessible due to 'fileprivate' protection level"))
    }
}
