import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `A missing issuer` {
    private static let location = "http://ca.example/issuing.der"
    private static let origin = EvidenceOrigin.network(url: location, milliseconds: 7)

    private func network(_ leaf: @escaping TestAuthority.Edit = { _ in }) throws -> NetworkCase {
        var network = try NetworkCase {
            $0.extensions.set(.authorityInformationAccess(issuers: [Self.location]))
            try leaf(&$0)
        }
        network.requirements.networkAccess = false
        network.fetchesIssuers = true
        network.sendsIntermediate = false
        return network
    }

    @Test func `is needed from the locations in the last certificate of the path`() throws {
        var network = try network()
        let answer = try network.answer()
        #expect(try network.describe(answer.needs) == ["issuer 0 \(Self.location)"])
        #expect(answer.needs.first?.isRequired == true)
        #expect(answer.verdict.errorCodes == ["chain.issuerNotFound"])
        network.fetchesIssuers = false
        #expect(try network.needs() == [])
        network.fetchesIssuers = true
        network.sendsIntermediate = true
        #expect(try network.needs() == [])
    }

    @Test func `is not needed for a path that is rejected for another reason`() throws {
        var network = try network()
        network.instant = Instant(.reference.adding(days: 61))
        #expect(try network.needs() == [])
        network = try self.network()
        network.edit = { $0.pins = PinRequirements(.publicKeys, []) }
        #expect(try network.needs() == ["issuer 0 \(Self.location)"])
    }

    @Test func `completes the path once fetched, with a warning that names it`() throws {
        var network = try network()
        try network.gather(issuers: [network.hierarchy.intermediate.certificate], from: Self.origin)
        let answer = try network.answer()
        #expect(answer.needs.isEmpty)
        #expect(answer.verdict.outcome == .trusted)
        #expect(answer.verdict.path.map(\.origin) == [.request, .fetched, .anchor])
        let warning = try #require(answer.verdict.reasons.first { $0.code == .chainIssuerNotSent })
        #expect(warning.summary == "warning chain.issuerNotSent 1")
        #expect(
            warning.message
                == "The chain does not contain CN=Issuing, the issuer of CN=api.example.com: it was fetched."
        )
        #expect(warning.fact("url") == .text(Self.location))
    }

    @Test func `is not trusted because it was fetched`() throws {
        var network = try network()
        let stranger = try TestAuthority.root("Stranger")
        let forged = try TestAuthority.root("Issuing")
        let issuers = [stranger.certificate, forged.certificate, network.hierarchy.leaf]
        try network.gather(issuers: issuers, from: Self.origin)
        let answer = try network.answer()
        #expect(answer.verdict.outcome == .untrusted)
        #expect(answer.needs.isEmpty)
    }

    @Test func `may be kept only as part of a path to an anchor whose signatures are all verified`() throws {
        var fetched = try network()
        try fetched.gather(
            issuers: [fetched.hierarchy.intermediate.certificate, TestAuthority.root("Stranger").certificate],
            from: Self.origin
        )
        #expect(
            try fetched.answer().fetchedIssuers
                == [FetchedIssuer(fetched.hierarchy.intermediate.certificate.read(), from: Self.location)]
        )
        var known = try network()
        try known.gather(issuers: [known.hierarchy.intermediate.certificate], from: .cache(age: 9))
        #expect(try known.answer().fetchedIssuers == [])
        // A CA of the right name and another key: the path ends in the anchor, and the leaf's signature is invalid.
        var forged = try network()
        let impostor = try forged.hierarchy.root.issueAuthority("Issuing")
        try forged.gather(issuers: [impostor.certificate], from: Self.origin)
        #expect(try forged.answer().fetchedIssuers == [])
        // A complete path of an unknown root.
        var foreign = try network()
        try foreign.gather(issuers: [TestAuthority.root("Issuing").certificate], from: Self.origin)
        #expect(try foreign.answer().fetchedIssuers == [])
    }

    @Test func `that could not be fetched is reported with the attempts`() throws {
        var network = try network()
        try network.fail(.refused)
        let answer = try network.answer()
        #expect(answer.needs.isEmpty)
        #expect(answer.verdict.errorCodes == ["chain.issuerNotFound"])
        #expect(
            answer.verdict.reasons.first?.fact("attempts") == .list(["\(Self.location): refused after 5000 ms"])
        )
    }

    @Test func `is followed by further ones up to a limit`() throws {
        var issuers: [TestAuthority] = [try TestAuthority.root("Root 0")]
        for number in 1...12 {
            issuers.append(
                try issuers[number - 1].issueAuthority("CA \(number)") {
                    $0.extensions.set(.authorityInformationAccess(issuers: ["http://ca.example/\(number - 1)"]))
                }
            )
        }
        let leaf = try issuers[12].issueLeaf("api.example.com") {
            $0.extensions.set(.authorityInformationAccess(issuers: ["http://ca.example/12"]))
        }
        var engineCase = EngineCase([leaf], anchors: [issuers[0].certificate])
        engineCase.edit = { $0.fetchesIssuers = true }
        var rounds = 0
        while let need = try engineCase.answer().needs.first {
            rounds += 1
            let certificate = try issuers[13 - rounds].certificate.read()
            engineCase.gathered.add(GatheredEvidence.Result(need, issuers: [certificate], origin: .cache(age: 0)))
        }
        #expect(rounds == 8)
        #expect(try engineCase.verdict().errorCodes == ["chain.issuerNotFound"])
    }

    @Test func `is needed before revocation evidence`() throws {
        var network = try network { $0.extensions.set(.crlDistributionPoints([NetworkCase.crl])) }
        network.requirements.networkAccess = true
        network.requirements.requirePositiveResponse = true
        #expect(try network.needs() == ["issuer 0 \(Self.location)"])
        try network.gather(issuers: [network.hierarchy.intermediate.certificate], from: Self.origin)
        #expect(try network.needs() == ["crl 0 \(NetworkCase.crl)"])
        try network.gather(network.list(), from: .network(url: NetworkCase.crl, milliseconds: 1))
        #expect(try network.answer().verdict.outcome == .trusted)
    }
}
