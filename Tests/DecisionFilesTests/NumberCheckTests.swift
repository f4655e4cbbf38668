import Testing

@testable import DecisionFiles

@Suite struct `A check of the numbers of a log` {
    /// A line, or the end of a file.
    enum Step: Sendable {
        case line(NumberedLines)
        case end

        static func run(_ id: String, _ number: UInt64) -> Step { .line(.run(id, number: number)) }
        static func decisions(_ first: UInt64, _ last: UInt64) -> Step { .line(.decisions(first...last)) }
        static func dropped(_ first: UInt64, _ count: UInt64) -> Step { .line(.dropped(from: first, count: count)) }
        static let torn = Step.line(.damaged("is not JSON"))
        static let cut = Step.line(.incomplete)
        static let other = Step.line(.other)
    }

    /// Returns the findings with the positions of their steps, from 0.
    private func findings(_ steps: [Step]) -> [String] {
        var check = NumberCheck()
        var found: [NumberCheck.Finding] = []
        for (position, step) in steps.enumerated() {
            switch step {
            case .line(let lines): found += check.take(lines, at: LinePlace(file: "f", line: position))
            case .end: found += check.endFile()
            }
        }
        found += check.endFile()
        return found.map { "\($0.place.line) \($0.kind): \($0.text)" }
    }

    @Test(
        arguments: [
            [.run("a", 1), .decisions(1, 5), .dropped(6, 3), .decisions(9, 9), .run("b", 1), .decisions(1, 2)],
            // The oldest files were removed.
            [.run("a", 100), .decisions(100, 105), .end, .run("a", 106), .decisions(106, 106)],
            [.decisions(7, 8), .other, .decisions(9, 9), .run("b", 1)],
            [.run("a", 1), .line(.unflushed(from: 1, to: 9)), .decisions(1, 1), .end, .end],
            [.decisions(1, NumberedLines.maximum)], [.dropped(NumberedLines.maximum, NumberedLines.maximum)],
        ] as [[Step]]
    )
    func `accepts numbers that ascend, marks and removed beginnings`(steps: [Step]) {
        #expect(findings(steps).isEmpty)
    }

    @Test(
        arguments: [
            ([.run("a", 1), .decisions(1, 5), .decisions(7, 8)], ["2 number: number 6 is missing, without a mark"]),
            (
                [.run("a", 1), .decisions(1, 5), .dropped(8, 2)],
                ["2 number: numbers 6 to 7 are missing, without a mark"]
            ),
            (
                [.run("a", 1), .decisions(1, 5), .decisions(5, 6), .decisions(7, 7)],
                ["2 number: number 5 is doubled: expected 6"]
            ),
            (
                [.run("a", 1), .decisions(1, 5), .end, .run("a", 9), .decisions(9, 9)],
                ["3 number: numbers 6 to 8 are missing: a file or lines were removed"]
            ),
            (
                [.run("a", 5), .decisions(5, 9), .end, .run("a", 1), .decisions(1, 4)],
                ["3 number: the run continues at 1 after 9: files are in another order, or lines are doubled"]
            ),
            (
                [.run("a", 1), .decisions(1, 5), .run("b", 4)],
                ["2 number: numbers 1 to 3 are missing: a file or lines were removed"]
            ),
        ] as [([Step], [String])]
    )
    func `finds missing and doubled numbers, once each`(steps: [Step], expected: [String]) {
        #expect(findings(steps) == expected)
    }

    @Test(
        arguments: [
            ([.run("a", 1), .torn, .run("b", 1)], "1 incomplete: skipped an incomplete line"),
            ([.run("a", 1), .cut, .end, .decisions(1, 1)], "1 incomplete: skipped an incomplete line"),
            ([.run("a", 1), .cut], "1 incomplete: skipped an incomplete line"),
            ([.run("a", 1), .torn, .end, .decisions(1, 1)], "1 damage: the line is not JSON"),
            ([.run("a", 1), .torn, .end, .run("a", 1)], "1 damage: the line is not JSON"),
            ([.run("a", 1), .torn], "1 damage: the line is not JSON"),
            ([.run("a", 1), .torn, .decisions(1, 1)], "1 damage: the line is not JSON"),
            ([.run("a", 1), .torn, .other], "1 damage: the line is not JSON"),
        ] as [([Step], String)]
    )
    func `takes a line that cannot be read for an error unless a process may have ended there`(
        steps: [Step],
        expected: String
    ) {
        let found = findings(steps)
        #expect(found.count == 1 && found.first?.hasPrefix(expected) == true, "\(found)")
    }

    @Test func `accepts several incomplete lines before a run, and not before another line`() {
        let torn = Array(repeating: Step.torn, count: 3)
        let accepted = findings([Step.run("a", 1)] + torn + [Step.run("c", 1)])
        #expect(accepted.map { $0.prefix(12) } == ["1 incomplete", "2 incomplete", "3 incomplete"])
        let refused = findings([Step.run("a", 1)] + torn + [Step.decisions(1, 1)])
        #expect(refused.map { $0.prefix(8) } == ["1 damage", "2 damage", "3 damage"])
        let cut = findings([.run("a", 1), .torn, .cut])
        #expect(cut.map { $0.prefix(8) } == ["1 damage", "2 incomp"])
    }

    @Test func `remembers at most a hundred lines that cannot be read`() {
        let torn = Array(repeating: Step.torn, count: 150)
        let found = findings([Step.run("a", 1)] + torn + [Step.run("b", 1)])
        #expect(found.count { $0.contains(" damage: ") } == 50 && found.count { $0.contains(" incomplete: ") } == 100)
    }

    @Test func `counts what it reads, without overflow`() {
        var check = NumberCheck()
        let place = LinePlace(file: "f", line: 1)
        for lines: NumberedLines in [
            .run("a", number: 1), .decisions(1...5), .dropped(from: 6, count: 3), .run("b", number: 1),
            .decisions(1...1),
            .unflushed(from: 0, to: NumberedLines.maximum), .unflushed(from: 0, to: NumberedLines.maximum),
            .unflushed(from: 0, to: NumberedLines.maximum), .unflushed(from: 9, to: 1),
        ] { _ = check.take(lines, at: place) }
        #expect(check.runs == 2 && check.decisions == 6 && check.dropped == 3 && check.unflushed == .max)
    }
}
