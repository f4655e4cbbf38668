import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustTestSupport

/// A temporary directory with a policy directory and a bundle of system trust anchors.
private struct Installation {
    let directory: TemporaryDirectory
    let loader: PolicyLoader

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("bundle.crt", FakeCertificate.pem("system-root"))
        try directory.makeDirectory("policies")
        loader = Self.loader(directory, policies: directory.path + "/policies")
    }

    static func loader(_ directory: TemporaryDirectory, policies: String?) -> PolicyLoader {
        PolicyLoader(
            directory: policies,
            systemAnchors: directory.path + "/bundle.crt",
            ports: fakePorts
        )
    }

    func problems() -> [String] {
        do {
            _ = try loader.load()
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }
}

@Suite struct `Loading the policy directory` {
    @Test func `loads only the built-in set without a policy directory`() throws {
        let installation = try Installation()
        let snapshot = try Installation.loader(installation.directory, policies: nil).load()
        #expect(snapshot.sets.map(\.name) == ["system"])
        #expect(snapshot.systemAnchorsReport.count == 1)
        guard case .policy(let policy) = try snapshot.policy(named: .system, host: .dns("example.com")) else {
            Issue.record("no policy")
            return
        }
        #expect(policy.identity.set == "system" && policy.identity.name == "server")
        #expect(policy.evaluator.traits.needsHost)
    }

    @Test func `reads yaml, yml and json files and ignores other and hidden files`() throws {
        let installation = try Installation()
        for name in ["b.yaml", "a.yml", "c.json"] { try installation.directory.write("policies/\(name)", "{}") }
        for name in [".hidden.yaml", "README", "d.yaml~", "e.YAML", "ca/f.yaml"] {
            try installation.directory.write("policies/\(name)", "::")
        }
        try installation.directory.link("policies/linked.yaml", to: "b.yaml")
        #expect(try installation.loader.load().sets.map(\.name) == ["a", "b", "c", "linked", "system"])
    }

    @Test func `reports the problems of all files and loads none`() throws {
        let installation = try Installation()
        let files = [
            "Upper.yaml": "{}", "a.yaml": "{}", "a.yml": "{}",
            "bad.yaml": "x: 1\npolicies:\n  p: {evaluator: custm}\n",
            "broken.json": "{", "system.yaml": "{}", "good.yaml": "{}",
        ]
        for (name, text) in files { try installation.directory.write("policies/\(name)", text) }
        try installation.directory.makeDirectory("policies/directory.yaml")
        try installation.directory.link("policies/dangling.yaml", to: "nowhere")
        let name =
            "is not a valid policy set name: use 1 to 64 of a-z, 0-9, `.`, `_` and `-`, starting with a letter or a digit"
        #expect(
            installation.problems() == [
                "Upper.yaml: `Upper` \(name)",
                "a.yml: the name `a` is already used by a.yaml: rename the file",
                "dangling.yaml: the file is a symbolic link that cannot be resolved",
                "directory.yaml: the file is not a regular file",
                "system.yaml: the name `system` is already used by the built-in set: rename the file",
                "bad.yaml:1: /x: unknown key `x`",
                "bad.yaml:3: /policies/p/evaluator: expected default, revocation, pinCertificates, pinPublicKeys, composite, securityPolicy, disabled or custom, found `custm`; did you mean `custom`?",
                "broken.json:2: invalid YAML: while parsing a flow node (starting on line 2): did not find expected node content",
            ]
        )
    }

    @Test func `rejects a file as the policy directory`() throws {
        let installation = try Installation()
        try installation.directory.write("policies/file", [])
        let file = installation.directory.path + "/policies/file"
        #expect(throws: PolicyLoadError([PolicyProblem(file: file, detail: "the policy directory is not a directory")]))
        {
            try Installation.loader(installation.directory, policies: file).load()
        }
    }

    @Test func `rejects a missing directory and a document of more than one mebibyte`() throws {
        let installation = try Installation()
        let missing = installation.directory.path + "/missing"
        #expect(throws: PolicyLoadError([PolicyProblem(file: missing, detail: "the policy directory does not exist")]))
        {
            try Installation.loader(installation.directory, policies: missing).load()
        }
        try installation.directory.write("policies/large.yaml", [UInt8](repeating: 0x20, count: (1 << 20) + 1))
        #expect(installation.problems() == ["large.yaml: the file is larger than 1048576 bytes"])
    }

    @Test func `reports a missing system trust store together with the problems of documents`() throws {
        let installation = try Installation()
        try installation.directory.remove("bundle.crt")
        try installation.directory.write("policies/a.yaml", "x: 1")
        #expect(installation.problems().count == 2)
    }

    @Test func `resolves anchor paths relative to the document`() throws {
        let installation = try Installation()
        try installation.directory.write("policies/ca/own.pem", FakeCertificate.pem("own"))
        try installation.directory.write(
            "policies/corporate.yaml",
            "policies: {p: {evaluator: default, anchors: [ca]}}"
        )
        let policy = try installation.loader.load().policySet(named: "corporate")?.policy(named: "p")
        let evaluator = try #require(policy?.evaluator as? PathEvaluator)
        #expect(evaluator.requirements.anchors.map(\.fakeNames) == [["own"]])
    }

    @Test func `finds policies by name and suggests the most similar name`() throws {
        let installation = try Installation()
        try installation.directory.write(
            "policies/payments.yaml",
            "otherwise: performDefaultHandling\npolicies: {pinned: {evaluator: disabled}}"
        )
        let snapshot = try installation.loader.load()
        let host = HostName.dns("example.com")
        guard case .performDefaultHandling = try snapshot.policy(named: #require(PolicyName("payments")), host: host),
            case .policy = try snapshot.policy(named: #require(PolicyName("payments/pinned")), host: nil)
        else {
            Issue.record("other answers")
            return
        }
        for (text, code, suggestion) in [
            ("payment", PolicyLookupError.Code.unknownPolicySet, "payments"),
            ("payments/pined", .unknownPolicy, "payments/pinned"),
        ] {
            let name = try #require(PolicyName(text))
            #expect(throws: PolicyLookupError(code, name: name, suggestion: suggestion)) {
                try snapshot.policy(named: name, host: host)
            }
        }
    }

    @Test func `changes its revision when a set or the system trust store changes`() throws {
        let installation = try Installation()
        var revisions = [try installation.loader.load().revision]
        try installation.directory.write("policies/a.yaml", "otherwise: deny")
        revisions.append(try installation.loader.load().revision)
        #expect(try installation.loader.load().revision == revisions.last)
        try installation.directory.write("bundle.crt", FakeCertificate.pem("other-root"))
        revisions.append(try installation.loader.load().revision)
        #expect(Set(revisions).count == 3)
    }
}

