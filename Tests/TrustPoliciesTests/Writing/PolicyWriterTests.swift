import FileAccess
import Foundation
import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustPolicies

/// A daemon's policies with a directory for written sets.
private struct Writing {
    let directory: TemporaryDirectory
    let store: PolicyStore
    let writer: PolicyWriter
    let loader: PolicyLoader
    private let dangling: DanglingReferences

    /// The names of sets to which something refers.
    private final class DanglingReferences: Sendable {
        let sets = Mutex<[String]>([])
    }

    init(floors: String? = nil, ports: DocumentPorts = fakePorts, _ files: [String: String] = [:]) throws {
        let directory = try TemporaryDirectory()
        try directory.write("bundle.crt", FakeCertificate.pem("system-root"))
        try directory.makeDirectory("policies")
        try directory.makeDirectory("written")
        for (name, text) in files { try directory.write(name, text) }
        self.directory = directory
        let loader = PolicyLoader(
            directory: directory.path + "/policies",
            written: directory.path + "/written",
            systemAnchors: directory.path + "/bundle.crt",
            ports: ports,
            floors: floors
        )
        self.loader = loader
        store = try PolicyStore(
            now: { Instant(secondsSince1970: 100) },
            load: { previous throws(PolicyLoadError) in try loader.load(after: previous) }
        )
        let dangling = DanglingReferences()
        self.dangling = dangling
        let writer = PolicyWriter(
            store,
            loader,
            now: { Instant(secondsSince1970: 100) },
            danglingReferences: { snapshot in
                dangling.sets.withLock { $0 }.filter { snapshot.policySet(named: $0) == nil }
                    .map { "the proxy `edge` names the policy set `\($0)`" }
            }
        )
        self.writer = try #require(writer)
    }

    func refer(to set: String) { dangling.sets.withLock { $0.append(set) } }

    static let author = PolicyWriter.Author(name: "deploy", mayWriteScripts: false)

    @discardableResult
    func put(
        _ text: String,
        as set: String = "pay",
        if precondition: PolicyWriter.Precondition = .absent
    ) throws -> PolicyWriter.Result {
        let upload = PolicyUpload(Array(text.utf8), of: set, isJSON: false)
        return try writer.put(upload, as: set, if: precondition, by: Self.author)
    }

    @discardableResult
    func put(
        files: [String: String],
        as set: String = "pay",
        if precondition: PolicyWriter.Precondition = .absent
    ) throws -> PolicyWriter.Result {
        let archive = files.sorted { $0.key < $1.key }.flatMap { Tar.file($0.key, $0.value) } + Tar.end
        return try writer.put(PolicyUpload(tar: archive, of: set), as: set, if: precondition, by: Self.author)
    }

    func refusal(_ attempt: () throws -> PolicyWriter.Result) -> PolicyWriteError? {
        do {
            _ = try attempt()
            return nil
        } catch {
            return error as? PolicyWriteError
        }
    }

    func files(_ name: String = "written") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(directory.path)/\(name)").sorted()
    }

    var revision: String? { store.snapshot.policySet(named: "pay")?.revision }
}

/// A compiler that refuses each script, and counts them.
private final class CountingCompiler: TrustScriptCompiling {
    let count = Mutex(0)

    func compile(_ source: [UInt8]) throws(TrustScriptError) -> any TrustScript {
        count.withLock { $0 += 1 }
        throw TrustScriptError(line: nil, reason: "refused")
    }
}

private let plain = "policies: {p: {evaluator: default}}\n"
private let other = "policies: {q: {evaluator: default}}\n"

@Suite struct `Written policy sets` {
    @Test func `are used at once, and after a restart`() throws {
        let writing = try Writing()
        let result = try writing.put(plain)
        #expect(result.isNew && result.number == 1 && result.changedSets == ["pay"])
        #expect(writing.store.snapshot.policySet(named: "pay")?.policies.map(\.identity.name) == ["p"])
        #expect(writing.store.snapshot === result.snapshot)
        #expect(try writing.files() == ["pay", "pay/1", "pay/1/.revision.json", "pay/1/pay.yaml"])
        let restarted = try writing.loader.load()
        #expect(restarted.policySet(named: "pay")?.revision == writing.revision)
        #expect(restarted.policySet(named: "pay")?.isWritten == true)
    }

