import ArgumentParser
import Foundation
import Testing

@testable import anchord

@Suite struct `The systemd units` {
    private static let systemdAnalyze = "/usr/bin/systemd-analyze"

    private static let fetcher = "anchord-fetcher@.service"
    private static let units = ["anchord.service", "anchord.socket", fetcher, "anchord-fetcher.socket"]

    /// Returns the values of a key, in order.
    private func values(_ key: String, in unit: String) throws -> [String] {
        let text = try String(contentsOfFile: Repository.path("Deploy/\(unit)"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("\(key)=") }.map {
            String($0.dropFirst(key.count + 1))
        }
    }

    private func value(_ key: String, in unit: String = "anchord.service") throws -> String {
        try #require(try values(key, in: unit).first)
    }

    @Test func `do not restart a daemon whose configuration is invalid`() throws {
        #expect(try value("RestartPreventExitStatus") == "\(ExitStatus.usage.rawValue)")
        #expect(try value("Restart") == "on-failure")
    }

    @Test func `name the man pages of their programs`() throws {
        for unit in [Self.fetcher, "anchord.service"] {
            let program = try #require(try value("ExecStart", in: unit).split(separator: " ").first)
            let page = unit == Self.fetcher ? program : program + "-serve"
            #expect(try value("Documentation", in: unit) == "man:\(page.split(separator: "/").last ?? "")(1)")
        }
    }

    @Test func `run commands that exist`() throws {
        let start = try value("ExecStart").split(separator: " ").map(String.init)
        #expect(try Anchord.parseAsRoot(Array(start.dropFirst())) is ServeCommand)
        let check = try value("ExecStartPre").split(separator: " ").map(String.init)
        #expect(check == ["-" + (start.first ?? "")] + start.dropFirst() + ["--check"])
        #expect(try Anchord.parseAsRoot(Array(check.dropFirst())) is ServeCommand)
        let reload = try value("ExecReload").split(separator: " ").map(String.init)
        #expect(try Anchord.parseAsRoot(Array(reload.dropFirst())) is ReloadCommand)
        #expect(reload.first == "+" + (start.first ?? ""))
    }

    @Test func `open the socket to which the reload command connects by default`() throws {
        #expect(try values("ListenStream", in: "anchord.socket").contains(DaemonOptions.standardSocket))
    }

    @Test func `set valid variables`() throws {
        for variable in try values("Environment", in: "anchord.service") where variable.hasPrefix("ANCHORD_") {
            let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
            _ = try ConfigurationReader.read(file: nil, environment: [parts[0]: parts[1]], flags: [])
        }
    }

    @Test func `allow the memory of the default limits`() throws {
        let limits = Configuration().limits
        // The maximum measured with full caches (Configuration, "Memory of the caches"), and the memory of a head.
        let (caches, head) = (108 << 20, limits.headerBytes + 8 << 10)
        let needed = caches + limits.bufferedBytes + limits.connections * head
        let allowed = try #require(Int(try value("MemoryMax").dropLast())) << 20
        #expect(try value("MemoryMax").hasSuffix("M"))
        #expect(allowed >= needed + 256 << 20)
    }

    @Test func `allow batches to change their priority, and sockets their group`() throws {
        let filters = try values("SystemCallFilter", in: "anchord.service")
        let denied = try #require(filters.firstIndex { $0.hasPrefix("~") })
        let permitted = filters[denied...].dropFirst().flatMap { $0.split(separator: " ") }
        #expect(permitted.contains("setpriority") && permitted.contains("fchownat"))
    }

    @Test func `start one fetcher for each connection of the daemon`() throws {
        // The fetcher serves a connected socket, which systemd passes only with Accept=yes and a template.
        #expect(try value("Accept", in: "anchord-fetcher.socket") == "yes")
        #expect(try value("ExecStart", in: Self.fetcher) == "/usr/bin/anchord-fetcher")
        #expect(try value("ListenStream", in: "anchord-fetcher.socket") == "/run/anchord-fetcher.sock")
        #expect(try value("SocketMode", in: "anchord-fetcher.socket") == "0660")
    }

    @Test func `run the daemon as its own user, whose group is not that of the clients`() throws {
        let lines = try String(contentsOfFile: Repository.path("Deploy/anchord.sysusers"), encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: " ") }
        let user = try #require(lines.first { $0.first == "u" })
        let groups = lines.filter { $0.first == "g" }.map { String($0[1]) }
        let (owner, clients) = (try value("Group"), try value("SocketGroup", in: "anchord.socket"))
        #expect(user[1] == "anchord" && user[2] == "-:\(owner)")
        #expect(try value("User") == "anchord")
        #expect(owner != clients && groups.contains(owner) && groups.contains(clients))
        let fetching = try value("SocketGroup", in: "anchord-fetcher.socket")
        #expect(try values("SupplementaryGroups", in: "anchord.service") == [fetching])
        #expect(groups.contains(fetching))
    }

    @Test func `deny the daemon other machines, and the fetcher everything else`() throws {
        #expect(try value("IPAddressDeny") == "any" && value("IPAddressAllow") == "localhost")
        #expect(try values("IPAddressDeny", in: Self.fetcher).isEmpty)
        for (key, setting) in [
            ("DynamicUser", "yes"), ("CapabilityBoundingSet", ""), ("NoNewPrivileges", "yes"),
            ("ProtectSystem", "strict"), ("SocketBindDeny", "any"), ("LimitCORE", "0"), ("ProtectHome", "yes"),
            ("MemoryDenyWriteExecute", "yes"), ("MemoryMax", "512M"), ("TasksMax", "256"),
        ] {
            #expect(try value(key, in: Self.fetcher) == setting, "\(key)")
        }
        #expect(try value("User", in: Self.fetcher) == "anchord-fetcher")
        #expect(try value("InaccessiblePaths", in: Self.fetcher).contains("/etc/anchord"))
        #expect(try values("ReadWritePaths", in: Self.fetcher).isEmpty)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: systemdAnalyze), "requires systemd-analyze"))
    func `are valid according to systemd-analyze`() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "anchord-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for unit in Self.units {
            let text = try String(contentsOfFile: Repository.path("Deploy/\(unit)"), encoding: .utf8)
            try text.replacing("/usr/bin/anchord", with: AnchordProgram.location.path)
                .write(to: directory.appending(path: unit), atomically: true, encoding: .utf8)
        }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: Self.systemdAnalyze)
        process.arguments =
            ["verify", "--man=no"]
            + Self.units.map { directory.appending(path: $0).path }
        process.standardError = output
        try process.run()
        try output.fileHandleForWriting.close()
        let messages = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(!messages.contains("anchord.") && !messages.contains("anchord-fetcher"), "\(messages)")
    }
}
