import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// CRL partitions and indirect CRLs that are fetched (RFC 5280 sections 4.2.1.13 and 6.3.3).
@Suite struct `CRLs from several distribution points` {
    private static let compromise: TestReasonFlags = [.keyCompromise, .authorityCompromise]
    private static let others: TestReasonFlags = [
        .affiliationChanged, .superseded, .cessationOfOperation, .certificateHold, .privilegeWithdrawn,
        .attributeAuthorityCompromise,
    ]

    private static func point(_ location: String, _ reasons: TestReasonFlags? = nil) -> TestDistributionPoint {
        TestDistributionPoint(.full([.uri(location)]), reasons: reasons)
    }

    private func network(_ points: [TestDistributionPoint]) throws -> NetworkCase {
        var network = try NetworkCase { $0.extensions.set(.crlDistributionPoints(points: points)) }
        network.requirements.methods = [.crl]
        network.requirements.requirePositiveResponse = true
        return network
    }

    private func add(
        _ location: String,
        _ reasons: TestReasonFlags? = nil,
        to network: inout NetworkCase,
        edit: TestAuthority.RevocationListEdit = { _ in }
    ) throws {
        var scope = TestIssuingDistributionPoint(.full([.uri(location)]))
        scope.onlySomeReasons = reasons
        let list = try network.list {
            $0.issuingDistributionPoint = scope
            try edit(&$0)
        }
        try network.gather(list, from: .network(url: location, milliseconds: 7))
    }

    @Test func `with reasons complement each other until all reasons are covered (RFC 5280 §6.3.3 (l))`() throws {
        var network = try network([
            Self.point("http://a", Self.compromise), Self.point("http://b", Self.others),
        ])
        #expect(try network.needs() == ["crl 0 http://a", "crl 0 http://b"])
        try add("http://a", Self.compromise, to: &network)
        #expect(try network.answer().verdict.errorCodes == ["revocation.unavailable"])
        #expect(try network.needs() == ["crl 0 http://b"])
        var (wrong, revoked) = (network, network)
        try add("http://b", Self.others, to: &network)
        #expect(try network.answer().verdict.outcome == .trusted)
        try add("http://a", Self.compromise, to: &wrong)
        #expect(try wrong.answer().verdict.errorCodes == ["revocation.unavailable"])
        #expect(try wrong.needs() == [])
        let leaf = revoked.hierarchy.leaf
        try add("http://b", Self.others, to: &revoked) { $0.revoke(leaf, reason: .superseded) }
        #expect(try revoked.answer().verdict.errorCodes.contains("revocation.revoked"))
    }

    @Test func `do not cover a reason that the certificate's point does not name`() throws {
        var network = try network([Self.point("http://a", Self.compromise)])
        try add("http://a", to: &network)
        #expect(try network.answer().verdict.errorCodes == ["revocation.unavailable"])
    }

    @Test func `without reasons are alternatives, of which one is sufficient`() throws {
        var network = try network([Self.point("http://a"), Self.point("http://b")])
        #expect(try network.needs() == ["crl 0 http://a http://b"])
        try add("http://b", to: &network)
        #expect(try network.answer().verdict.outcome == .trusted)
        #expect(try network.needs() == [])
    }

    @Test func `of a CRL issuer are used if the chain has the issuer's certificate (RFC 5280 §6.3.3 (f))`() throws {
        let name = TestName(relativeNames: [[.commonName("CRL Issuer")]])
        var network = try network([
            TestDistributionPoint(.full([.uri("http://a")]), crlIssuer: [.directory(name)])
        ])
        // The revocation status of the signer itself is unknown, and nothing is fetched for it.
        network.requirements.requirePositiveResponse = false
        let edit: TestAuthority.Edit = {
            $0.extensions.remove(.basicConstraints)
            $0.keyUsage = .crlSign
        }
        let signer = try network.hierarchy.root.issueAuthority("CRL Issuer", edit: edit)
        var scope = TestIssuingDistributionPoint(.full([.uri("http://a")]))
        scope.isIndirect = true
        #expect(try network.needs() == ["crl 0 http://a"])
        let list = try signer.revocationList {
            $0.issuingDistributionPoint = scope
            $0.crlNumber = 1
        }
        try network.gather(
            RevocationEvidence(lists: [try list.read()]),
            from: .network(url: "http://a", milliseconds: 7)
        )
        #expect(try codes(network) == ["revocation.unavailable"])
        network.others = [signer.certificate]
        #expect(try codes(network) == ["notice.revocation"])
        let stranger = try TestAuthority.root("Other").issueAuthority("CRL Issuer", key: signer.key, edit: edit)
        network.others = [stranger.certificate]
        #expect(try codes(network) == ["revocation.responseInvalid"])
    }

    private func codes(_ network: NetworkCase) throws -> [String] {
        try network.answer().verdict.reasons.map(\.code.name).filter { $0.contains("revocation") }
    }
}
