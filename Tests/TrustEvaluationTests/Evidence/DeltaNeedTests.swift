import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Delta CRLs that are fetched for a complete CRL (RFC 5280 sections 4.2.1.15, 5.2.4 and 5.2.6).
@Suite struct `A delta CRL from the network` {
    private static let delta = "http://crl.example/delta.crl"
    private static let network = EvidenceOrigin.network(url: delta, milliseconds: 42)
    private static let need = "crl 0 \(delta)"

    /// Returns a case whose policy accepts only CRLs, and whose leaf names a delta.
    private func network(at locations: [String] = [delta], isHard: Bool = false) throws -> NetworkCase {
        var network = try NetworkCase {
            if !locations.isEmpty { $0.extensions.append(.freshestCRL(locations)) }
        }
        network.requirements.methods = [.crl]
        network.requirements.requirePositiveResponse = isHard
        return network
    }

    /// Gathers a complete CRL with the number 5.
    private func addBase(
        to network: inout NetworkCase,
        edit: TestAuthority.RevocationListEdit = { _ in }
    ) throws {
        let list = try network.list {
            $0.crlNumber = 5
            try edit(&$0)
        }
        try network.gather(list, from: .network(url: NetworkCase.crl, milliseconds: 7))
    }

    private func addDelta(
        _ number: Int = 6,
        of base: Int = 5,
        to network: inout NetworkCase,
        edit: TestAuthority.RevocationListEdit = { _ in }
    ) throws {
        let list = try network.list {
            $0.crlNumber = number
            $0.deltaBaseNumber = base
            try edit(&$0)
        }
        try network.gather(list, from: Self.network)
    }

    private func revocation(_ network: NetworkCase) throws -> [String] {
        try network.answer().verdict.reasons.filter { $0.code.name.contains("revocation") }.map(\.summary)
    }

    private func attempts(_ network: NetworkCase) throws -> Fact.Value? {
        try network.answer().verdict.reasons.first { $0.code == .noticeRevocation }?.fact("attempts")
    }

    @Test func `is needed once its complete CRL is at hand`() throws {
        var network = try network()
        #expect(try network.needs() == ["crl 0 \(NetworkCase.crl)"])
        #expect(try network.answer().needs.first?.base == nil)
        try addBase(to: &network)
        #expect(try network.needs() == [Self.need])
        #expect(try network.answer().needs.first?.base?.facts.crlNumber?.description == "5")
        #expect(try network.answer().needs.first?.isRequired == false)
        #expect(try !network.answer().verdict.reuse.isRepeatable)
        try addDelta(to: &network)
        #expect(try network.needs() == [])
        let reason = try network.answer().verdict.reasons.first { $0.code == .noticeRevocation }
        #expect(reason?.fact("baseCRLNumber") == .text("5"))
        #expect(reason?.fact("url") == .text(Self.delta))
        #expect(try network.answer().verdict.reuse.isRepeatable)
    }

    @Test func `is located by the complete CRL first, then by the certificate`() throws {
        var network = try network()
        try addBase(to: &network) { $0.extensions.append(.freshestCRL(["ldap://x", "http://own"])) }
        #expect(try network.needs() == ["crl 0 http://own \(Self.delta)"])
        network = try self.network(at: [])
        try addBase(to: &network) { $0.extensions.append(.freshestCRL(["http://own"])) }
        #expect(try network.needs() == ["crl 0 http://own"])
        network = try self.network(at: ["https://x", "ldap://x"])
        try addBase(to: &network)
        #expect(try network.needs() == [])
    }

    @Test func `is needed for a complete CRL of the request, unless the request has its delta`() throws {
        var network = try network()
        network.evidence = try network.list { $0.crlNumber = 5 }
        #expect(try network.needs() == [Self.need])
        let complete = network.evidence.lists
        for (number, base, needs) in [(6, 5, []), (5, 4, []), (8, 7, [Self.need])] as [(Int, Int, [String])] {
            network.evidence.lists =
                try complete
                + network.list {
                    $0.crlNumber = number
                    $0.deltaBaseNumber = base
                }.lists
            #expect(try network.needs() == needs)
        }
    }

    @Test func `is not needed if OCSP gives the answer`() throws {
        var network = try network()
        network.requirements.methods = [.ocsp, .crl]
        network.evidence = try network.response()
        network.evidence.lists = try network.list { $0.crlNumber = 5 }.lists
        #expect(try network.needs() == [])
        network.requirements.preferred = .crl
        #expect(try network.needs() == [Self.need])
    }

