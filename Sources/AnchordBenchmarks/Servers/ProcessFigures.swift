import Foundation

/// What the kernel counts for a process.
struct ProcessFigures {
    /// The process's number.
    let process: Int32

    /// Processor time, all threads together, in nanoseconds.
    var processorTime: UInt64 { Clocks.processorTime(of: process) }

    /// The memory that is resident now, in KiB; 0 when the process is gone.
    var residentKibibytes: Int {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return Self.residentKibibytes(status: status ?? "")
    }

    /// Finds the resident memory in the text of `/proc/PID/status` (proc(5)).
    static func residentKibibytes(status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return Int(line?.filter(\.isNumber) ?? "") ?? 0
    }
}
