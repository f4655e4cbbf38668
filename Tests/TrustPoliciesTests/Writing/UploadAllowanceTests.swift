import StructuredDocuments
import Synchronization
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustPolicies

/// The work that the files of a written set cause.
@Suite struct `The files of a written set` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func issues(_ policies: [String], isWritten: Bool = true) -> [String] {
        let lines = policies.enumerated().map { "  p\($0.offset): {evaluator: \($0.element)}\n" }
        do {
            _ = try policySetReader.policySet(
                named: "test",
                source: Array(("policies:\n" + lines.joined()).utf8),
                directory: directory.path,
                isWritten: isWritten
            )
            return []
        } catch {
            return error.issues.map(\.text)
        }
    }

    private func write(_ count: Int, to file: String) throws {
        try directory.write(file, (0..<count).map { FakeCertificate.pem("ca-\($0)") }.joined())
    }

    @Test func `have at most 100,000 certificates for all policies together`() throws {
        try write(1000, to: "a.pem")
        try write(1, to: "b.pem")
        let files = [String](repeating: "a.pem", count: 10).joined(separator: ", ")
        let full =
            [String](repeating: "default, anchors: [\(files)]", count: 6)
            + [String](repeating: "pinCertificates, pins: [\(files)]", count: 4)
        let more = full + ["default, anchors: [b.pem]", "pinPublicKeys, pins: [a.pem]"]
        let reason =
            "the policies of the set have more than 100000 certificates, keys, CRLs and OCSP responses from files in total; "
            + "each policy that names a file counts"
        #expect(issues(more) == ["12 /policies/p10/anchors/0: \(reason)", "13 /policies/p11/pins/0: \(reason)"])
        #expect(issues(more, isWritten: false).isEmpty)
    }

    @Test func `have at most 500,000 values for all policies together`() throws {
        let digits = (0..<10_000).map { String($0, radix: 16) }
        let lines = digits.map { String(repeating: "0", count: 64 - $0.count) + $0 + "\n" }
        try directory.write("values", lines.joined())
        let reader = ValueFileReader(source: source(UploadAllowance()), digest: fakeDigest)
        for _ in 0..<50 { #expect(try reader.lines(of: "values").lines.count == 10_000) }
        let refusal = #expect(throws: MaterialFailure.self) { _ = try reader.lines(of: "values") }
        #expect(refusal?.reason.hasPrefix("the policies of the set have more than 500000 values from files") == true)
    }

    private func source(_ total: UploadAllowance?) -> MaterialSource {
        .files(
            relativeTo: MaterialDirectory(path: directory.path, isConfined: true, total: total),
            MaterialJournal(digest: fakeDigest, now: Instant(secondsSince1970: 0))
        )
    }

    /// Counts the files that are parsed.
    private final class Parsed: Sendable {
        let count = Mutex(0)

        func reader(_ source: MaterialSource, limit: Int) -> MaterialReader<Certificate> {
            let kind = MaterialReader<Certificate>.Kind(
                plural: "certificates",
                isOfCertificates: true,
                extensions: MaterialFiles.certificateExtensions,
                parse: { bytes, limits in
                    self.count.withLock { $0 += 1 }
                    let (certificates, failures) = FakeCertificateReader().readableCertificates(
                        in: bytes,
                        limits: limits
                    )
                    return (certificates, failures.map { PartFailure($0) })
                },
                digests: { _ in [] }
            )
            return MaterialReader(kind, source: source, limits: CertificateLimits(count: limit, bytesEach: 1000))
        }
    }

    @Test func `are parsed once, also if they are unreadable or missing`() throws {
        try directory.write("bad.pem", FakeCertificate.pem("one", "bad"))
        try directory.write("ca/a.pem", FakeCertificate.pem("one"))
        try directory.write("ca/b.pem", FakeCertificate.pem("bad"))
        let parsed = Parsed()
        let reader = parsed.reader(source(UploadAllowance()), limit: 10)
        for file in ["bad.pem", "ca", "missing.pem"] {
            var reasons: Set<String> = []
            for _ in 0..<5 {
                let failure = #expect(throws: MaterialFailure.self) { try reader.read(file, within: reader.allowance) }
                reasons.insert(failure?.reason ?? "")
            }
            #expect(reasons.count == 1 && reasons.first?.isEmpty == false)
        }
        var skipped: [String] = []
        let readable = try reader.read("bad.pem", within: reader.allowance, unreadable: .skipped { skipped.append($0) })
        #expect(readable.count == 1 && skipped.count == 1)
        #expect(parsed.count.withLock { $0 } == 3)
    }

    @Test func `count when they have more than a list may have, and are read again`() throws {
        try write(7, to: "a.pem")
        let total = UploadAllowance()
        total.materials.spend(total.materials.total - 10)
        let parsed = Parsed()
        let reader = parsed.reader(source(total), limit: 5)
        for _ in 0..<4 { #expect(throws: MaterialFailure.self) { try reader.read("a.pem", within: reader.allowance) } }
        #expect(parsed.count.withLock { $0 } == 2 && total.materials.isUsedUp)
    }
}