    @Test func `revokes a certificate that its complete CRL does not list`() throws {
        var network = try network()
        let leaf = network.hierarchy.leaf
        try addBase(to: &network)
        try addDelta(to: &network) { $0.revoke(leaf, reason: .keyCompromise) }
        #expect(try revocation(network) == ["error revocation.revoked 0"])
        #expect(try network.needs() == [])
    }

    @Test func `is needed for a hold, which it can end, and for no other revocation`() throws {
        var network = try network()
        let leaf = network.hierarchy.leaf
        var permanent = network
        try addBase(to: &permanent) { $0.revoke(leaf, reason: .keyCompromise) }
        #expect(try permanent.needs() == [])
        try addBase(to: &network) { $0.revoke(leaf, reason: .certificateHold) }
        #expect(try revocation(network) == ["error revocation.revoked 0"])
        #expect(try network.needs() == [Self.need])
        #expect(try network.answer().needs.first?.isRequired == true)
        var (failed, forged, unrelated) = (network, network, network)
        try addDelta(to: &network) { $0.revoke(leaf, reason: .removeFromCRL) }
        #expect(try revocation(network) == ["notice notice.revocation 0"])
        try failed.fail()
        #expect(try revocation(failed) == ["error revocation.revoked 0"])
        #expect(try failed.needs() == [])
        try addDelta(to: &forged) {
            $0.revoke(leaf, reason: .removeFromCRL)
            $0.signature.isCorrupt = true
        }
        #expect(try revocation(forged).first == "error revocation.revoked 0")
        try addDelta(9, of: 8, to: &unrelated) { $0.revoke(leaf, reason: .removeFromCRL) }
        #expect(try revocation(unrelated).first == "error revocation.revoked 0")
    }

    @Test(arguments: [true, false])
    func `that is unavailable leaves a fresh complete CRL valid, and the attempt is reported`(isHard: Bool) throws {
        var network = try network(isHard: isHard)
        try addBase(to: &network)
        try network.fail()
        let answer = try network.answer()
        #expect(answer.needs.isEmpty)
        #expect(answer.verdict.outcome == .trusted)
        #expect(try revocation(network) == ["notice notice.revocation 0"])
        #expect(try attempts(network) == .list(["\(Self.delta): timedOut after 5000 ms"]))
        #expect(answer.verdict.validUntil == Instant.reference.adding(seconds: 60))
    }

    @Test func `for another complete CRL, or one that is not newer, changes nothing`() throws {
        var (later, older, stale) = (try network(isHard: true), try network(isHard: true), try network(isHard: true))
        try addBase(to: &later)
        try addDelta(9, of: 8, to: &later)
        #expect(try revocation(later) == ["warning revocation.unavailable 0", "notice notice.revocation 0"])
        #expect(try later.needs() == [])
        try addBase(to: &older)
        try addDelta(5, of: 4, to: &older)
        #expect(try revocation(older) == ["notice notice.revocation 0"])
        #expect(try older.needs() == [])
        #expect(try older.answer().verdict.validUntil?.description == "2026-01-07T00:00:00Z")
        try addBase(to: &stale)
        try addDelta(to: &stale) { $0.nextUpdate = .reference.adding(seconds: -1) }
        #expect(try revocation(stale) == ["warning revocation.stale 0", "notice notice.revocation 0"])
    }

    @Test func `makes an expired complete CRL fresh`() throws {
        var network = try network(isHard: true)
        try addBase(to: &network) { $0.nextUpdate = .reference.adding(seconds: -1) }
        #expect(try revocation(network) == ["error revocation.stale 0"])
        #expect(try network.needs() == [Self.need])
        var failed = network
        try failed.fail()
        #expect(try failed.answer().verdict.outcome == .untrusted)
        try addDelta(to: &network)
        #expect(try network.answer().verdict.outcome == .trusted)
    }

    @Test func `is fetched for at most four complete CRLs about a certificate`() throws {
        var network = try network(at: [])
        for number in 1...8 {
            network.evidence.lists += try network.list {
                $0.crlNumber = number
                $0.extensions.append(.freshestCRL(["http://\(number)"]))
            }.lists
        }
        #expect(try network.needs() == (1...4).map { "crl 0 http://\($0)" })
        for _ in 1...4 { try network.fail() }
        #expect(try network.needs() == [])
    }
}
