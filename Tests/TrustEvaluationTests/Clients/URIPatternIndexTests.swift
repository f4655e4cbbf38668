import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `An index of URI patterns` {
    /// Compares a URI with one pattern, segment by segment, without an index.
    private static func matches(_ pattern: URIPattern, _ parts: URIParts) -> Bool {
        func areEqual(_ pattern: [URIPattern.Segment], _ segments: ArraySlice<ArraySlice<UInt8>>) -> Bool {
            pattern.count == segments.count
                && zip(pattern, segments).allSatisfy { part, segment in
                    switch part {
                    case .literal(let text): text.elementsEqual(segment)
                    case .any: URIPattern.isPlain(segment)
                    }
                }
        }
        guard parts.start == pattern.start else { return false }
        guard let tail = pattern.tail else { return areEqual(pattern.head, parts.segments[...]) }
        guard parts.segments.count >= pattern.head.count + tail.count else { return false }
        return areEqual(pattern.head, parts.segments.prefix(pattern.head.count))
            && areEqual(tail, parts.segments.suffix(tail.count))
            && parts.segments.dropFirst(pattern.head.count).dropLast(tail.count).allSatisfy(URIPattern.isPlain)
    }

    @Test(arguments: 0..<12)
    func `matches if and only if one of its patterns does`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func path(of parts: [String], upTo maximum: Int) -> String {
            (0..<Int.random(in: 0...maximum, using: &random)).map { _ in "/" + parts.randomElement(using: &random)! }
                .joined()
        }
        for _ in 0..<100 {
            let patterns = try (0..<Int.random(in: 1...8, using: &random)).map { _ in
                let start = Bool.random(using: &random) ? "s://a" : "s://b"
                let middle = Bool.random(using: &random) ? "/**" : ""
                let (head, tail) = (path(of: ["a", "b", "*", "!"], upTo: 3), path(of: ["a", "b", "*", "!"], upTo: 3))
                return try URIPattern(start + head + middle + tail)
            }
            let index = URIPatternIndex(patterns)
            for _ in 0..<30 {
                let uri = "s://a" + path(of: ["a", "b", "c", "!", "..", ""], upTo: 7)
                let parts = try #require(URIParts(uri))
                let expected = patterns.contains { Self.matches($0, parts) }
                #expect(index.matches(parts) == expected, "\(patterns) \(uri)")
                #expect((index.comparison(with: parts) == .met) == expected)
            }
        }
    }

    @Test func `visits few nodes for a thousand patterns with two stars`() throws {
        let patterns = try (0..<1000).map { try URIPattern("spiffe://corp.example/ns/**/sa/service-\($0)") }
        let index = URIPatternIndex(patterns)
        #expect(index.maximumVisits < 10)
        // 28 URIs of 2,000 octets in a certificate of 64 KiB take a fraction of the budget for names.
        #expect(28 * index.cost(ofOctets: 2000) < WorkBudget().nameComparisons / 3)
    }

    @Test func `is charged for the nodes that it can visit`() throws {
        // Each prefix of `/a/a/…` continues in two ways.
        let patterns = try (0..<1000).map { number in
            let path = (0..<10).map { number >> $0 & 1 == 0 ? "/*" : "/a" }.joined()
            return try URIPattern("spiffe://corp.example" + path)
        }
        let index = URIPatternIndex(patterns)
        #expect(index.maximumVisits > 1000)
        #expect(index.cost(ofOctets: 40) > 12 * index.maximumVisits)
        #expect(try index.matches(#require(URIParts("spiffe://corp.example/a/a/a/a/a/b/b/b/b/b"))))
        #expect(try !index.matches(#require(URIParts("spiffe://corp.example/a/a/a/a/a/b/b/b/b"))))
    }
}

@Suite struct `The comparison of clients` {
    private let hierarchy: Hierarchy
    private let stranger: Hierarchy

    init() throws {
        let leaf: TestAuthority.Edit = { template in
            template.subjectAlternativeNames = (0..<28).map { number in
                .uri("spiffe://corp.example/\(number)/" + String(repeating: "a/", count: 980) + "a")
            }
        }
        hierarchy = try Hierarchy(leaf: leaf)
        stranger = try Hierarchy(leaf: leaf)
    }

    private func engineCase(_ chain: [TestCertificate], _ patterns: [String]) throws -> EngineCase {
        var engineCase = EngineCase(chain, anchors: [hierarchy.root.certificate])
        engineCase.host = .none
        engineCase.explain = true
        var clients = AllowedClients()
        clients.uris = try patterns.map { try URIPattern($0) }
        let allowed = clients
        engineCase.edit = {
            $0.purpose = .clientAuth
            $0.validateHost = false
            $0.allowedClients = allowed
        }
        return engineCase
    }

    @Test func `is made only for a path that all other rules accept`() throws {
        let patterns = ["spiffe://corp.example/27/**"]
        let allowed = try engineCase(hierarchy.path, patterns).verdict()
        #expect(allowed.principal?.value.hasPrefix("spiffe://corp.example/27/") == true)
        #expect(allowed.status(of: "allowedClients") == .pass)
        let denied = try engineCase(hierarchy.path, ["spiffe://corp.example/28/**"]).verdict()
        #expect(denied.errorCodes == ["policy.clientNotAllowed"])
        let unknown = try engineCase(stranger.path, patterns).verdict()
        #expect(unknown.errorCodes == ["chain.untrustedRoot"])
        #expect(unknown.status(of: "allowedClients") == .skip)
    }

    @Test func `ends with the budget, and denies`() throws {
        // Each prefix of the path continues in two ways, so that the patterns cost more than the budget.
        let patterns = (0..<1000).map { number in
            let steps = (0..<20).map { step in number >> (step % 10) & 1 == 0 ? "/*" : "/a" }
            return "spiffe://corp.example/0" + steps.joined()
        }
        let verdict = try engineCase(hierarchy.path, patterns).verdict()
        #expect(verdict.errorCodes == ["internal.budgetExhausted"])
        #expect(verdict.action == .deny)
        var reporting = try engineCase(hierarchy.path, patterns)
        reporting.mode = .report
        #expect(try reporting.verdict().action == .deny)
    }
}
