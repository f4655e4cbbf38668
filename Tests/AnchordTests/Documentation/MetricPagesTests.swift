import Foundation
import Testing
import TrustAPI

/// Compares the metrics on all pages, in prose, queries and alerting rules, with the declarations of the families.
@Suite struct `Metrics in the documentation` {
    private static let pages =
        FileManager.default.enumerator(atPath: Repository.path("Sources/anchord"))?
        .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Sources/anchord/\($0)" } ?? []

    /// The names of the C library and of its headers.
    private static let library = ["anchord", "anchord_ssl"].flatMap { header in
        let text = try? String(contentsOfFile: Repository.path("Deploy/clients/c/\(header).h"), encoding: .utf8)
        return [header] + (text ?? "").matches(of: /anchord_[a-z_]+/).map { String($0.output) }
    }

    /// Returns the words that begin like names of metrics, but are not declared with these labels and values.
    private func undeclared(in text: String) throws -> [String] {
        // Other names, such as variables of nginx, contain `anchord_` too.
        try text.matches(of: /([\w$.]*)(anchord_[a-z_]+)(\{[^}]*\})?/).filter {
            try $0.1.isEmpty && !Self.library.contains(String($0.2)) && !isDeclared($0.2, $0.3)
        }
        .map { String($0.0) }
    }

    private func isDeclared(_ name: Substring, _ selector: Substring?) throws -> Bool {
        if name.hasSuffix("_") { return MetricFamily.all.contains { $0.name.hasPrefix(name) } }
        let family = MetricFamily.all.first { family in
            let suffixes = family.kind == .histogram ? ["", "_bucket", "_sum", "_count"] : [""]
            return suffixes.contains { family.name + $0 == name }
        }
        guard let family else { return false }
        return try (selector ?? "").matches(of: /([a-z]+)(=~|!~|!=|=)"([^"]*)"/).allSatisfy { matcher in
            guard let label = family.labels.first(where: { $0.name == matcher.1 }) else { return false }
            guard let values = label.values else { return true }
            guard matcher.2.hasSuffix("~") else { return values.contains(String(matcher.3)) }
            return try matcher.3.split(separator: "|").map { try Regex(String($0)) }.allSatisfy { pattern in
                try values.contains { try pattern.wholeMatch(in: $0) != nil }
            }
        }
    }

    @Test(arguments: pages + ["README.md"]) func `are declared, with their labels and values`(page: String) throws {
        #expect(try undeclared(in: String(contentsOfFile: Repository.path(page), encoding: .utf8)) == [])
    }

    @Test(arguments: [
        "anchord_batch", "anchord_disk_", "anchord_batches_sum", "anchord_batches_total{status=\"cut\"}",
        "anchord_batches_total{form=\"lines\",end!=\"cutt\"}", "anchord_batches_total{end=~\"cut|lost\"}",
    ])
    func `are found if they are not declared`(name: String) throws {
        #expect(try undeclared(in: "Alert on `\(name) > 0`.") == [name])
    }

    @Test func `can be parts of queries`() throws {
        let text = """
            anchord_evaluation_duration_seconds_bucket anchord_reasons_total{code=~"internal[.].*|pin.keyMismatch"} \
            anchord_http_requests_total{status=~"5..",route="/v1/evaluations"} `anchord_evidence_disk_…` $anchord_reasons
            """
        #expect(try undeclared(in: text) == [])
    }
}
