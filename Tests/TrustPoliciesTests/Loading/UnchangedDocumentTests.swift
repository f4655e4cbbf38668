import Foundation
import Synchronization
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustPolicies

/// Documents with one wildcard rule each, so that every read of a document looks up one public suffix.
private final class CountedInstallation {
    /// Counts the lookups of public suffixes.
    final class CountingSuffixes: PublicSuffixes {
        let count = Mutex(0)

        func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool {
            count.withLock { $0 += 1 }
            return false
        }
    }

    let directory: TemporaryDirectory
    private let suffixes = CountingSuffixes()
    private let loader: PolicyLoader
    private var snapshot: PolicySnapshot?

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("bundle.crt", FakeCertificate.pem("system-root"))
        try directory.write("policies/anchors/one.pem", FakeCertificate.pem("one"))
        try directory.write("policies/anchors/two.pem", FakeCertificate.pem("two"))
        try directory.write("policies/single.pem", FakeCertificate.pem("single"))
        loader = PolicyLoader(
            directory: directory.path + "/policies",
            systemAnchors: directory.path + "/bundle.crt",
            ports: DocumentPorts(
                certificates: FakeCertificateReader(),
                evidence: FakeEvidenceReader(),
                names: FakeNames(),
                suffixes: suffixes,
                sha256: fakeDigest,
                now: { Instant(secondsSince1970: 0) }
            )
        )
        try document("a", anchors: "single.pem")
        try document("b", anchors: "anchors")
        try document("c")
        #expect(try load() == 3)
    }

    func document(_ name: String, _ host: String = "x.example", anchors: String? = nil) throws {
        let keys = anchors.map { ", anchors: [\($0)]" } ?? ""
        let text = "hosts: {\"*.\(host)\": p}\npolicies: {p: {evaluator: default\(keys)}}\n"
        try directory.write("policies/\(name).yaml", text)
    }

    /// Loads again and returns the number of documents read.
    func load() throws -> Int {
        suffixes.count.withLock { $0 = 0 }
        snapshot = try loader.load(after: snapshot)
        return suffixes.count.withLock { $0 }
    }

    var names: [String] { snapshot?.sets.map(\.name) ?? [] }
    var revisions: [String] { snapshot?.sets.map(\.revision) ?? [] }
    var systemAnchors: ObjectIdentifier? { snapshot.map { ObjectIdentifier($0.systemAnchors) } }
}

/// Documents that a reload does not read again.
@Suite struct `Reloading a document` {
    @Test func `skips an unchanged document`() throws {
        let installation = try CountedInstallation()
        let (revisions, anchors) = (installation.revisions, installation.systemAnchors)
        #expect(try installation.load() == 0)
        #expect(installation.revisions == revisions)
        #expect(installation.systemAnchors == anchors)
    }

    @Test func `skips a document when only its times changed`() throws {
        let installation = try CountedInstallation()
        let path = installation.directory.path + "/policies/a.yaml"
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        #expect(try installation.load() == 0)
    }

    @Test func `reads a document again when its content changed but not its size or times`() throws {
        let installation = try CountedInstallation()
        let path = installation.directory.path + "/policies/c.yaml"
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        let revisions = installation.revisions
        try installation.document("c", "y.example")
        try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)
        #expect(try installation.load() == 1)
        #expect(zip(installation.revisions, revisions).count { $0 != $1 } == 1)
    }

    @Test(arguments: [
        ("single.pem", "other1"), ("anchors/two.pem", "owt"), ("anchors/three.pem", "three"), ("anchors/one.pem", nil),
    ])
    func `reads a document again when a file that it names changed, was added or removed`(
        file: String,
        content: String?
    ) throws {
        let installation = try CountedInstallation()
        let revisions = installation.revisions
        if let content {
            try installation.directory.write("policies/\(file)", FakeCertificate.pem(content))
        } else {
            try installation.directory.remove("policies/\(file)")
        }
        #expect(try installation.load() == 1)
        #expect(zip(installation.revisions, revisions).count { $0 != $1 } == 1)
    }

    @Test func `skips a document when an unrelated file appears in a directory that it names`() throws {
        let installation = try CountedInstallation()
        try installation.directory.write("policies/anchors/README", "no certificate")
        #expect(try installation.load() == 0)
    }

    @Test func `reads a document again when a directory replaced the file that it names`() throws {
        let installation = try CountedInstallation()
        try installation.directory.remove("policies/single.pem")
        try installation.directory.write("policies/single.pem/inner.pem", FakeCertificate.pem("inner"))
        #expect(try installation.load() == 1)
    }

    @Test func `defines another set under another name, and is read again under another extension`() throws {
        let installation = try CountedInstallation()
        let files = FileManager.default
        let policies = installation.directory.path + "/policies"
        try files.moveItem(atPath: policies + "/a.yaml", toPath: policies + "/z.yaml")
        #expect(try installation.load() == 1)
        #expect(installation.names == ["b", "c", "system", "z"])
        try files.moveItem(atPath: policies + "/z.yaml", toPath: policies + "/z.yml")
        #expect(try installation.load() == 1)
        try files.removeItem(atPath: policies + "/z.yml")
        #expect(try installation.load() == 0)
        #expect(installation.names == ["b", "c", "system"])
    }

    @Test func `reads a document again when the system trust store changed`() throws {
        let installation = try CountedInstallation()
        try installation.directory.write("bundle.crt", FakeCertificate.pem("another-root"))
        #expect(try installation.load() == 3)
    }

    @Test func `reports a file of an unchanged document that can no longer be read`() throws {
        let installation = try CountedInstallation()
        try installation.directory.remove("policies/single.pem")
        #expect(throws: PolicyLoadError.self) { try installation.load() }
        try installation.directory.write("policies/single.pem", FakeCertificate.pem("single"))
        #expect(try installation.load() == 0, "everything is as it was in the snapshot in use")
    }
}
