import Foundation
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// Compares our path validation with `X509_verify_cert` under strict flags.
///
/// ANCHORD_ORACLE_PATHS is the number of paths, by default 10,000.
@Suite struct `Random paths` {
    private static let shares = 4
    private static let count =
        ProcessInfo.processInfo.environment["ANCHORD_ORACLE_PATHS"].flatMap(Int.init) ?? 10_000

    @Test(arguments: 0..<shares)
    func `are accepted if OpenSSL accepts them, except for reviewed differences`(
        share: Int
    ) throws {
        let oracle = try PathOracle()
        var random = SeededGenerator(seed: 42 + UInt64(share))
        var (accepted, rejected, others) = (0, 0, 0)
        for _ in 0..<Self.count / Self.shares {
            let path = try RandomPath(&random).path
            let result = try oracle.evaluate(path)
            // Without key identifiers OpenSSL may use another certificate of the same name.
            guard result.isOfGivenPath else {
                others += 1
                continue
            }
            if result.isAccepted { accepted += 1 } else { rejected += 1 }
            if result.isAccepted != result.isAcceptedByOpenSSL, result.reviewedDifference == nil {
                let pem = path.map { TestPEM.encode("CERTIFICATE", $0.der) }.joined()
                Issue.record("\(result.findings.map(\.message)), OpenSSL \(result.errors):\n\(pem)")
            }
        }
        // Both outcomes must occur, otherwise the comparison is meaningless.
        #expect(min(accepted, rejected) * 10 > Self.count / Self.shares)
        #expect(
            others * 10 < Self.count / Self.shares,
            "OpenSSL built other paths in \(others) cases"
        )
    }
}
