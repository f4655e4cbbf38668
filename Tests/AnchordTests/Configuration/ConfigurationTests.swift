import ArgumentParser
import Foundation
import StructuredDocuments
import Testing
import TrustAPI
import TrustService

@testable import anchord

@Suite struct `The configuration` {
    private func read(
        _ file: String? = nil,
        environment: [String: String] = [:],
        flags: [String] = []
    ) throws -> EffectiveConfiguration {
        let given = try ConfigurationFlags.parse(flags).given
        return try ConfigurationReader.read(
            file: file.map { ("anchord.yaml", Array($0.utf8)) },
            environment: environment,
            flags: given
        )
    }

    private func problems(
        _ file: String? = nil,
        environment: [String: String] = [:],
        flags: [String] = []
    ) -> [String] {
        do {
            _ = try read(file, environment: environment, flags: flags)
            return []
        } catch {
            return (error as? ConfigurationError)?.problems ?? ["\(error)"]
        }
    }

    @Test func `uses the default of every key without other sources`() throws {
        let effective = try read()
        #expect(effective.values == Configuration())
        #expect(ConfigurationKey.all.allSatisfy { effective.source(of: $0) == .default })
        #expect(try read("").values == Configuration())
    }

    @Test func `flags override the environment, which overrides the file, which overrides the defaults`() throws {
        let file = "threads: 1\nlimits:\n  paths: 10\n  connections: 20\n"
        let effective = try read(
            file,
            environment: ["ANCHORD_LIMITS_PATHS": "11", "ANCHORD_LIMITS_CONNECTIONS": "21", "PATH": "x"],
            flags: ["--limits-connections", "22"]
        )
        #expect(effective.values.threads == 1)
        #expect(effective.values.limits.paths == 11)
        #expect(effective.values.limits.connections == 22)
        #expect(effective.source(of: .threads) == .file(path: "anchord.yaml", line: 1))
        #expect(effective.source(of: .paths) == .environment(name: "ANCHORD_LIMITS_PATHS"))
        #expect(effective.source(of: .connections) == .flag(name: "limits-connections"))
        #expect(effective.source(of: .certificates) == .default)
    }

    @Test func `reads every key from a file, the environment and a flag`() throws {
        let file = """
            listen: ["[::1]:1", "unix:/run/x.sock"]
            unixSocketMode: 0600
            unixSocketGroup: www-data
            rootMay: [read, evaluate]
            policies: /p
            writtenPolicies: /w
            systemAnchors: /s
            threads: 3
            caches: {verdicts: 5, verdictBytes: 6, certificates: 7, signatures: 0, clientTime: 2m}
            limits: {bodyBytes: 2000, batchBytes: 2003, batchItems: 8, batches: 9, batchesPerAddress: 0, bufferedBytes: 1048577, headerBytes: 2001, certificates: 3, certificateBytes: 2002, paths: 4,
                     signatureChecks: 5, connections: 6, connectionsPerAddress: 0, waiting: 10, watches: 11, watchesPerClient: 12}
            timeouts: {idle: 2m, request: 3s, shutdown: 1h}
            allowedHosts: [Trust.Internal, localhost]
            inlinePolicies: false
            console: true
            floors: house
            blocks: {file: /b.yaml, directory: /blocks}
            scripts: {enabled: true, instructions: 2000, memoryBytes: 65536, time: 5ms, textBytes: 100}
            evidence: {anchorConstraints: [/c.yaml], logList: /l, deadline: 2s, directory: /d, bytes: 1048576, ocspBytes: 1024, crlBytes: 1025, issuerBytes: 1026}
            network: {enabled: true, allow: [ocsp.corp.example, 10.0.0.0/8, "::1"], proxy: "http://proxy.example:3128", connectTimeout: 1s,
                      timeout: 4s, headStart: 7ms, concurrent: 8, perHost: 2, fetcher: /run/fetcher.sock}
            decisions: {memory: 2MiB, directory: /e, queue: 65537, onFull: refuse, sample: 0.25, mask: [host, principal], maskKey: /k, maximumBytes: 2MiB, maximumAge: 2h, keep: 0, flush: 0s}
            log: {level: debug, format: json, bufferedBytes: 4096}
            """
        let fromFile = try read(file)
        let defaults = Configuration()
        // A mask excludes another content of the log, and a directory excludes the journal.
        for key in ConfigurationKey.all where !["decisions.record", "decisions.journal"].contains(key.path) {
            #expect(key.value(fromFile.values) != key.value(defaults), "\(key.path)")
        }
        #expect(try read("decisions: {record: inputs}").values.decisions.record == .inputs)
        #expect(try read("decisions: {journal: true}").values.decisions.journal)
        #expect(try read("console: null").values.console == nil)
        #expect(try read(environment: ["ANCHORD_CONSOLE": ""]).values.console == nil)
        #expect(problems("console: on") == ["anchord.yaml:1: /console: expected true or false, found `on`"])
        #expect(fromFile.values.unixSocketMode == 0o600)
        #expect(fromFile.values.unixSocketGroup == .name("www-data"))
        #expect(fromFile.values.timeouts.idle == .seconds(120))
        #expect(fromFile.values.allowedHosts == ["trust.internal", "localhost"])

        let spelled = ConfigurationKey.all.map { ($0, texts(of: $0.value(fromFile.values))) }
        let variables = spelled.map { ($0.environmentName, $1.joined(separator: ", ")) }
        #expect(try read(environment: Dictionary(uniqueKeysWithValues: variables)).values == fromFile.values)
        let flags = spelled.flatMap { key, texts in texts.flatMap { ["--\(key.flagName)", $0] } }
        #expect(try read(flags: flags).values == fromFile.values)
    }

