import Foundation
import Glibc
import Testing

/// The state of the fetcher according to the daemon's status.
struct FetcherState {
    /// Nil unless the process runs.
    let processID: Int32?
    let restarts: Int
    /// The locations whose failures are listed.
    let failing: [String]

    init(of daemon: AnchordDaemon) throws {
        let text = try TestConnection.get("/v1/status", at: try #require(daemon.addresses.first))
        let body = text.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
        let status = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        let network = try #require(status?["network"] as? [String: Any], "\(text)")
        processID = (network["processID"] as? Int).map(Int32.init)
        restarts = network["restarts"] as? Int ?? 0
        failing = (network["failing"] as? [[String: Any]] ?? []).compactMap { $0["location"] as? String }
    }

    /// The peak resident memory of a process, in bytes.
    static func peakMemory(of process: Int32) -> Int {
        let status = (try? FileHandle(forReadingAtPath: "/proc/\(process)/status")?.readToEnd()) ?? Data()
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 } ?? 0
    }
}
