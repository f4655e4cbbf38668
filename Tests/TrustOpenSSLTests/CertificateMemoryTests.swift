import BoundedCache
import Glibc
import Testing
import TrustEvaluation
import TrustOpenSSL
import TrustTestSupport

@Suite struct `A certificate in the cache` {
    /// Runs in a process of its own, where nothing else allocates.
    ///
    /// Sanitizers replace the allocator, whose figures are zero then.
    @Test func `takes at most 4 KiB with its DER, as public servers have them`() async {
        await #expect(processExitsWith: .success) {
            let authorities = try (0..<4).map { try TestAuthority.root("Example Trust Services, Authority \($0)") }
            let count = 400
            let leaves = try (0..<count).map { number in
                try CertificateMemory.leaf("host\(number).example.com", of: authorities[number % 4])
            }
            let cache = CertificateCache(entries: 2 * count)
            let reader = OpenSSLCertificateReader(cache: cache)
            let before = CertificateMemory.bytesInUse()
            // As text: the cache would share the bytes of a test's own DER, which would not be counted.
            for leaf in leaves { _ = try reader.certificates(in: Array(leaf.pem.utf8), limits: CertificateLimits()) }
            let each = (CertificateMemory.bytesInUse() - before) / count
            let encoded = leaves.reduce(0) { $0 + $1.der.count } / count
            exit(cache.figures.entries == count && encoded > 1200 && each <= 4096 ? 0 : 1)
        }
    }
}

private enum CertificateMemory {
    /// The bytes that the program has from the C library's allocator, by `malloc_info`, which Swift's module of it leaves out.
    static func bytesInUse() -> Int {
        var text: UnsafeMutablePointer<CChar>?
        var length = 0
        guard let file = unsafe open_memstream(&text, &length), let symbol = unsafe dlsym(nil, "malloc_info") else {
            return .max / 2
        }
        typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
        _ = unsafe unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
        unsafe fclose(file)
        defer { unsafe free(text) }
        let report = unsafe text.map { unsafe String(cString: $0) } ?? ""
        // The sums of all arenas follow the last arena.
        let sums = report.split(separator: "</heap>").last.map(String.init) ?? ""
        func size(_ element: String) -> Int {
            let line = sums.split(separator: "\n").first { $0.hasPrefix("<\(element)") } ?? ""
            return line.split(separator: "size=\"").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
        }
        return size("system type=\"current\"") - size("total type=\"fast\"") - size("total type=\"rest\"")
    }

    /// A leaf with the extensions of a public server's.
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
