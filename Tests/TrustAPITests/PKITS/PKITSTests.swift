import Foundation
import Testing

/// NIST's Public Key Interoperability Test Suite, if its files are available.
///
/// `ANCHORD_PKITS` names the directory with `certs` and `crls` of PKITS_data.zip from
/// https://csrc.nist.gov/projects/pki-testing.
@Suite(.enabled(if: PKITSFiles.directory != nil, Comment(rawValue: PKITSFiles.advice)))
struct `Public vectors (NIST PKITS)` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    @Test func `all 249 cases have the expected verdicts and reasons`() throws {
        let directory = try #require(PKITSFiles.directory)
        #expect(Set(PKITSTable.rows.map(\.id)).count == 249)
        for example in PKITSTable.rows {
            let answer = try api.evaluate(example.request(in: directory))
            #expect(Self.outcome(of: answer) == example.expected, "\(example.id): \(answer.text.prefix(500))")
        }
    }

    @Test func `accepted paths are reported with their valid certificate policies`() throws {
        let directory = try #require(PKITSFiles.directory)
        for example in PKITSTable.rows where example.expected == "trusted" {
            let answer = try api.evaluate(example.request(in: directory))
            #expect(Self.policies(of: answer) == example.validPolicies.map(PKITSCase.oid), "\(example.id)")
        }
    }

    @Test func `every verdict is the same until its last stable second, and then changes unless a candidate does`()
        throws
    {
        let directory = try #require(PKITSFiles.directory)
        var stability = VerdictStability(api)
        for example in PKITSTable.rows { try stability.check(example.request(in: directory), example.id) }
        #expect(stability.unexplained == [])
    }

    private static func outcome(of answer: Answer) -> String {
        if answer.trusted == true { return "trusted" }
        guard let reason = answer.reasons.first else { return answer.text }
        return "\(reason["code"] ?? "") \(reason["depth"] ?? "")"
    }

    private static func policies(of answer: Answer) -> [String] {
        let notice = answer.reasons.first { $0["code"] as? String == "notice.certificatePolicies" }
        return (notice?["facts"] as? [String: Any])?["userConstrainedPolicySet"] as? [String] ?? []
    }
}

/// The location of the test suite's files.
enum PKITSFiles {
    static let advice: String =
        "NIST PKITS not found: unpack PKITS_data.zip of https://csrc.nist.gov/projects/pki-testing and set ANCHORD_PKITS "
        + "to the directory with certs and crls"

    static let directory: URL? = {
        let path = ProcessInfo.processInfo.environment["ANCHORD_PKITS"] ?? ""
        let isPresent = FileManager.default.isReadableFile(atPath: path + "/certs/TrustAnchorRootCertificate.crt")
        return isPresent ? URL(filePath: path) : nil
    }()
}
