import Foundation

/// The hardware and software that the figures depend on.
struct MachineDescription: Codable, Sendable {
    struct Entry: Codable, Sendable, Equatable {
        let name: String
        let value: String
    }

    let entries: [Entry]

    /// Describes the machine, the daemon and the measured peers at these paths.
    init(anchord: String, peers: [BenchmarkedServer: String]) {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        let gibibytes = Double(ProcessInfo.processInfo.physicalMemory) / 1_073_741_824
        let values: [(String, String)] = [
            ("Measured", String(Date.now.ISO8601Format().prefix(10))),
            ("anchord", Self.output(anchord, ["--version"])),
            ("Processor", Self.value(of: "model name", in: "/proc/cpuinfo", separator: ":") + " × \(processors)"),
            ("Memory", Decimals.text(gibibytes, 0) + " GiB"),
            ("System", Self.value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")),
            ("Kernel", Self.text(of: "/proc/sys/kernel/osrelease")),
            ("Swift", Self.swiftVersion),
            ("OpenSSL", Self.package("libssl3")),
            ("libmicrohttpd", Self.package("libmicrohttpd12")),
            ("Go", peers[.go].map { Self.output("/usr/bin/env", ["go", "version", $0]).lastWord } ?? ""),
            ("Rust", peers[.rust].map(Self.rustVersions) ?? ""),
        ]
        entries = values.filter { !$0.1.isEmpty }.map { Entry(name: $0.0, value: $0.1) }
    }

    /// Returns the value of the first line `name: value` or `name="value"`; empty if there is no such line.
    static func value(of name: String, in lines: [Substring], separator: Character) -> String {
        for line in lines {
            let parts = line.split(separator: separator, maxSplits: 1)
            guard parts.count == 2, parts[0].trimmed == name else { continue }
            return parts[1].trimmed.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        return ""
    }

    private static func value(of name: String, in file: String, separator: Character) -> String {
        value(of: name, in: text(of: file).split(separator: "\n"), separator: separator)
    }

    private static var swiftVersion: String {
        let words = output("/usr/bin/env", ["swift", "--version"]).split(separator: " ")
        guard let index = words.firstIndex(of: "version"), index + 1 < words.count else { return "" }
        return String(words[index + 1])
    }

    /// The versions of the compiler and of the crates that verify chains.
    private static func rustVersions(peer: String) -> String {
        let crates = ["webpki", "ring"].map { "\($0) \(package("librust-\($0)-dev"))" }
        return ([output(peer, ["--version"])] + crates).joined(separator: ", ")
    }

    private static func package(_ name: String) -> String {
        output("/usr/bin/env", ["dpkg-query", "-W", "-f", "${Version}", name])
    }

    private static func text(of file: String) -> String {
        ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").trimmed
    }

    private static func output(_ program: String, _ arguments: [String]) -> String {
        ((try? ProgramOutput.text(of: program, arguments)) ?? "").trimmed
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
    fileprivate var lastWord: String { String(split { $0 == " " }.last ?? "") }
}
