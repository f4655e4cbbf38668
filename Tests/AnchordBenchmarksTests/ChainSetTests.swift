import Testing
import TrustTestSupport

@testable import AnchordBenchmarks

@Suite struct `Chains of the benchmark` {
    private static func set() throws -> ChainSet { try ChainSet(.ecdsa, leaves: 20, now: .reference) }

    @Test func `creates different leaves, issued by the CAs in turn`() throws {
        let questions = try Self.set().questions
        #expect(questions.count == 20)
        #expect(Set(questions.map(\.chain)).count == 20)
        #expect(Set(questions.map(\.host)).count == 20)
        let authorities = questions.map { $0.chain.components("-----BEGIN CERTIFICATE-----").last }
        #expect(Set(authorities).count == ChainSet.authorityCount)
        #expect(authorities[0] == authorities[ChainSet.authorityCount])
    }

    @Test func `creates chains of the same size in each run, except for signature lengths`() throws {
        let lengths = try [Self.set(), Self.set()].map { $0.questions.map(\.request.count) }
        for (first, second) in zip(lengths[0], lengths[1]) { #expect(abs(first - second) < 20) }
    }

    @Test func `uses the key types of each kind`() {
        #expect(ChainKind.allCases.map(\.rootKey) == [.ecdsaP256, .rsa(2048), .rsa(2048)])
        #expect(ChainKind.allCases.map(\.lowerKey) == [.ecdsaP256, .rsa(2048), .ecdsaP256])
    }

    @Test func `encodes a request as HTTP with one line of JSON`() {
        let question = Question(chain: "A\nB\n", host: "host.test")
        let json = #"{"chain":"A\nB\n","host":"host.test","policy":"benchmark"}"#
        let head = "POST /v1/evaluations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        let expected = "\(head)Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
        #expect(String(decoding: question.request, as: UTF8.self) == expected)
    }

    @Test(arguments: ChainKind.allCases)
    func `damages only the signature of a leaf`(kind: ChainKind) throws {
        for question in try ChainSet(kind, leaves: 10, now: .reference).questions {
            let (before, after) = (question.chain.utf8, question.withDamagedSignature.chain.utf8)
            let changes = zip(before, after).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
            let end = try #require(question.chain.components("-----END").first).utf8.count
            #expect(before.count == after.count)
            #expect(changes.count == 1)
            // The shortest signature has about 90 symbols of base64.
            #expect(changes.allSatisfy { (end - 80..<end).contains($0) })
        }
    }

    @Test(arguments: ChainKind.allCases)
    func `OpenSSL accepts the chains for their hosts`(kind: ChainKind) throws {
        let set = try ChainSet(kind, leaves: 1, now: .reference)
        let openssl = try OpenSSLProgram()
        // OpenSSL verifies the first certificate of the file and uses all of them as candidates.
        let chain = try openssl.file("chain.pem", set.questions[0].chain)
        let outcome = try openssl.run([
            "verify", "-no-CApath", "-no-CAstore", "-attime", String(TestInstant.reference.secondsSince1970),
            "-CAfile", openssl.file("root.pem", set.root), "-untrusted", chain, "-x509_strict", "-purpose", "sslserver",
            "-verify_hostname", set.questions[0].host, chain,
        ])
        #expect(outcome.status == 0, "\(outcome.text)")
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator).map(String.init)
    }
}