    @Test func `replace the stored set only if its tag is named`() throws {
        let writing = try Writing()
        let first = try writing.put(plain)
        let tag = try #require(first.tag)
        #expect(writing.refusal { try writing.put(other) } == .changed(tag: tag))
        #expect(writing.refusal { try writing.put(other, if: .tags(["0"])) } == .changed(tag: tag))
        #expect(writing.refusal { try writing.put(plain, as: "new", if: .present) } == .changed(tag: nil))
        #expect(writing.refusal { try writing.put(plain, as: "new", if: .tags([tag])) } == .changed(tag: nil))
        let second = try writing.put(other, if: .tags(["0", tag]))
        #expect(!second.isNew && second.number == 2 && second.tag != tag)
        #expect(writing.store.snapshot.policySet(named: "pay")?.policies.map(\.identity.name) == ["q"])
    }

    @Test func `with the same files add no revision`() throws {
        let writing = try Writing()
        let first = try writing.put(plain)
        let serial = writing.store.serial
        let second = try writing.put(plain, if: .present)
        #expect(second.number == 1 && second.tag == first.tag && second.changedSets.isEmpty)
        #expect(writing.store.serial == serial)
    }

    @Test func `that were changed by hand have another tag`() throws {
        let writing = try Writing()
        let files = [
            "pay.yaml": "policies: {p: {evaluator: default, anchors: [ca.pem]}}", "ca.pem": FakeCertificate.pem("one"),
        ]
        let tag = try #require(try writing.put(files: files).tag)
        try writing.directory.write("written/pay/1/ca.pem", FakeCertificate.pem("two"))
        let refusal = writing.refusal { try writing.put(plain, if: .tags([tag])) }
        guard case .changed(let now?) = refusal else {
            Issue.record("\(refusal.map { "\($0)" } ?? "stored")")
            return
        }
        #expect(now != tag)
        try writing.put(plain, if: .tags([now]))
    }

    @Test func `name files of their upload only`() throws {
        let writing = try Writing()
        try writing.directory.write("secret.pem", FakeCertificate.pem("secret-root"))
        for name in [
            "../../../secret.pem", writing.directory.path + "/secret.pem", "a/../../../../secret.pem", ".revision.json",
            "./ca.pem", "cas/", "cas//ca.pem", String(repeating: "\u{1F1E6}", count: 50_000),
        ] {
            let document = "policies: {p: {evaluator: default, anchors: [\"\(name)\"]}}"
            guard case .invalid(let problems) = writing.refusal({ try writing.put(document) }) else {
                Issue.record("stored \(name)")
                continue
            }
            #expect(problems.first?.detail.contains("names no file of the upload") == true)
            #expect(problems.map(\.file) == ["pay.yaml"])
        }
        #expect(try writing.files() == [])
    }

    @Test func `change with their files, although the document remains the same`() throws {
        let writing = try Writing()
        let document = "policies: {p: {evaluator: default, anchors: [cas]}}"
        func put(_ anchor: String, if precondition: PolicyWriter.Precondition) throws -> PolicyWriter.Result {
            try writing.put(files: ["pay.yaml": document, "cas/a.pem": FakeCertificate.pem(anchor)], if: precondition)
        }
        _ = try put("one", if: .absent)
        let first = writing.revision
        _ = try put("two", if: .present)
        #expect(writing.revision != first)
        #expect(try writing.loader.load().policySet(named: "pay")?.revision == writing.revision)
    }