    private func texts(of content: DocumentNode.Content) -> [String] {
        if case .sequence(let nodes) = content { return nodes.flatMap { texts(of: $0.content) } }
        return [ConfigurationText.plain(content)]
    }

    @Test(arguments: ["64KiB", "65536", "\"65536\"", "1GiB", "1048576KiB", "7MiB"])
    func `reads sizes as numbers or with a unit`(size: String) throws {
        let number = Int(size.filter(\.isNumber)) ?? 0
        let unit = size.contains("KiB") ? 1 << 10 : size.contains("MiB") ? 1 << 20 : size.contains("GiB") ? 1 << 30 : 1
        if size.hasPrefix("\"") {
            #expect(problems("decisions: {queue: \(size)}").count == 1)
        } else {
            #expect(try read("decisions: {queue: \(size)}").values.decisions.queue == number * unit)
        }
    }

    @Test(arguments: [
        "63KiB", "2GiB", "0", "-1", "1.5MiB", "MiB", "1MB", "1 MiB", "99999999999999999999GiB", "9007199254740993GiB",
    ])
    func `refuses other sizes`(size: String) throws {
        let found = problems("decisions: {queue: \(size)}")
        #expect(found.count == 1 && found[0].contains("expected"), "\(found)")
    }

    @Test func `has a flag for every key, with which lists grow and the last of several values applies`() throws {
        for key in ConfigurationKey.all {
            let flag = "--\(key.flagName)"
            let given = try ConfigurationFlags.parse([flag, "text", flag, "other"]).given
            #expect(given.map(\.key.path) == [key.path])
            #expect(given.map(\.texts) == [key.isList ? ["text", "other"] : ["other"]])
        }
        #expect(try ConfigurationFlags.parse([]).given.isEmpty)
        #expect(Set(ConfigurationKey.all.map(\.environmentName)).count == ConfigurationKey.all.count)
    }

