import EvidenceFiles
import FileAccess
import Foundation
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvidence

/// The disk cache, between gatherers that are started one after the other.
@Suite struct `Evidence on the disk` {
    private let directory: TemporaryDirectory
    private let first: GatheringCase

    init() throws {
        directory = try TemporaryDirectory()
        first = try GatheringCase()
    }

    private var path: String { "\(directory.path)/evidence" }

    private func disk(bytes: Int = 1 << 20, waiting: Int = 1 << 20) throws -> EvidenceDisk {
        let cache = try FileCache(at: path, maximumBytes: bytes) { Array(SHA256.fingerprint(of: $0).bytes) }
        return EvidenceDisk(cache, issuers: try issuers(), maximumWaitingBytes: waiting)
    }

    private func issuers(bytes: Int = 1 << 20) throws -> FileCache {
        try FileCache(at: "\(path)/issuers", maximumBytes: bytes) { Array(SHA256.fingerprint(of: $0).bytes) }
    }

    /// The issuing CA, as if it had completed a path to an anchor, from a location.
    private func issuer(from location: String = GatheringCase.crl) throws -> FetchedIssuer {
        FetchedIssuer(try first.issuing.certificate.read(), from: location)
    }

    /// Waits until the disk has no waiting work; a new read is behind it in the queue.
    private func settle(_ disk: EvidenceDisk) async {
        let _: Int? = await disk.read([0]) { _ in (nil, isFit: true) }
    }

    /// Gathers with a new gatherer that has only the disk in common with earlier ones, and returns its summary.
    private func gather(
        _ method: EvidenceNeed.Method = .crl,
        on disk: EvidenceDisk,
        after seconds: Int64 = 0,
        network body: [UInt8]? = nil
    ) async throws -> [String] {
        let next = try GatheringCase(sharing: first, disk: disk)
        next.clock.advance(seconds: seconds)
        next.fetcher.answer { _ in body.map { .body($0) } ?? .failure(.connectFailed) }
        let delivery = try next.gather(next.need(method))
        await settle(disk)
        await settle(disk)
        return delivery.summary
    }

    @Test func `is used after a restart without the network`() async throws {
        let disk = try disk()
        #expect(try await gather(on: disk, network: first.list()) == ["network"])
        #expect(try await gather(.ocsp, on: disk, network: first.response()) == ["network"])
        #expect(disk.figures.entries == 2)
        disk.stop()
        let next = try self.disk()
        #expect(try await gather(on: next, after: 60) == ["cache"])
        #expect(try await gather(.ocsp, on: next, after: 60) == ["cache"])
        #expect(next.figures.rejected == 0)
    }

    @Test func `is not used after its end`() async throws {
        let disk = try disk()
        #expect(try await gather(on: disk, network: first.list()) == ["network"])
        #expect(try await gather(on: disk, after: 366 * 86400) == ["connectFailed none"])
        #expect(disk.figures.entries == 1)
    }

    @Test func `with another signature is removed and counted`() async throws {
        let disk = try disk()
        #expect(try await gather(on: disk, network: first.list()) == ["network"])
        disk.stop()
        let cache = try FileCache(at: path, maximumBytes: 1 << 20) { Array(SHA256.fingerprint(of: $0).bytes) }
        let key = EvidenceRecord.key(of: try first.need(.crl), at: GatheringCase.crl)
        let entry = try #require(cache.entry(for: key))
        var content = entry.content
        content[content.count - 1] ^= 1
        try cache.store(FileCacheEntry(key: key, description: entry.description, content: content))
        let next = try self.disk()
        #expect(try await gather(on: next) == ["connectFailed none"])
        #expect(next.figures.rejected == 1)
        #expect(next.figures.entries == 0)
    }

    @Test func `with malformed facts is removed and counted`() async throws {
        let cache = try FileCache(at: path, maximumBytes: 1 << 20) { Array(SHA256.fingerprint(of: $0).bytes) }
        let key = EvidenceRecord.key(of: try first.need(.crl), at: GatheringCase.crl)
        try cache.store(FileCacheEntry(key: key, description: [9], content: try first.list()))
        let disk = EvidenceDisk(cache, issuers: try issuers())
        #expect(try await gather(on: disk) == ["connectFailed none"])
        #expect(disk.figures.rejected == 1)
        #expect(disk.figures.entries == 0)
    }

    @Test func `is not replaced by an older CRL, also after a restart and after its end`() async throws {
        let disk = try disk()
        let newer = try first.list { $0.crlNumber = 5 }
        let older = try first.list {
            $0.crlNumber = 4
            $0.nextUpdate = TestInstant.reference.adding(days: 1000)
        }
        #expect(try await gather(on: disk, network: newer) == ["network"])
        // The newer CRL has ended, and the older one is still valid.
        #expect(try await gather(on: disk, after: 366 * 86400, network: older) == ["older none"])
        let record = EvidenceRecord.key(of: try first.need(.crl), at: GatheringCase.crl)
        disk.stop()
        let cache = try FileCache(at: path, maximumBytes: 1 << 20) { Array(SHA256.fingerprint(of: $0).bytes) }
        #expect(cache.entry(for: record)?.content == newer)
    }

