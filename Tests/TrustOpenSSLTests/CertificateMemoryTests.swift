import BoundedCache
import Glibc
import Testing
import TrustEvaluation
import TrustOpenSSL
import TrustTestSupport

/// Each test runs in a separate process without other allocations.
@Suite struct `A certificate in the cache` {
    @Test func `takes at most 4 KiB, including its DER, for certificates like those of public servers`() async {
        await #expect(processExitsWith: .success) {
            let authorities = try (0..<4).map { try TestAuthority.root("Example Trust Services, Authority \($0)") }
            let leaves = try (0..<400).map { number in
                try CertificateMemory.leaf("host\(number).example.com", of: authorities[number % 4])
            }
            let (bytes, entries, _) = try CertificateMemory.growth(caching: leaves)
            let encoded = leaves.reduce(0) { $0 + $1.der.count }
            let isPublic = entries == leaves.count && encoded > 1200 * leaves.count
            exit(isPublic && bytes > encoded && bytes <= 4096 * leaves.count ? 0 : 1)
        }
    }

    /// Senders can choose lists of short names, which take many times the memory of their encoding.
    @Test(arguments: 0..<CertificateMemory.lists.count)
    func `takes at most four times its weight for any lists`(list: Int) async {
        await #expect(processExitsWith: .success) { [list] in
            let root = try TestAuthority.root("Root")
            let leaves = try (0..<20).map { number in
                try root.issueLeaf("host\(number).example.com") { $0.extensions.set(CertificateMemory.lists[list]) }
            }
            let (bytes, entries, weight) = try CertificateMemory.growth(caching: leaves)
            let encoded = leaves.reduce(0) { $0 + $1.der.count }
            exit(entries == leaves.count && bytes > encoded && bytes <= 4 * weight ? 0 : 1)
        }
    }
}

private enum CertificateMemory {
    /// Returns the bytes allocated by parsing certificates into a new cache, and the number and weight of the entries.
    static func growth(caching leaves: [TestCertificate]) throws -> (bytes: Int, entries: Int, weight: Int) {
        let cache = CertificateCache(entries: 32768)
        let reader = OpenSSLCertificateReader(cache: cache)
        // Tables and the library allocate once.
        let others = try TestAuthority.root("Other")
        for number in 0..<64 {
            let der = try others.issueLeaf("other\(number).example.com").der
            _ = try reader.certificates(in: der, limits: CertificateLimits())
        }
        let initial = cache.figures
        // PEM, since the cache would share the bytes of DER, which would not be counted.
        let texts = leaves.map { Array($0.pem.utf8) }
        let before = try bytesInUse()
        for text in texts { _ = try reader.certificates(in: text, limits: CertificateLimits()) }
        let bytes = try bytesInUse() - before
        return (bytes, cache.figures.entries - initial.entries, cache.figures.weight - initial.weight)
    }

    /// The allocator provides no statistics.
    struct NoFigures: Error {}

    /// Returns the allocated bytes according to the sanitizer or `malloc_info`, which Swift's C library module omits.
    private static func bytesInUse() throws -> Int {
        if let symbol = unsafe dlsym(nil, "__sanitizer_get_current_allocated_bytes") {
            typealias AllocatedBytes = @convention(c) () -> Int
            return unsafe unsafeBitCast(symbol, to: AllocatedBytes.self)()
        }
        var text: UnsafeMutablePointer<CChar>?
        var length = 0
        guard let file = unsafe open_memstream(&text, &length), let symbol = unsafe dlsym(nil, "malloc_info") else {
            throw NoFigures()
        }
        typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
        _ = unsafe unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
        unsafe fclose(file)
        defer { unsafe free(text) }
        let report = unsafe text.map { unsafe String(cString: $0) } ?? ""
        // The totals follow the last arena.
        let sums = report.split(separator: "</heap>").last.map(String.init) ?? ""
        func size(_ element: String) throws -> Int {
            let line = sums.split(separator: "\n").first { $0.hasPrefix("<\(element)") } ?? ""
            guard let size = line.split(separator: "size=\"").last.flatMap({ Int($0.prefix { $0.isNumber }) }) else {
                throw NoFigures()
            }
            return size
        }
        return try size("system type=\"current\"") - size("total type=\"fast\"") - size("total type=\"rest\"")
    }

    /// Extensions with the shortest names of each type, for each list that is kept.
    static let lists: [TestExtension] = {
        let names: [[UInt8]] = [
            [0x82, 1, 0x61], [0x81, 1, 0x61], [0x87, 1, 0], [0x88, 1, 0x2A], [0xA4, 2, 0x30, 0],
            [0xA0, 7, 6, 1, 0x2A, 0xA0, 2, 5, 0], [0xA5, 2, 0x81, 0],
        ]
        return names.flatMap { name -> [TestExtension] in
            let count = name[0] == 0xA4 ? 30 : 1200
            let all = Array((0..<count).map { _ in name }.joined())
            let subtrees = Array((0..<count).map { _ in DERWriter.sequence(name) }.joined())
            func point(_ content: [UInt8]) -> [UInt8] { DERWriter.sequence(DERWriter.sequence(content)) }
            return [
                .raw(.subjectAlternativeName, value: DERWriter.sequence(all)),
                .raw(.nameConstraints, critical: true, value: DERWriter.sequence(DERWriter.element(0xA0, subtrees))),
                .raw(.authorityKeyIdentifier, value: DERWriter.sequence(DERWriter.element(0xA1, all))),
                .raw(
                    .crlDistributionPoints,
                    value: point(DERWriter.element(0xA0, DERWriter.element(0xA0, all)))
                ),
                .raw(.crlDistributionPoints, value: point(DERWriter.element(0xA2, all))),
            ]
        }
    }()

    /// Creates a leaf with the extensions of a public server certificate.
    static func leaf(_ host: String, of issuer: TestAuthority) throws -> TestCertificate {
        let timestamps = (0..<450).map { UInt8(truncatingIfNeeded: $0) }
        return try issuer.issueLeaf(host) {
            $0.subjectAlternativeNames = [.dns(host), .dns("www." + host), .dns("api." + host)]
            $0.extensions.append(.crlDistributionPoints(["http://crl3.trust.example/ServerAuthentication2020-1.crl"]))
            $0.extensions.append(.certificatePolicies(["2.23.140.1.2.1", "1.3.6.1.4.1.44947.1.1.1"]))
            $0.extensions.append(
                .authorityInformationAccess(
                    ocsp: ["http://ocsp.trust.example"],
                    issuers: ["http://cacerts.trust.example/ServerAuthentication2020.crt"]
                )
            )
            $0.extensions.append(.raw("1.3.6.1.4.1.11129.2.4.2", value: DERWriter.octetString(timestamps)))
        }
    }
}
