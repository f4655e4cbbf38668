import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Certificates about which the CA publishes no revocation information (RFC 9608), and short-lived ones.
@Suite struct `A certificate that needs no evidence` {
    /// Why the certificate needs none.
    enum Kind: CaseIterable {
        case noRevAvail, shortLived
    }

    private static let notices: [Kind: String] = [
        .noRevAvail: "notice notice.noRevocationAvailable 0", .shortLived: "notice notice.shortLived 0",
    ]

    /// Creates a case; a short-lived certificate names the locations of evidence.
    private func network(_ kind: Kind) throws -> NetworkCase {
        var network = try NetworkCase {
            guard kind == .noRevAvail else { return }
            $0.extensions.remove(.authorityInformationAccess)
            $0.extensions.remove(.crlDistributionPoints)
            $0.extensions.append(.noRevAvail)
        }
        if kind == .shortLived { network.requirements.shortLived = 1000 * 86400 }
        network.requirements.requirePositiveResponse = true
        return network
    }

    @Test(arguments: Kind.allCases, [Set([.ocsp, .crl]), [.ocsp], [.crl]] as [Set<RevocationRequirements.Method>])
    func `is accepted without evidence, and nothing is fetched`(
        kind: Kind,
        methods: Set<RevocationRequirements.Method>
    ) throws {
        var network = try network(kind)
        network.requirements.methods = methods
        for isHard in [true, false] {
            for mayFetch in [true, false] {
                network.requirements.requirePositiveResponse = isHard
                network.requirements.networkAccess = mayFetch
                let answer = try network.answer()
                #expect(answer.needs.isEmpty)
                #expect(answer.verdict.summaries == ["notice notice.anchor 2", try #require(Self.notices[kind])])
                #expect(answer.verdict.outcome == .trusted)
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `is denied if the request, the policy or the memory revokes it`(kind: Kind) throws {
        let network = try network(kind)
        let revocations = [
            try network.response(.revoked(at: .reference.adding(days: -1))),
            try network.list { $0.revoke(network.hierarchy.leaf) },
        ]
        for evidence in revocations {
            var requested = network
            requested.evidence = evidence
            #expect(try requested.answer().verdict.errorCodes == ["revocation.revoked"])
            var owned = network
            owned.requirements.evidence = evidence
            #expect(try owned.answer().verdict.errorCodes == ["revocation.revoked"])
            guard kind == .shortLived else { continue }
            var remembered = network
            remembered.stored = FakeStore([evidence.lists.isEmpty ? .ocsp : .crl: evidence])
            #expect(try remembered.answer().verdict.errorCodes == ["revocation.revoked"])
        }
    }

    @Test(arguments: Kind.allCases)
    func `is reported as not revoked if there is an answer`(kind: Kind) throws {
        var network = try network(kind)
        network.evidence = try network.list()
        #expect(try network.answer().verdict.summaries.contains("notice notice.revocation 0"))
        network.evidence = try network.list { $0.nextUpdate = .reference.adding(seconds: -1) }
        let verdict = try network.answer().verdict
        #expect(verdict.outcome == .trusted)
        #expect(verdict.summaries.contains("warning revocation.stale 0"))
    }

    @Test func `has no notice under a policy that does not check revocation`() throws {
        var network = try network(.noRevAvail)
        network.edit = { $0.revocation = nil }
        #expect(try network.answer().verdict.summaries == ["notice notice.anchor 2"])
    }

    @Test(arguments: [true, false], [RevocationRequirements.Scope.leaf, .chain])
    func `is denied if the policy demands an answer in spite of noRevAvail`(
        isHard: Bool,
        scope: RevocationRequirements.Scope
    ) throws {
        var network = try network(.noRevAvail)
        network.requirements.noRevAvail = .deny
        network.requirements.requirePositiveResponse = isHard
        network.requirements.scope = scope
        network.requirements.evidence.lists = [try network.hierarchy.root.revocationList().read()]
        let verdict = try network.answer().verdict
        #expect(verdict.errorCodes == ["revocation.unavailable"])
        #expect(
            verdict.reasons.first?.message
                == "CN=api.example.com has the extension noRevAvail: its CA publishes no revocation information, "
                + "and the policy requires it (`noRevAvail: deny`)."
        )
        #expect(try network.answer().needs.isEmpty)
        network.evidence = try network.list()
        #expect(try network.answer().verdict.outcome == .trusted)
        network.evidence = try network.list { $0.nextUpdate = .reference.adding(seconds: -1) }
        #expect(try network.answer().verdict.outcome == .untrusted)
        network.evidence = RevocationEvidence()
        network.requirements.shortLived = 1000 * 86400
        #expect(try network.answer().verdict.outcome == .trusted)
    }

    @Test func `is the leaf alone: a CA with noRevAvail is invalid and needs an answer (RFC 9608 §3)`() throws {
        var network = try NetworkCase(intermediate: { $0.extensions.append(.noRevAvail) })
        network.requirements = RevocationRequirements(scope: .chain, requirePositiveResponse: true)
        network.evidence = try network.response()
        let codes = try network.answer().verdict.errorCodes
        #expect(Set(codes) == ["extension.invalid", "revocation.unavailable"])
    }
}

extension TestExtension {
    /// The extension noRevAvail (RFC 9608 section 2).
    static let noRevAvail = TestExtension.raw("2.5.29.56", value: DERWriter.null)
}
