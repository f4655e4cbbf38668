import Foundation

/// The processor time and memory of a process, as reported by the kernel.
struct ProcessFigures {
    let process: Int32

    /// The processor time of all threads in nanoseconds.
    var processorTime: UInt64 { Clocks.processorTime(of: process) }

    /// The current resident memory in KiB; 0 if the process has exited.
    var residentKibibytes: Int {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return Self.residentKibibytes(status: status ?? "")
    }

    /// Parses the resident memory in KiB from the text of `/proc/PID/status` (proc(5)).
    static func residentKibibytes(status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return Int(line?.filter(\.isNumber) ?? "") ?? 0
    }
}
