import Foundation
import Testing
import TrustEvaluation
import TrustTestSupport

@Suite(.enabled(if: ConformanceVectors.isPresent, Comment(rawValue: ConformanceVectors.advice)))
struct `Public vectors (x509-limbo)` {
    let api: APIFixture

    init() throws {
        api = try APIFixture(limits: .init(count: 256, bytesEach: 262_144))
    }

    @Test func `real public chains are trusted, and faults put into them are named`() throws {
        let cases = try ConformanceVectors.cases(of: ["online"])
        #expect(!cases.isEmpty)
        for example in cases { try PublicChainExpectations.check(example, api) }
    }

    @Test func `pathological chains end as they should, whatever they try`() throws {
        let cases = try ConformanceVectors.cases(of: ["pathological", "invalid"])
        #expect(!cases.isEmpty)
        for example in cases {
            let answer = try api.evaluate(example.request())
            #expect(answer.trusted == example.shouldPass, "\(example.id): \(answer.text.prefix(300))")
        }
    }

    // Known disagreements: what browsers do not enforce, or enforce beyond RFC 5280.
    @Test func `the profile server disagrees with the vectors only where it means to`() throws {
        var disagreements: Set<String> = []
        var agreements: Set<String> = []
        for example in try ConformanceVectors.cases(of: ["rfc5280", "webpki", "pathlen", "cve"]) {
            let answer = try api.evaluate(example.request())
            if (answer.trusted ?? false) == example.shouldPass {
                agreements.insert(example.id)
            } else {
                disagreements.insert(example.id)
            }
        }
        #expect(disagreements.subtracting(Self.reviewed).sorted() == [], "not reviewed")
        #expect(agreements.intersection(Self.reviewed).sorted() == [], "agree by now: take them off the list")
    }

    private static let reviewed: Set<String> = [
        // Demands on conforming authorities, warnings under `server`.
        "rfc5280::aki::leaf-missing-aki", "rfc5280::aki::intermediate-missing-aki",
        "rfc5280::aki::cross-signed-root-missing-aki", "rfc5280::ski::intermediate-missing-ski",
        "rfc5280::pc::ica-noncritical-pc",
        "rfc5280::san::noncritical-with-empty-subject", "rfc5280::root-non-critical-basic-constraints",
        "rfc5280::nc::not-allowed-in-ee-noncritical", "rfc5280::nc::not-allowed-in-ee-critical",
        "rfc5280::san::underscore-dns", "rfc5280::aki::critical-aki", "rfc5280::ski::critical-ski",
        // A key that may only sign certificates cannot serve TLS, whatever path validation says.
        "rfc5280::ca-as-leaf", "pathlen::validation-ignores-pathlen-in-leaf",
        // The CA/Browser Forum's rules for authorities, which the profile `webpki` will hold.
        "webpki::aki::root-with-aki-missing-keyidentifier", "webpki::aki::root-with-aki-authoritycertissuer",
        "webpki::aki::root-with-aki-authoritycertserialnumber",
        "webpki::aki::root-with-aki-ski-mismatch", "webpki::cn::ipv6-uppercase-mismatch",
        "webpki::cn::ipv6-non-rfc5952-mismatch", "webpki::cn::not-in-san", "webpki::eku::ee-critical-eku",
        "webpki::eku::ee-without-eku", "webpki::eku::root-has-eku",
        "webpki::san::public-suffix-private-namespace-wildcard-san",
        "webpki::forbidden-rsa-not-divisible-by-8-in-root", "webpki::forbidden-rsa-key-not-divisible-by-8-in-leaf",
        // OpenSSL's name constraints: wildcards over excluded subtrees and malformed mailboxes.
        "cve::cve-2025-61727", "rfc5280::nc::nc-permits-invalid-email-san",
    ]
}
