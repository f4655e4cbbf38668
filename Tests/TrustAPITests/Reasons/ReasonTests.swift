import Foundation
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@Suite struct `The service returns` {
    private let requests: InlineRequests

    init() throws {
        requests = try InlineRequests()
    }

    /// The policy and request members that cause a reason.
    private func causes() throws -> [String: (policy: Any, members: [String: Any])] {
        let pins = try requests.pins
        let stranger = requests.stranger
        let leaf = requests.api.leaf.pem
        let fingerprints = try [requests.api.leaf, requests.api.issuing.certificate, requests.api.root.certificate].map
        {
            Hexadecimal.encode(try $0.fingerprint())
        }
        let exception: [String: Any] = [
            "codes": ["host.mismatch"], "chain": fingerprints, "host": "www.example.com", "until": "2026-01-02",
        ]
        let withoutHost: [String: Any] = ["host": NSNull()]
        let spiffe: [String: Any] = [
            "evaluator": "default", "profile": "spiffe", "anchors": [requests.api.root.certificate.pem],
        ]
        return [
            "pin.certificateMismatch": (
                ["evaluator": "pinCertificates", "pins": [stranger, fingerprints[0]], "scope": "ca"], [:]
            ),
            "pin.keyMismatch": (requests.pinning([stranger, pins[0]], ["scope": "ca"]), [:]),
            "pin.setEmpty": (["evaluator": "securityPolicy", "sslPinningMode": "publicKey"], [:]),
            "pin.setExpired": (requests.pinning(pins, ["expires": "2025-12-31"]), [:]),
            "pin.noBackup": (requests.pinning([pins[0]], ["requireBackupPin": false]), [:]),
            "policy.noMatch": ("empty", [:]),
            "policy.disabled": (["evaluator": "disabled"], [:]),
            "policy.clientNotAllowed": (
                ["evaluator": "default", "allowedClients": ["dnsNames": ["batch.example.com"]]], [:]
            ),
            "policy.constraintViolated": (
                ["evaluator": "default", "constraints": ["leaf": ["key": ["minimumBits": 384]]]], [:]
            ),
            "policy.svidInvalid": (spiffe, [:]),
            "policy.trustDomainMismatch": (spiffe, ["chain": try leafOfForeignDomain()]),
            "policy.guardRefused": (["evaluator": "securityPolicy", "allowInvalidCertificates": true], [:]),
            "hazard.hostIgnored": (["evaluator": "default", "validateHost": false], [:]),
            "hazard.reportOnly": (["evaluator": "default", "mode": "report"], [:]),
            "hazard.publicClients": (["evaluator": "default", "purpose": "clientAuth"], [:]),
            "hazard.trustDomainUnbound": (spiffe, ["chain": try leafOfForeignDomain()]),
            "hazard.keyOnly": (requests.pinning(pins, ["validateCertificateChain": false]), [:]),
            "hazard.validityIgnored": (
                [
                    "evaluator": "revocation", "compatibility": "alamofire5", "performDefaultValidation": false,
                    "validateHost": false,
                ], [:]
            ),
            "hazard.anyChainAccepted": (
                ["evaluator": "securityPolicy", "allowInvalidCertificates": true, "validatesDomainName": false],
                withoutHost
            ),
            "notice.anchor": (["evaluator": "default"], [:]),
            "notice.pin": (requests.pinning(pins), [:]),
            "notice.pinSetExpiring": (requests.pinning(pins, ["expires": "2026-01-31T00:00:00Z"]), ["chain": leaf]),
            "notice.expiresSoon": (["evaluator": "default"], ["chain": try leafThatEndsSoon()]),
            "revocation.revoked": (
                ["evaluator": "default"], try evidence(.revoked(at: .reference.adding(days: -2), reason: .superseded))
            ),
            "revocation.unknown": (["evaluator": "default"], try evidence(.unknown)),
            "revocation.stale": (
                ["evaluator": "default"],
                try evidence(.good) { $0.responses[0].nextUpdate = .reference.adding(days: -1) }
            ),
            "revocation.responseInvalid": (
                ["evaluator": "default"], try evidence(.good) { $0.signature.isCorrupt = true }
            ),
            "revocation.unavailable": (
                ["evaluator": "revocation", "revocation": ["requirePositiveResponse": true]], [:]
            ),
            "pin.unreadable": (
                [
                    "evaluator": "securityPolicy", "sslPinningMode": "publicKey",
                    "pinnedCertificates": [requests.api.leaf.pem, TestPEM.encode("CERTIFICATE", [0x30, 0x00])],
                ], [:]
            ),
            "notice.revocation": (["evaluator": "default"], try evidence(.good)),
            "notice.shortLived": (["evaluator": "default", "revocation": ["shortLived": "100d"]], [:]),
            "notice.noRevocationAvailable": (
                ["evaluator": "default", "revocation": ["scope": "leaf"]], ["chain": try leafWithoutRevocation()]
            ),
            "notice.certificatePolicies": (
                ["evaluator": "default", "certificatePolicies": ["requireExplicitPolicy": true]],
                ["chain": try leafWithPolicy()]
            ),
            "notice.exception": (
                ["evaluator": "default", "exceptions": [exception]], ["host": "www.example.com"]
            ),
        ]
    }

    /// A leaf with a certificate policy, issued directly by the root.
    private func leafWithPolicy() throws -> String {
        try requests.api.root.issueLeaf("api.example.com") { $0.extensions.append(.certificatePolicies(["1.2.3.4"])) }
            .pem
    }

    private func leafWithoutRevocation() throws -> String {
        try requests.api.root.issueLeaf("api.example.com") {
            $0.extensions.append(.raw("2.5.29.56", value: DERWriter.null))
        }.pem
    }

    /// A leaf and its issuer, which have SPIFFE IDs of different trust domains.
    private func leafOfForeignDomain() throws -> String {
        let issuing = try requests.api.root.issueAuthority("Foreign") {
            $0.subjectAlternativeNames = [.uri("spiffe://other.example")]
        }
        let leaf = try issuing.issueLeaf("billing") {
            $0.subjectAlternativeNames = [.uri("spiffe://corp.example/billing")]
        }
        return leaf.pem + issuing.certificate.pem
    }

    /// Returns the member `ocsp` with the issuer's response for the leaf.
    private func leafThatEndsSoon() throws -> String {
        let leaf = try requests.api.issuing.issueLeaf("api.example.com") { $0.notAfter = .reference.adding(days: 1) }
        return leaf.pem + requests.api.issuing.certificate.pem
    }

    private func evidence(
        _ status: TestOCSPCertificateStatus,
        edit: (inout OCSPResponseTemplate) throws -> Void = { _ in }
    ) throws -> [String: Any] {
        let api = requests.api
        let response = try api.issuing.ocspResponse(for: api.leaf, status: status, edit: edit)
        return ["ocsp": Data(response.der).base64EncodedString()]
    }

    @Test func `every reason for pins, revocation and policies over a socket`() throws {
        let causes = try causes()
        let service = try LiveService(requests.api)
        for (code, cause) in causes {
            let request: [String: Any] = [
                "chain": requests.api.chain, "host": "api.example.com", "policy": cause.policy,
            ]
            let answer = try service.evaluate(request.merging(cause.members) { $1 })
            #expect(answer.status == 200, "\(code): \(answer.text)")
            #expect(answer.reasonCodes.contains(code), "\(code): \(answer.text)")
        }
        // Requests cannot contain scripts, log lists or blocks; other tests cause these.
        let configured: Set = ["policy.blocked", "policy.customRejected", "hazard.scriptOnly", "notice.ct"]
        let groups = ["pin.", "revocation.", "policy.", "hazard.", "notice."]
        let codes = ReasonCode.all.map(\.name).filter { name in groups.contains(where: name.hasPrefix) }
        #expect(Set(codes).subtracting(causes.keys) == configured)
    }

    @Test(arguments: Verdict.ResultRule.allCases)
    func `every result with its rule`(rule: Verdict.ResultRule) throws {
        let forged = try requests.api.issuing.issueLeaf("api.example.com") { $0.signature.isCorrupt = true }
        // Comparing all these addresses with all constraints exceeds the budget.
        let networks = [TestGeneralName](repeating: .ip([192, 0, 2, 0, 255, 255, 255, 0]), count: 3000)
        let constraining = try requests.api.root.issueAuthority("Constraining") {
            $0.extensions.append(.nameConstraints(excluded: networks))
        }
        let costly = try constraining.issueLeaf("api.example.com") {
            $0.subjectAlternativeNames += networks.map { _ in .ip([198, 51, 100, 1]) }
        }
        let issuing = requests.api.issuing.certificate.pem
        let (policy, members, result): (Any, [String: Any], String) =
            switch rule {
            case .implicitTrust: (["evaluator": "default"], [:], "unspecified")
            case .explicitTrust: (["evaluator": "disabled"], [:], "proceed")
            case .explicitDistrust:
                (["evaluator": "securityPolicy", "allowInvalidCertificates": true], [:], "deny")
            case .fatalReason: (["evaluator": "default"], ["chain": forged.pem + issuing], "fatalTrustFailure")
            case .recoverableReasons:
                (["evaluator": "default"], ["host": "www.example.com"], "recoverableTrustFailure")
            case .incompleteEvaluation:
                (["evaluator": "default"], ["chain": costly.pem + constraining.certificate.pem], "otherError")
            case .noPolicy: ("empty", [:], "deny")
            }
        let answer = try requests.evaluate(policy, members)
        #expect(answer.object["resultRule"] as? String == rule.rawValue)
        #expect(answer.object["result"] as? String == result)
    }
}