    @Test func `has an issuer only after it completed a path to an anchor`() async throws {
        let disk = try disk()
        #expect(try await gather(.issuer, on: disk, network: first.issuing.certificate.der) == ["network"])
        #expect(disk.figures.entries == 0)
        #expect(try await gather(.issuer, on: disk) == ["connectFailed none"])
        try GatheringCase(sharing: first, disk: disk).gatherer.keep([issuer()])
        await settle(disk)
        #expect(disk.figures.entries == 1)
        disk.stop()
        #expect(try await gather(.issuer, on: self.disk()) == ["cache"])
    }

    @Test func `is used where the request may not cause more fetches`() async throws {
        let disk = try disk()
        #expect(try await gather(on: disk, network: first.list()) == ["network"])
        let next = try GatheringCase(sharing: first, disk: disk)
        let none = FetchAllowance(issuers: 0, attempts: 0)
        let delivery = try next.gather(next.need(.crl), next.need(.ocsp), allowance: none)
        await settle(disk)
        await settle(disk)
        #expect(delivery.summary == ["cache", "tooManyFetches none"])
        #expect(delivery.results.map(\.isUnsought) == [false, true])
        #expect(next.fetcher.requests.isEmpty)
    }

    @Test func `is used where a missing issuer waits for a place`() async throws {
        let disk = try disk()
        try GatheringCase(sharing: first, disk: disk).gatherer.keep([issuer(from: "http://kept/")])
        let next = try GatheringCase(sharing: first, disk: disk)
        for number in 0..<20 { next.gather(try next.need(.issuer, at: ["http://\(number)/"]), within: 60_000) }
        let delivery = next.gather(try next.need(.issuer, at: ["http://kept/"]), within: 60_000)
        for _ in 0..<3 { await settle(disk) }
        #expect(delivery.summary == ["cache"])
        #expect(!next.fetcher.requests.contains { $0.url == "http://kept/" })
    }

    @Test func `is not displaced by issuers`() async throws {
        let cache = try FileCache(at: path, maximumBytes: 4096) { Array(SHA256.fingerprint(of: $0).bytes) }
        let disk = EvidenceDisk(cache, issuers: try issuers(bytes: 4096))
        #expect(try await gather(on: disk, network: first.list()) == ["network"])
        let keeper = try GatheringCase(sharing: first, disk: disk)
        for number in 0..<50 { keeper.gatherer.keep([try issuer(from: "http://\(number).example/")]) }
        await settle(disk)
        #expect(disk.figures.evictions > 30)
        #expect(try await gather(on: disk) == ["cache"])
    }

    @Test(arguments: [Int64.min, -62_167_219_201, 253_402_300_800, Int64.max])
    func `has no times that no certificate can have`(seconds: Int64) throws {
        let record = { (time: Int64) in
            EvidenceRecord(
                method: .issuer,
                location: "http://issuer.example/",
                issuerName: [],
                issuerKey: [],
                serialNumber: [],
                issuerCertificate: [],
                storedAt: Instant(secondsSince1970: time),
                maximumAge: nil,
                thisUpdate: Instant(secondsSince1970: 0),
                end: Instant(secondsSince1970: 0),
                crlNumber: nil,
                content: [1]
            ).encodedFacts
        }
        #expect(EvidenceRecord(description: record(0), content: [1]) != nil)
        #expect(EvidenceRecord(description: record(seconds), content: [1]) == nil)
    }

    @Test func `of another scope than a certificate's stays for others`() async throws {
        let disk = try disk()
        var users = TestIssuingDistributionPoint()
        users.onlyContainsUserCertificates = true
        let list = try first.list { $0.issuingDistributionPoint = users }
        #expect(try await gather(on: disk, network: list) == ["network"])
        let authority = try first.issuing.issueAuthority("Sub").certificate
        let next = try GatheringCase(sharing: first, disk: disk)
        next.fetcher.answer { _ in .failure(.connectFailed) }
        #expect(try next.gather(next.need(.crl, authority)).summary != ["cache"])
        await settle(disk)
        #expect(disk.figures.entries == 1 && disk.figures.rejected == 0)
        #expect(try await gather(on: disk) == ["cache"])
    }

    @Test func `is dropped and counted if too much waits to be written`() async throws {
        let disk = try disk(waiting: 10)
        #expect(try await gather(on: disk, network: first.list()) == ["network"])
        #expect(disk.figures.droppedWrites == 1)
        #expect(disk.figures.entries == 0)
    }

    @Test func `is not asked after the cache was stopped`() async throws {
        let disk = try disk()
        disk.stop()
        #expect(try await gather(on: disk, network: first.list()) == ["network"])
    }
}