    @Test func `that are invalid change nothing`() throws {
        let writing = try Writing()
        let tag = try #require(try writing.put(plain).tag)
        let (revision, files) = (writing.revision, try writing.files())
        let documents = [
            "policies: {p: {evaluator: wrong}}", "{", "policies: {p: {evaluator: default, anchors: [missing.pem]}}",
        ]
        for document in documents {
            guard case .invalid(let problems) = writing.refusal({ try writing.put(document, if: .tags([tag])) }) else {
                Issue.record("stored \(document)")
                continue
            }
            #expect(problems.allSatisfy { $0.file == "pay.yaml" && !$0.detail.contains(writing.directory.path) })
        }
        #expect(
            writing.refusal { try writing.put(files: ["pay.yaml": plain, "notes.txt": ""], if: .present) }
                == .invalid([PolicyProblem(file: "notes.txt", detail: "the document does not name this file")])
        )
        #expect(try writing.files() == files && writing.revision == revision)
        #expect(writing.store.status.failedReloads == 0)
    }

    @Test func `need other policies that can be loaded`() throws {
        let writing = try Writing()
        try writing.directory.write("policies/broken.yaml", "{")
        guard case .otherPolicies(let error) = writing.refusal({ try writing.put(plain) }) else {
            Issue.record("stored")
            return
        }
        #expect(error.problems.map(\.file) == ["broken.yaml"])
        #expect(try writing.files() == [])
    }

    @Test func `are neither the built-in set nor one of the policy directory`() throws {
        let writing = try Writing(["policies/kept.yaml": plain])
        let system = writing.refusal { try writing.put(plain, as: "system", if: .present) }
        #expect(system == .conflict("The policy set `system` is built in and cannot be written."))
        let kept = "The policy set `kept` is a file of the policy directory, which only the operator changes."
        #expect(writing.refusal { try writing.put(plain, as: "kept", if: .present) } == .conflict(kept))
        let deletion = writing.refusal { try writing.writer.delete("kept", if: .present, by: Writing.author) }
        #expect(deletion == .conflict(kept))
    }

    @Test func `with the name of a kept file cannot be loaded`() throws {
        let writing = try Writing()
        try writing.put(plain)
        try writing.directory.write("policies/pay.yaml", plain)
        guard case .failed(let error) = writing.store.reload() else {
            Issue.record("loaded")
            return
        }
        #expect(
            error.problems.map(\.detail).contains { $0.hasPrefix("the name `pay` is already used by pay.yaml in ") }
        )
    }

    @Test func `are deleted, and can be restored`() throws {
        let writing = try Writing()
        try writing.put(plain)
        let revision = writing.revision
        try writing.put(other, if: .present)
        let deletion = try writing.writer.delete("pay", if: .present, by: Writing.author)
        #expect(deletion.tag == nil && deletion.number == 3 && writing.revision == nil)
        #expect(try writing.loader.load().policySet(named: "pay") == nil)
        #expect(
            writing.refusal { try writing.writer.delete("pay", if: .absent, by: Writing.author) }
                == .unknown("There is no written policy set `pay`.")
        )
        func restore(_ number: Int) throws -> PolicyWriter.Result {
            try writing.writer.restore(number, of: "pay", if: .absent, by: Writing.author)
        }
        #expect(writing.refusal { try restore(9) } == .unknown("The policy set `pay` has no revision 9."))
        #expect(
            writing.refusal { try restore(3) }
                == .conflict("The revision 3 of `pay` is a deletion, which cannot be restored.")
        )
        #expect(try restore(1).number == 4)
        #expect(writing.revision == revision)
        let revisions = try writing.writer.revisions(of: "pay")
        #expect(revisions.map(\.number) == [4, 3, 2, 1])
        #expect(revisions.map { $0.tag == nil } == [false, true, false, false])
        #expect(revisions[0].tag == revisions[3].tag)
        #expect(revisions.allSatisfy { $0.author == "deploy" && $0.time == Instant(secondsSince1970: 100) })
    }

    @Test func `that something names cannot be deleted`() throws {
        let writing = try Writing()
        try writing.put(plain)
        writing.refer(to: "pay")
        #expect(
            writing.refusal { try writing.writer.delete("pay", if: .present, by: Writing.author) }
                == .conflict("The policy set `pay` is in use: the proxy `edge` names the policy set `pay`.")
        )
        #expect(writing.revision != nil)
    }

    @Test func `of the floors cannot be deleted`() throws {
        let writing = try Writing(
            floors: "base",
            [
                "written/base/1/base.yaml": plain
            ]
        )
        guard
            case .conflict(let reason) = writing.refusal({
                try writing.writer.delete("base", if: .present, by: Writing.author)
            })
        else {
            Issue.record("deleted")
            return
        }
        #expect(reason.hasPrefix("The policy set `base` is in use: there is no policy set `base`"))
    }

    @Test func `keep the last twenty revisions`() throws {
        let writing = try Writing()
        try writing.put(plain)
        for number in 1...24 { try writing.put(plain + "# \(number)\n", if: .present) }
        #expect(try writing.writer.revisions(of: "pay").map(\.number) == Array((6...25).reversed()))
    }

    @Test func `of an unfinished write are removed by the next`() throws {
        let writing = try Writing()
        try writing.put(plain)
        try writing.directory.write("written/pay/.new-2/pay.yaml", "{")
        try writing.directory.write("written/pay/.removed-0/deep/er/x", "{")
        #expect(try writing.loader.load().policySet(named: "pay")?.revision == writing.revision)
        try writing.put(other, if: .present)
        #expect(try writing.files().filter { $0.contains("/.new") || $0.contains("/.removed") } == [])
    }

    @Test func `need exactly one document in an archive`() throws {
        #expect(
            throws: PolicyWriteError.archive(
                "The tar archive must have exactly one of pay.yaml, pay.yml or pay.json, and has 0."
            )
        ) {
            try PolicyUpload(tar: Tar.file("other.yaml", plain) + Tar.end, of: "pay")
        }
        #expect(throws: PolicyWriteError.self) {
            try PolicyUpload(tar: Tar.file("pay.yaml", plain) + Tar.file("pay.json", plain) + Tar.end, of: "pay")
        }
        #expect(throws: PolicyWriteError.archive("The tar archive has `a` twice.")) {
            try PolicyUpload(tar: ["pay.yaml", "a", "a"].flatMap { Tar.file($0, plain) }, of: "pay")
        }
        #expect(throws: PolicyWriteError.archive("The tar archive has `a` twice.")) {
            try PolicyUpload(tar: ["pay.yaml", "a", "a/b"].flatMap { Tar.file($0, plain) }, of: "pay")
        }
    }

    @Test func `have few directories in an archive`() throws {
        let files = (0...PolicyUpload.maximumDirectories).flatMap { Tar.file("d\($0)/f", "") }
        #expect(throws: PolicyWriteError.archive("The tar archive has more than 100 directories.")) {
            try PolicyUpload(tar: Tar.file("pay.yaml", plain) + files, of: "pay")
        }
        #expect(throws: PolicyWriteError.archive("The tar archive has `pay.yaml` twice.")) {
            try PolicyUpload(tar: Tar.file("pay.yaml", plain) + Tar.file("pay.yaml/x", ""), of: "pay")
        }
        #expect(throws: PolicyWriteError.archive("The tar archive has `a` twice.")) {
            try PolicyUpload(tar: ["pay.yaml", "a", "a.pem", "a/c"].flatMap { Tar.file($0, plain) }, of: "pay")
        }
    }

    @Test func `that were changed by hand are used after they are written again`() throws {
        let writing = try Writing()
        try writing.put(plain)
        try writing.directory.write("written/pay/1/pay.yaml", other)
        let result = try writing.put(other, if: .present)
        #expect(result.number == 1 && result.changedSets == ["pay"])
        #expect(writing.store.snapshot.policySet(named: "pay")?.policies.map(\.identity.name) == ["q"])
    }

    @Test func `have no script compiled before the right is checked`() throws {
        let compiler = CountingCompiler()
        var ports = fakePorts
        ports.scripts = compiler
        let writing = try Writing(ports: ports)
        let files = ["pay.yaml": "policies: {p: {evaluator: custom, script: a.lua}}\n", "a.lua": "return true\n"]
        let archive = files.sorted { $0.key > $1.key }.flatMap { Tar.file($0.key, $0.value) } + Tar.end
        let upload = try PolicyUpload(tar: archive, of: "pay")
        func put(_ mayWriteScripts: Bool) -> PolicyWriteError? {
            let author = PolicyWriter.Author(name: "deploy", mayWriteScripts: mayWriteScripts)
            return writing.refusal { try writing.writer.put(upload, as: "pay", if: .absent, by: author) }
        }
        #expect(put(false) == .scriptsForbidden)
        #expect(compiler.count.withLock { $0 } == 0)
        guard case .invalid = put(true) else {
            Issue.record("another refusal")
            return
        }
        #expect(compiler.count.withLock { $0 } > 0)
    }

    @Test func `with the name of a file that was not loaded yet are a conflict`() throws {
        let writing = try Writing()
        try writing.directory.write("policies/pay.yml", plain)
        let kept = "The policy set `pay` is a file of the policy directory, which only the operator changes."
        #expect(writing.refusal { try writing.put(plain) } == .conflict(kept))
    }

    @Test func `have revisions whose files are not read for a list`() throws {
        let writing = try Writing()
        let tag = try writing.put(plain).tag
        try writing.put(other, if: .present)
        // A list that reads the files fails, because there are two documents.
        try writing.directory.write("written/pay/1/pay.json", "{}")
        let revisions = try writing.writer.revisions(of: "pay")
        #expect(revisions.map(\.number) == [2, 1] && revisions.map(\.isDeletion) == [false, false])
        #expect(revisions[1].tag == tag)
        try FileManager.default.removeItem(atPath: writing.directory.path + "/written/pay/2/.revision.json")
        let unknown = try writing.writer.revisions(of: "pay")[0]
        #expect(unknown.author.isEmpty && unknown.tag == nil && !unknown.isDeletion)
        #expect(writing.loader.written?.record(of: "pay", revision: 9) == nil)
    }

    @Test func `that the client deleted give way to its new ones`() throws {
        let writing = try Writing()
        // A deletion has no document.
        for number in 0..<499 {
            let second = number < 10 ? "0\(number)" : "10"
            try writing.directory.write(
                "written/old\(number)/1/.revision.json",
                "{\"author\": \"deploy\", \"time\": \"2026-01-01T00:00:\(second)Z\", \"bytes\": 0, \"heldBytes\": 5}"
            )
        }
        try writing.put(plain, as: "first")
        #expect(try writing.files().contains("old0"))
        try writing.put(plain, as: "second")
        let names = try Set(FileManager.default.contentsOfDirectory(atPath: writing.directory.path + "/written"))
        #expect(!names.contains("old0") && names.contains("old1") && names.count == 500)
        // Another client may still have a half of the rest.
        let upload = PolicyUpload(Array(plain.utf8), of: "third", isJSON: false)
        let author = PolicyWriter.Author(name: "another", mayWriteScripts: false)
        #expect(try writing.writer.put(upload, as: "third", if: .absent, by: author).isNew)
    }

    @Test func `that were deleted can all be restored after a refused write`() throws {
        let writing = try Writing()
        for set in ["old", "older"] {
            try writing.put(plain, as: set)
            _ = try writing.writer.delete(set, if: .present, by: Writing.author)
        }
        // Another client holds all bytes.
        try writing.directory.write(
            "written/large/1/.revision.json",
            "{\"author\": \"another\", \"bytes\": 0, \"heldBytes\": \(WrittenSpace.maximumBytes)}"
        )
        guard case .conflict = writing.refusal({ try writing.put(plain) }) else {
            Issue.record("another refusal, or none")
            return
        }
        #expect(try !writing.files().contains("pay"))
        try FileManager.default.removeItem(atPath: writing.directory.path + "/written/large")
        for set in ["old", "older"] {
            #expect(try writing.writer.revisions(of: set).map(\.number) == [2, 1])
            #expect(try writing.writer.restore(1, of: set, if: .absent, by: Writing.author).number == 3)
        }
    }

    @Test func `of two writers at once are stored one after the other`() async throws {
        let writing = try Writing()
        let tag = try #require(try writing.put(plain).tag)
        let writer = writing.writer
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let upload = PolicyUpload(Array((plain + "# \(number)\n").utf8), of: "pay", isJSON: false)
                    return (try? writer.put(upload, as: "pay", if: .tags([tag]), by: Writing.author)) != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
        #expect(try writing.writer.revisions(of: "pay").count == 2)
    }
}
