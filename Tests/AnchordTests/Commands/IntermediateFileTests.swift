import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord evaluate --intermediates` {
    private let chain: ServedChain

    init() throws { chain = try ServedChain() }

    private func evaluate(_ source: String, _ arguments: [String]) throws -> AnchordProgram.Result {
        let common = ["evaluate", source, "--host", ServedChain.host, "--at", ChainFiles.valid]
        return try AnchordProgram.run(common + arguments)
    }

    private func leafFile() throws -> String { try chain.directory.write("leaf.pem", chain.leaf.pem) }

    private func issuingFile() throws -> String {
        try chain.directory.write("issuing.pem", chain.issuing.certificate.pem)
    }

    @Test func `completes a chain that lacks its intermediate`() throws {
        let arguments = ["--anchors", try chain.anchor()]
        #expect(try evaluate(leafFile(), arguments).output.contains("chain.issuerNotFound"))
        let result = try evaluate(leafFile(), arguments + ["--intermediates", issuingFile()])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(!result.output.contains("warning "), "\(result.output)")
    }

    @Test func `reads DER and several files, and permits certificates that the chain does not need`() throws {
        let der = chain.directory.path + "/issuing.der"
        try Data(chain.issuing.certificate.der).write(to: URL(filePath: der))
        let other = try TestAuthority.root("Other", key: .shared(.ecdsaP256, "stranger")).certificate
        let result = try evaluate(
            leafFile(),
            [
                "--anchors", chain.anchor(), "--intermediates", try chain.directory.write("other.pem", other.pem),
                "--intermediates", der,
            ]
        )
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test func `never trusts a certificate of the file, be it a root, the issuer or the leaf`() throws {
        let stranger = try TestAuthority.root("Stranger", key: .shared(.ecdsaP256, "stranger")).certificate
        let anchors = ["--anchors", try chain.directory.write("stranger.pem", stranger.pem)]
        let all = chain.root.certificate.pem + chain.issuing.certificate.pem + chain.leaf.pem
        for text in [all, chain.root.certificate.pem, chain.issuing.certificate.pem, chain.leaf.pem] {
            let file = try chain.directory.write("untrusted.pem", text)
            let result = try evaluate(leafFile(), anchors + ["--intermediates", file])
            #expect(result.status == 1, "\(result.output)\(result.errors)")
            #expect(result.output.hasPrefix("untrusted: deny "), "\(result.output)")
        }
    }

    @Test func `evaluates the first certificate of the chain, also if the file has another leaf`() throws {
        let other = try chain.issuing.issueLeaf("other.example", key: .shared(.ecdsaP256, "stranger"))
        let file = try chain.directory.write("mixed.pem", other.pem + chain.issuing.certificate.pem)
        let arguments = ["--anchors", try chain.anchor(), "--intermediates", file]
        #expect(try evaluate(leafFile(), arguments).status == 0)
        let result = try evaluate(try chain.directory.write("other.pem", other.pem), arguments)
        #expect(result.status == 1)
        #expect(result.output.contains("error host.mismatch: "), "\(result.output)")
    }

    @Test func `completes the chain of a server`() throws {
        let server = try TLSTestServer(chain.arguments(omitsIntermediate: true))
        let arguments = ["--anchors", try chain.anchor()]
        #expect(try evaluate("127.0.0.1:\(server.port)", arguments).status == 1)
        let complete = arguments + ["--intermediates", try issuingFile()]
        let result = try evaluate("https://localhost:\(server.port)/", complete)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test func `exits with 2 for a file without certificates`() throws {
        let file = try chain.directory.write("nothing.pem", "nothing")
        for (path, reason) in [
            (file, "\(file): the input is neither PEM nor DER"),
            ("/nonexistent.pem", "/nonexistent.pem does not exist"),
        ] {
            let result = try evaluate(leafFile(), ["--anchors", chain.anchor(), "--intermediates", path])
            #expect(result.status == 2)
            #expect(result.output == "")
            #expect(result.errors == "anchord: \(reason)\n")
        }
    }
}