@Suite struct `The policy store` {
    private func store(_ installation: Installation, clock: Clock) throws -> PolicyStore {
        let loader = installation.loader
        return try PolicyStore(now: { clock.next() }, load: loader.load)
    }

    /// Advances by one second at each reading.
    private final class Clock: Sendable {
        private let seconds = Mutex<Int64>(0)

        func next() -> Instant {
            seconds.withLock {
                $0 += 1
                return Instant(secondsSince1970: $0)
            }
        }
    }

    @Test func `replaces the snapshot after a successful reload`() throws {
        let installation = try Installation()
        let store = try store(installation, clock: Clock())
        let first = store.snapshot
        try installation.directory.write("policies/a.yaml", "{}")
        guard case .loaded(let loaded, _) = store.reload() else {
            Issue.record("not loaded")
            return
        }
        #expect(store.snapshot === loaded)
        #expect(first.sets.map(\.name) == ["system"])
        #expect(store.snapshot.sets.map(\.name) == ["a", "system"])
        #expect(
            store.status
                == PolicyStore.Status(
                    loadedAt: Instant(secondsSince1970: 2),
                    revision: loaded.revision,
                    lastReloadAt: Instant(secondsSince1970: 2),
                    lastReloadError: nil,
                    successfulReloads: 1,
                    failedReloads: 0
                )
        )
    }

    @Test func `keeps the previous snapshot after a failed reload and clears the error after a successful one`() throws
    {
        let installation = try Installation()
        let store = try store(installation, clock: Clock())
        let first = store.snapshot
        try installation.directory.write("policies/a.yaml", "a: 1\nb: 2\n")
        guard case .failed(let error) = store.reload() else {
            Issue.record("not refused")
            return
        }
        #expect(store.snapshot === first)
        #expect(
            store.status
                == PolicyStore.Status(
                    loadedAt: Instant(secondsSince1970: 1),
                    revision: first.revision,
                    lastReloadAt: Instant(secondsSince1970: 2),
                    lastReloadError: error.description,
                    successfulReloads: 0,
                    failedReloads: 1
                )
        )
        #expect(error.description == "a.yaml:1: /a: unknown key `a`\na.yaml:2: /b: unknown key `b`")
        try installation.directory.remove("policies/a.yaml")
        _ = store.reload()
        #expect(store.status.lastReloadError == nil)
        #expect(store.status.successfulReloads == 1 && store.status.failedReloads == 1)
    }

    @Test func `fails to initialize without a first snapshot`() throws {
        let installation = try Installation()
        try installation.directory.write("policies/a.yaml", "x: 1")
        #expect(throws: PolicyLoadError.self) { try store(installation, clock: Clock()) }
    }

    @Test func `serves the snapshot during a reload and runs reloads one at a time`() async throws {
        let installation = try Installation()
        let clock = Clock()
        let loader = installation.loader
        let running = Mutex((now: 0, most: 0))
        let holder = Holder()
        let load: @Sendable (PolicySnapshot?) throws(PolicyLoadError) -> PolicySnapshot = {
            previous throws(PolicyLoadError) in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            defer { running.withLock { $0.now -= 1 } }
            // Reading the snapshot during a reload does not block.
            _ = holder.store.withLock { $0 }?.snapshot
            return try loader.load(after: previous)
        }
        let store = try PolicyStore(now: { clock.next() }, load: load)
        holder.store.withLock { $0 = store }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = store.reload() } }
        }
        holder.store.withLock { $0 = nil }
        #expect(running.withLock(\.most) == 1)
        #expect(store.status.successfulReloads == 8)
    }

    private final class Holder: Sendable {
        let store = Mutex<PolicyStore?>(nil)
    }
}
