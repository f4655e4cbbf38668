import StructuredDocuments
import Testing
import TrustAPI
import TrustEvaluation
import TrustEvidence
import TrustModel

@testable import TrustService

@Suite struct `The lines of the log of decisions` {
    private let place = DecisionPlace(.challenges, clients: ["app"], peer: .address("::1"), share: .client("app"))

    private func decision(_ subject: DecisionSubject) -> Decision {
        var decision = Decision(
            id: DecisionID(milliseconds: 1_800_000_000_000),
            time: WallTime(milliseconds: 1_800_000_000_007),
            place: place,
            trace: TraceID(high: 1, low: 2),
            subject: subject,
            source: nil,
            nanoseconds: 12_345
        )
        decision.number = 17
        return decision
    }

    private func text(_ line: DecisionLine) -> String {
        var (lines, bytes) = (DecisionLines(), [UInt8]())
        lines.append(line, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `have the members of a decision`() {
        let decision = decision(.unreadable(code: "noClientCertificate"))
        #expect(
            text(.decision(decision))
                == #"{"number":17,"id":"\#(decision.id)","time":"2027-01-15T08:00:00.007Z","route":"challenges","#
                + #""clients":["app"],"address":"::1","trace":"00000000000000010000000000000002","#
                + #""problem":"noClientCertificate","microseconds":12}"# + "\n"
        )
    }

    @Test func `mark losses`() {
        #expect(text(.dropped(from: 812, count: 57)) == #"{"dropped":{"from":812,"count":57}}"# + "\n")
        #expect(text(.unflushed(from: 3, to: 9)) == #"{"unflushed":{"from":3,"to":9}}"# + "\n")
    }

    @Test func `begin with a run, whose time is found again`() {
        var run = DecisionRun(version: "1.2.3", at: WallTime(milliseconds: 1_800_000_000_999))
        run.number = 40
        let line = text(.run(run))
        #expect(
            line
                == #"{"run":"\#(run.id)","time":"2027-01-15T08:00:00Z","format":1,"number":40,"version":"1.2.3","#
                + #""record":"verdict"}"#
                + "\n"
        )
        let lines = DecisionLines()
        #expect(lines.start(of: Array((line + "{").utf8)) == Instant(secondsSince1970: 1_800_000_000))
        for other in [
            "", "{\"run\"", "{}\n", "x\n", #"{"time":"2027-01-15T08:00:00Z"}"# + "\n", #"{"run":"1","time":3}"# + "\n",
        ] {
            #expect(lines.start(of: Array(other.utf8)) == nil)
        }
    }

    @Test(arguments: [
        "a\nb", "a\r\n{\"number\":1}\n", "\u{2028}\u{2029}\u{85}", "\u{1B}[2J\u{7F}", "\"},{\"", "\\", "\u{0}",
        String(repeating: "\n", count: 100_000),
    ])
    func `are not divided or ended by texts of clients`(hostile: String) throws {
        let facts = ChallengeFacts(
            host: .invalid(text: hostile, HostNameError("is not a host")),
            disposition: .cancelAuthenticationChallenge,
            reason: "noIdentity",
            identity: hostile
        )
        let line = text(.decision(decision(.challenge(facts))))
        #expect(line.utf8.count < 32_768 && line.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        #expect(line.hasSuffix("}\n") && !line.unicodeScalars.contains("\u{2028}") && !line.utf8.contains(0x1B))
        guard case .mapping(let members) = try JSONReader.read(Array(line.utf8.dropLast())).content else {
            return #expect(Bool(false))
        }
        #expect(members.first { $0.key == "number" }?.value.content == .number("17"))
    }

    @Test func `are the same for known facts`() {
        var (lines, bytes) = (DecisionLines(), [UInt8]())
        let decision = decision(.unreadable(code: "noClientCertificate"))
        for _ in 0..<3 { lines.append(.decision(decision), to: &bytes) }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(parts.count == 3 && Set(parts).count == 1)
    }
}