    @Test func `derives the documented variable and flag names from keys`() {
        #expect(ConfigurationKey.bodyBytes.path == "limits.bodyBytes")
        #expect(ConfigurationKey.bodyBytes.environmentName == "ANCHORD_LIMITS_BODY_BYTES")
        #expect(ConfigurationKey.bodyBytes.flagName == "limits-body-bytes")
        #expect(ConfigurationKey.listen.environmentName == "ANCHORD_LISTEN")
        #expect(ConfigurationKey.unixSocketMode.flagName == "unix-socket-mode")
    }

    @Test func `reports every problem of a file with its line`() {
        let file = """
            listen: ["127.0.0.1", 8778]
            treads: 2
            limits:
              paths: 0
              bodyBytes: 1MiB
              bodies: 1
            timeouts: {idle: 5, shutdown: 90d}
            caches: {certificates: -1}
            allowedHosts: ["a b"]
            unixSocketMode: 666
            unixSocketGroup: 4294967295
            log: {level: verbose, format: jsn}
            inlinePolicies: yes
            """
        let found = problems(file)
        let expected = [
            "anchord.yaml:1: /listen/0: `127.0.0.1` is not a valid address: ",
            "anchord.yaml:1: /listen/1: expected text",
            "anchord.yaml:2: /treads: unknown key `treads`; did you mean `threads`?",
            "anchord.yaml:4: /limits/paths: expected a number from 1 to 100000, found 0",
            "anchord.yaml:5: /limits/bodyBytes: expected a whole number",
            "anchord.yaml:6: /limits/bodies: unknown key `bodies`",
            "anchord.yaml:7: /timeouts/idle: expected a duration such as 90d, 12h, 45m or 30s, found the number",
            "anchord.yaml:7: /timeouts/shutdown: expected 1s to 86400s",
            "anchord.yaml:8: /caches/certificates: expected a number from 0 to 1000000, found -1",
            "anchord.yaml:9: /allowedHosts/0: the host `a b` has a character",
            "anchord.yaml:10: /unixSocketMode: expected four octal digits",
            "anchord.yaml:11: /unixSocketGroup: expected a group name or a number from 0 to 4294967294",
            "anchord.yaml:12: /log/level: expected trace,",
            "anchord.yaml:12: /log/format: expected text, json or journal, found `jsn`; did you mean `json`?",
            "anchord.yaml:13: /inlinePolicies: expected true or false",
        ]
        #expect(found.count == expected.count, "\(found.joined(separator: "\n"))")
        for (found, expected) in zip(found, expected) { #expect(found.hasPrefix(expected)) }
    }

    @Test func `rejects a body limit that exceeds the memory for all bodies, and names both keys`() {
        #expect(
            problems("limits: {bodyBytes: 2097153, bufferedBytes: 2097152}") == [
                "limits.bodyBytes is 2097153 (file anchord.yaml:1) and exceeds limits.bufferedBytes, 2097152 "
                    + "(file anchord.yaml:1): reduce limits.bodyBytes or raise limits.bufferedBytes"
            ]
        )
        #expect(problems("limits: {bodyBytes: 536870912}").count == 1, "more than the default")
        #expect(problems("limits: {bodyBytes: 2097152, bufferedBytes: 2097152}").isEmpty)
    }

    @Test func `rejects destinations, proxies and times that cannot be used, with the entry and the reason`() {
        let found = problems(
            """
            network:
              enabled: maybe
              allow: [10.0.0.1/8, "http://a.example", "a b"]
              proxy: https://proxy.example
              perHost: 0
              speed: 1
            """
        )
        let expected = [
            "anchord.yaml:2: /network/enabled: expected true or false",
            "anchord.yaml:3: /network/allow/0: `10.0.0.1/8` is not a network such as 10.0.0.0/8",
            "anchord.yaml:3: /network/allow/1: `http://a.example` is not a network such as",
            "anchord.yaml:3: /network/allow/2: `a b` is not a DNS name in ASCII such as",
            "anchord.yaml:4: /network/proxy: `https://proxy.example` is not the URL of a proxy",
            "anchord.yaml:5: /network/perHost: expected a number from 1 to 1024, found 0",
            "anchord.yaml:6: /network/speed: unknown key `speed`",
        ]
        #expect(found.count == expected.count, "\(found.joined(separator: "\n"))")
        for (found, expected) in zip(found, expected) { #expect(found.hasPrefix(expected), "\(found)") }
        #expect(
            problems("network: {connectTimeout: 6s}") == [
                "network.connectTimeout is 6s (file anchord.yaml:1) and exceeds network.timeout, 5s (default): "
                    + "reduce network.connectTimeout or raise network.timeout"
            ]
        )
    }

