import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The profile spiffe (X509-SVID)` {
    private static let workload = "spiffe://corp.example/ns/pay/sa/billing"

    private func engineCase(
        purpose: KeyPurpose? = nil,
        clients: [String] = [],
        leaf: @escaping TestAuthority.Edit = { _ in }
    ) throws -> EngineCase {
        let hierarchy = try Hierarchy(
            root: { $0.subjectAlternativeNames = [.uri("spiffe://corp.example")] },
            leaf: {
                $0.subjectAlternativeNames = [.uri(Self.workload)]
                try leaf(&$0)
            }
        )
        var allowed = AllowedClients()
        allowed.uris = try clients.map { try URIPattern($0) }
        let allowedClients = clients.isEmpty ? nil : allowed
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.host = .none
        engineCase.edit = {
            $0 = PathRequirements(profile: .spiffe, purpose: purpose, anchors: $0.anchors)
            $0.allowedClients = allowedClients
        }
        return engineCase
    }

    private static let trusted = ["notice notice.anchor 2"]

    @Test func `trusts an SVID without a host, and without a subject if the URI is critical`() throws {
        #expect(try engineCase().verdict().summaries == Self.trusted)
        let anonymous = try engineCase {
            $0.subject = .empty
            $0.extensions.set(.subjectAlternativeName([.uri(Self.workload)], critical: true))
        }
        #expect(try anonymous.verdict().summaries == Self.trusted)
    }

    @Test func `gives the SPIFFE ID as the principal of an allowed client`() throws {
        let allowed = try engineCase(purpose: .clientAuth, clients: ["spiffe://corp.example/ns/*/sa/billing"])
        #expect(try allowed.verdict().principal == Principal(.uri, Self.workload))
        let denied = try engineCase(clients: ["spiffe://corp.example/ns/*/sa/orders"]).verdict()
        #expect(denied.errorCodes == ["policy.clientNotAllowed"])
        #expect(denied.principal == nil)
        let ambiguous = try engineCase(clients: [Self.workload]) {
            $0.subjectAlternativeNames.append(.uri("spiffe://corp.example/admin"))
        }
        #expect(try ambiguous.verdict().errorCodes == ["policy.svidInvalid"])
        #expect(try ambiguous.verdict().principal == nil)
    }

    @Test(arguments: [
        (KeyPurpose.clientAuth, ["warning usage.extendedKeyUsage 0"] + trusted),
        (.serverAuth, ["error usage.extendedKeyUsage 0"]),
        (.any, ["warning usage.extendedKeyUsage 0"] + trusted),
    ])
    func `requires the purpose of the policy from a client that is not a server`(
        purpose: KeyPurpose,
        expected: [String]
    ) throws {
        let client = try engineCase(purpose: purpose) { $0.extendedKeyUsages = [.clientAuthentication] }
        #expect(try client.verdict().summaries == expected)
    }

    @Test func `compares the host only if the policy says so`() throws {
        var ignored = try engineCase()
        ignored.host = .name(.dns("api.example.com"))
        #expect(try ignored.verdict().summaries == ["warning hazard.hostIgnored"] + Self.trusted)
        for (name, expected) in [("api.example.com", Self.trusted), ("www.example.com", ["error host.mismatch 0"])] {
            var compared = try engineCase { $0.subjectAlternativeNames.append(.dns(name)) }
            compared.host = .name(.dns("api.example.com"))
            let edit = compared.edit
            compared.edit = {
                edit(&$0)
                $0.validateHost = true
            }
            #expect(try compared.verdict().summaries == expected)
        }
    }

    @Test func `applies the path validation of RFC 5280`() throws {
        var expired = try engineCase()
        expired.instant = Instant(.reference.adding(days: 61))
        #expect(try expired.verdict().errorCodes == ["time.expired"])
        let weak = try engineCase { $0.signature.isCorrupt = true }
        #expect(try weak.verdict().errorCodes == ["chain.signatureInvalid"])
    }

    @Test func `has requirements that neither checks nor exceptions can override`() throws {
        let codes = [ReasonCode.policySVIDInvalid, .policyTrustDomainMismatch]
        for code in codes { #expect(!code.mayBeDowngraded && code.gravity != .recoverable) }
        for (uri, code) in zip(["spiffe://corp.example/", "spiffe://other.example/billing"], codes) {
            var engineCase = try engineCase { $0.subjectAlternativeNames = [.uri(uri)] }
            let edit = engineCase.edit
            engineCase.edit = {
                edit(&$0)
                $0.severities[code] = .ignore
            }
            engineCase.exceptions = [
                TrustException(
                    codes: [code],
                    chain: try engineCase.chain.map { try $0.read().facts.fingerprint },
                    host: nil,
                    until: Instant(.reference.adding(days: 1))
                )
            ]
            #expect(try engineCase.verdict().errorCodes == [code.name])
        }
    }
}
