import TrustAPI

/// The findings as text and as JSON.
struct DoctorReport {
    let findings: [DoctorFinding]

    func count(_ level: DoctorFinding.Level) -> Int { findings.count { $0.level == level } }

    /// A line for each finding, a line with the fix of those that need one, and a line with the numbers.
    var lines: [String] {
        findings.flatMap { finding in
            let level = finding.level.rawValue.padded(to: 4)
            return ["\(level)  \(finding.check): \(finding.message)"] + (finding.fix.map { ["      fix: \($0)"] } ?? [])
        } + ["ok \(count(.ok)), warnings \(count(.warn)), failures \(count(.fail))"]
    }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("failures", count(.fail))
            writer.member("warnings", count(.warn))
            writer.member("findings", findings) { writer, finding in
                writer.object { writer in
                    writer.member("level", finding.level.rawValue)
                    writer.member("check", finding.check)
                    writer.member("message", finding.message)
                    writer.member("fix", finding.fix)
                }
            }
        }
        return writer.bytes
    }
}

extension String {
    /// The text with spaces up to a length.
    fileprivate func padded(to length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