    @Test func `reports reserved keys as known but not supported`() {
        let found = problems("adminToken: {file: /x}")
        #expect(found.map { $0.hasSuffix("is known but not supported by this version") } == [true])
    }

    @Test(
        arguments: [
            ("16MiB", 16 << 20), ("1024KiB", 1 << 20), ("1GiB", 1 << 30), ("1048577", 1_048_577), ("0", 0), ("0MiB", 0),
            ("\"1048576\"", nil), ("1MB", nil), ("1 MiB", nil), ("1.5MiB", nil), ("-1", nil), ("-1MiB", nil),
            ("MiB", nil),
            ("+2MiB", nil), ("1mib", nil), ("1023KiB", nil), ("1048575", nil), ("1025MiB", nil),
            ("99999999999GiB", nil),
            ("9223372036854775808MiB", nil), ("[]", nil), ("null", nil),
        ] as [(String, Int?)]
    )
    func `reads a size with a unit of bytes`(text: String, bytes: Int?) throws {
        let file = "decisions: {memory: \(text)}"
        guard let bytes else {
            #expect(
                problems(file).map { $0.hasPrefix("anchord.yaml:1: /decisions/memory: expected") } == [true],
                "\(text)"
            )
            return
        }
        #expect(try read(file).values.decisions.memory == bytes)
        #expect(try read(flags: ["--decisions-memory", text]).values.decisions.memory == bytes)
    }

    @Test func `masks decisions only with a key, and without inputs`() throws {
        #expect(
            problems("decisions: {mask: [host]}") == [
                "decisions.mask is set (file anchord.yaml:1) without decisions.maskKey"
            ]
        )
        #expect(
            problems("decisions: {maskKey: /k}") == [
                "decisions.maskKey is set (file anchord.yaml:1) without decisions.mask"
            ]
        )
        let both = problems("decisions: {mask: [subject], maskKey: /k, record: inputs}")
        #expect(both.count == 1 && both.first?.contains("decisions.record is `inputs`") == true)
        #expect(problems("decisions: {mask: [hosts], maskKey: /k}").count == 1)
    }

    @Test func `writes decisions to the journal only without a directory`() throws {
        #expect(
            problems("decisions: {journal: true, directory: /d}") == [
                "decisions.journal is set (file anchord.yaml:1), and decisions.directory too (file anchord.yaml:1): "
                    + "use one of them"
            ]
        )
    }

    @Test func `keeps decisions only for clients that may read them`() throws {
        let clients =
            "clients: [{name: a, unixUser: 1, may: [evaluate]}, {name: b, unixUser: 2, may: [read, decisions]}]"
        let others = clients.replacing(", decisions", with: "")
        for (file, isReadable) in [
            ("", false), ("rootMay: [decisions]", false), (others, false), (clients, true),
            (others + "\nrootMay: [decisions]", true),
        ] {
            let configuration = try read(file).values
            let memory = DecisionMemory(configuration, then: Metrics())
            #expect((memory != nil) == isReadable, "\(file)")
            #expect(DecisionMemory(try read("\(file)\ndecisions: {memory: 0}").values, then: Metrics()) == nil)
        }
        let anonymous = problems("clients: [{name: a, anonymous: true, may: [decisions]}]")
        #expect(anonymous.map { $0.contains("an anonymous client cannot have the right `decisions`") } == [true])
    }

    @Test(arguments: ["[]", "listen", "listen: []", "a: {", "threads: 1\nthreads: 2", "limits: 3", "listen:"])
    func `rejects a file of the wrong structure`(file: String) {
        #expect(problems(file).count == 1)
    }

    @Test func `rejects an unknown variable and suggests the nearest name`() {
        #expect(
            problems(environment: ["ANCHORD_LIMITS_BODY_BYTE": "1", "ANCHORD_ADMIN_TOKEN": "x"]) == [
                "environment ANCHORD_ADMIN_TOKEN: the variable is known but not supported by this version",
                "environment ANCHORD_LIMITS_BODY_BYTE: the variable is unknown; "
                    + "did you mean `ANCHORD_LIMITS_BODY_BYTES`?",
            ]
        )
    }

    @Test(arguments: [
        ("ANCHORD_FLOOR", "; did you mean `ANCHORD_FLOORS`?"), ("ANCHORD_FLROOS", "; did you mean `ANCHORD_FLOORS`?"),
        ("ANCHORD_LISTENER", "; did you mean `ANCHORD_LISTEN`?"),
        ("ANCHORD_CONFIGS", "; did you mean `ANCHORD_CONFIG`?"),
        ("ANCHORD_INLINEPOLICIES", "; did you mean `ANCHORD_INLINE_POLICIES`?"),
        ("ANCHORD_INLINE", "; did you mean `ANCHORD_INLINE_POLICIES`?"),
        ("ANCHORD_INLINE_POLICY", "; did you mean `ANCHORD_INLINE_POLICIES`?"),
        ("ANCHORD_NETWORK_PROXY_PASSWORD", ""), ("ANCHORD_LIMITS", ""), ("ANCHORD_SCRIPTS_DIRECTORY", ""),
    ])
    func `rejects a variable within two edits of a key, or with the name of a section`(name: String, hint: String) {
        let found = problems(environment: [name: "1"])
        #expect(found.map { $0.hasPrefix("environment \(name): the variable is unknown") } == [true], "\(found)")
        #expect(found.first?.hasSuffix(hint) == true, "\(found)")
    }

    @Test(arguments: ["ANCHORD_CLIENTS", "ANCHORD_CLIENTS_FILE", "ANCHORD_PROXIES", "ANCHORD_IDENTITIES_0_NAME"])
    func `rejects variables of sections that only the file can set`(name: String) {
        #expect(problems(environment: [name: "1"]).first?.contains("can be set only in the configuration file") == true)
    }

    @Test(arguments: [
        "ANCHORD_URL", "ANCHORD_PROGRAM", "ANCHORD_TOKEN", "ANCHORD_CLIENT_TOKEN", "ANCHORD_", "ANCHORD_POLICY",
        "ANCHORD_PORT", "ANCHORD_SERVICE_HOST",
    ])
    func `warns of other variables, which may belong to a client or a script`(name: String) throws {
        let effective = try read(environment: [name: "none"])
        #expect(effective.values == Configuration())
        #expect(effective.warnings.count == 1)
        #expect(effective.warnings.first?.hasPrefix("environment \(name): the variable is unknown and ignored") == true)
        #expect(try read(environment: ["ANCHORDX": "1", "XANCHORD_FLOOR": "1"]).warnings == [])
    }

    @Test(arguments: [
        ("SERVICE_HOST", "10.0.0.1"), ("SERVICE_HOST", "fd00::1"), ("SERVICE_PORT", "8778"),
        ("SERVICE_PORT_HTTP", "8778"),
        ("SERVICE_PORT_HTTP_2", "8778"), ("PORT", "tcp://10.0.0.1:8778"), ("PORT", "udp://[fd00::1]:53"),
        ("PORT_8778_TCP", "tcp://10.0.0.1:8778"), ("PORT_8778_TCP_PROTO", "tcp"), ("PORT_8778_TCP_PORT", "8778"),
        ("PORT_8778_TCP_ADDR", "10.0.0.1"), ("PORT_53_SCTP_PROTO", "sctp"),
    ])
    func `passes over what Kubernetes sets for services whose names begin with anchord`(
        form: String,
        value: String
    ) throws {
        for service in ["ANCHORD", "ANCHORD_LIMITS", "ANCHORD_FLOOR", "ANCHORD_PORT", "ANCHORD_1_SERVICE"] {
            let effective = try read(environment: ["\(service)_\(form)": value])
            #expect(effective == EffectiveConfiguration(), "\(service)_\(form)")
        }
    }

    /// The value decides too, since a key or a mistake can have the same form.
    @Test(arguments: [
        ("ANCHORD_LIMITS_PORT", "8778"), ("ANCHORD_LIMITS_SERVICE_HOST", "anchord.internal"),
        ("ANCHORD_LIMITS_SERVICE_PORT", "0"), ("ANCHORD_LIMITS_SERVICE_PORT", "65536"),
        ("ANCHORD_LIMITS_PORT_80_TCP", "http://10.0.0.1:80"), ("ANCHORD_LIMITS_PORT_80_TCP_PORT", "81"),
        ("ANCHORD_LIMITS_PORT_80_TCP_PROTO", "udp"), ("ANCHORD_LIMITS_PORT_80_TCP_ADDR", "host"),
        ("ANCHORD_LIMITS_PORT_80_TCP_NAME", "x"), ("ANCHORD_LIMITS_service_HOST", "10.0.0.1"),
        ("ANCHORD_LIMITS_PORT", "tcp://10.0.0.1"), ("ANCHORD_LIMITS_PORT_X_TCP", "tcp://10.0.0.1:80"),
    ])
    func `does not take other values for those of Kubernetes`(name: String, value: String) {
        #expect(problems(environment: [name: value]).count == 1)
    }

    @Test func `reports the problems of all sources together, including overridden values`() {
        let found = problems(
            "threads: x",
            environment: ["ANCHORD_THREADS": "-1"],
            flags: ["--threads", "2", "--log-level", "loud"]
        )
        #expect(found.count == 3)
        #expect(found.first?.hasPrefix("anchord.yaml:1: /threads: ") == true)
        #expect(found.dropFirst().first?.hasPrefix("environment ANCHORD_THREADS: expected a number") == true)
        #expect(found.last?.hasPrefix("--log-level: expected trace,") == true)
    }

    @Test func `an empty or null policy directory disables it`() throws {
        #expect(try read("policies: /p", environment: ["ANCHORD_POLICIES": ""]).values.policies == nil)
        #expect(try read("policies: null").values.policies == nil)
    }

    @Test func `reads the output of --print-config back to the same values`() throws {
        let effective = try read(
            "policies: \"/srv/a \\u00e9\\u0007\\u3164\\u202e'\\\"\"\nthreads: 9",
            environment: ["ANCHORD_ALLOWED_HOSTS": "a.example, b"],
            flags: ["--listen", "unix:/run/a b.sock", "--listen", "0.0.0.0:80", "--unix-socket-mode", "0777"]
        )
        let text = ConfigurationText.effective(effective)
        #expect(try read(text).values == effective.values)
        #expect(text.contains("\\U00003164\\U0000202e"))
        #expect(text.contains("threads: 9  # file anchord.yaml:2\n"))
        #expect(text.contains("allowedHosts: [a.example, b]  # environment ANCHORD_ALLOWED_HOSTS\n"))
        #expect(text.contains("  # flag --listen\n"))
        #expect(text.contains("  paths: 100  # default\n"))
    }

    @Test func `the example file contains every key with its default`() throws {
        let example = try String(contentsOfFile: Repository.path("Deploy/anchord.yaml.example"), encoding: .utf8)
        let effective = try read(example)
        #expect(effective.values == Configuration())
        #expect(ConfigurationKey.all.allSatisfy { effective.source(of: $0) != .default })
        #expect(example == ConfigurationText.example(), "Deploy/anchord.yaml.example is out of date")
    }
}
