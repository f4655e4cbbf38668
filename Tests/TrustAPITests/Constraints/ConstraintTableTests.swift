import Foundation
import Testing
import TrustModel
import TrustTestSupport

/// Tests of every key of `constraints` over the API, with one row of a table each.
@Suite struct `Every key of constraints` {
    private let scene: ConstraintScene

    init() throws {
        scene = try ConstraintScene()
    }

    /// Returns a text with the digests of the leaf in place of their names.
    private func filled(_ text: String) throws -> String {
        text.replacing("\"SHA256\"", with: "\"\(try scene.leaf.fingerprintText)\"")
            .replacing("\"PIN\"", with: "\"\(try scene.leaf.keyPinText)\"")
    }

    private func answer(_ row: ConstraintRow, _ json: String) throws -> Answer {
        try scene.answer(ConstraintScene.nest(filled(json), at: row.path))
    }

    @Test(arguments: ConstraintRow.all)
    func `accepts a compliant path`(row: ConstraintRow) throws {
        let answer = try answer(row, row.compliant)
        #expect(answer.trusted == true && answer.reasonCodes == ["notice.anchor"], "\(answer.text)")
    }

    @Test(arguments: ConstraintRow.all)
    func `reports a violation with the place, the expected and the found values`(row: ConstraintRow) throws {
        let answer = try answer(row, row.violating)
        #expect(answer.trusted == false && answer.object["result"] as? String == "deny", "\(answer.text)")
        let place = try deepestPlace(row)
        let found = try row.found.hasPrefix("\"") ? row.found[...] : filled("\"\(row.found)\"").dropFirst().dropLast()
        let reason = try #require(answer.reasons.first)
        #expect(answer.reasons.count == 1)
        let certificates = [scene.leaf, scene.api.issuing.certificate, scene.api.root.certificate]
        let certificate = row.depth.map { certificates[$0] }
        let subjects = ["CN=api.example.com,O=Example", "CN=API Test Issuing", "CN=API Test Root"]
        let subject = row.depth.map { subjects[$0] }
        let message =
            "\(subject ?? "The path") violates the constraint at \(place): expected \(row.expected), found \(found)."
        #expect(reason["code"] as? String == "policy.constraintViolated")
        #expect(reason["severity"] as? String == "error")
        #expect(reason["message"] as? String == message)
        #expect(reason["depth"] as? Int == row.depth)
        #expect(
            reason["certificate"] as? [String: String]
                == (try certificate.map { ["sha256": try $0.fingerprintText, "subject": subject ?? ""] })
        )
        #expect(
            reason["facts"] as? [String: String]
                == ["pointer": place, "expected": row.expected, "found": String(found)]
        )
    }

    /// Returns the pointer to the violated key: the row's path, and the keys of a violating value that is a mapping.
    private func deepestPlace(_ row: ConstraintRow) throws -> String {
        var place = "/policy/constraints/\(row.path)"
        guard !["some", "anyOf", "not"].contains(row.path) else { return place }
        var value = try JSONSerialization.jsonObject(with: Data(row.violating.utf8), options: .fragmentsAllowed)
        if row.path == "allOf", let first = (value as? [Any])?.first {
            place += "/0"
            value = first
        }
        while let mapping = value as? [String: Any], let (key, inner) = mapping.first {
            place += "/\(key)"
            value = inner
        }
        return place
    }

    @Test(arguments: ConstraintRow.all)
    func `rejects a malformed value with its place`(row: ConstraintRow) throws {
        let pin = row.problem.replacing("PIN", with: try scene.leaf.keyPinText)
        let refused = try answer(row, row.malformed)
        #expect(refused.status == 400)
        #expect(refused.problems == ["/policy/constraints/\(row.path)\(row.place): \(pin)"])
    }
}

extension TestCertificate {
    fileprivate var fingerprintText: String {
        get throws { Hexadecimal.encode(try fingerprint()) }
    }

    fileprivate var keyPinText: String {
        get throws { "sha256/" + TestPEM.base64(try keyPin()) }
    }
}
