import Foundation
import TrustModel
import TrustTestSupport

/// Scenarios for hosts without a policy, and for policies that omit checks.
extension RemedyScenario {
    static let policies = [
        RemedyScenario("policy.noMatch", unmatched) {
            $0.request { try $0.nameSet(["hosts": ["www.example.com": "server"]], $1) }
        } cure: {
            let hosts = ["www.example.com": "server", "api.example.com": "server"]
            $0.request { try $0.nameSet(["hosts": hosts], $1) }
        },
        RemedyScenario("policy.noMatch", unmatched) {
            $0.request { try $0.nameSet(["hosts": ["www.example.com": "server"]], $1) }
        } cure: {
            $0.request { try $0.nameSet(["otherwise": "server"], $1) }
        },
        RemedyScenario("policy.noMatch", unnamed) {
            $0.member("host", NSNull())
            $0.request { try $0.nameSet(["hosts": ["api.example.com": "server"]], $1) }
        } cure: {
            $0.member("host", "api.example.com")
        },
        RemedyScenario("policy.noMatch", unnamed) {
            $0.member("host", NSNull())
            $0.request { try $0.nameSet(["hosts": ["api.example.com": "server"]], $1) }
        } cure: {
            $0.member("policy", "remedy/any-host")
        },
        RemedyScenario(
            "policy.clientNotAllowed",
            "If this client may connect, add one of its names to the policy's `allowedClients`."
        ) {
            $0.policy("allowedClients", ["dnsNames": ["batch.example.com"]])
        } cure: {
            $0.policy("allowedClients", ["dnsNames": ["batch.example.com", "*.example.com"]])
        },
        RemedyScenario("policy.constraintViolated", constrained) {
            $0.policy("constraints", ["leaf": ["dnsNames": ["some": ["www.example.com"]]]])
        } cure: {
            $0.leaf { $0.subjectAlternativeNames.append(.dns("www.example.com")) }
        },
        RemedyScenario("policy.constraintViolated", constrained) {
            $0.policy("constraints", ["leaf": ["dnsNames": ["every": ["www.example.com"]]]])
        } cure: {
            $0.policy("constraints", ["leaf": ["dnsNames": ["every": ["www.example.com", "api.example.com"]]]])
        },
        RemedyScenario("policy.customRejected", rejecting) {
            $0.request { try $0.script("return false, 'no'", for: $1) }
        } cure: {
            $0.request { try $0.script("return true", for: $1) }
        },
        RemedyScenario("policy.customRejected", SpecialRemedy.failedScript.text) {
            $0.request { try $0.script("error('x')", for: $1) }
        } cure: {
            $0.request { try $0.script("return true", for: $1) }
        },
        RemedyScenario("hazard.scriptOnly", ReasonCode.hazardScriptOnly.remedy) {
            $0.request { try $0.script("return true", for: $1, validates: false) }
        } cure: {
            $0.request { try $0.script("return true", for: $1) }
        },
        publicClients { $0.policy("anchorsOnly", true) },
        publicClients { $0.policy("allowedClients", ["dnsNames": ["api.example.com"]]) },
        RemedyScenario("hazard.reportOnly", ReasonCode.hazardReportOnly.remedy) {
            $0.policy("mode", "report")
        } cure: {
            $0.policy("mode", "enforce")
        },
        RemedyScenario("policy.disabled", "Change the policy's `evaluator` to `default`.") {
            $0.policy("evaluator", "disabled")
            $0.anchors { _ in [] }
        } cure: {
            $0.policy("evaluator", "default")
            $0.anchors { [$0.root.certificate] }
        },
        securityPolicy("policy.guardRefused", guarded) {
            $0.policy("allowInvalidCertificates", true)
        } cure: {
            $0.policy("sslPinningMode", "publicKey")
            $0.request { $0.policy["pinnedCertificates"] = [$1.leaf.pem] }
        },
        securityPolicy("policy.guardRefused", guarded) {
            $0.policy("allowInvalidCertificates", true)
        } cure: {
            $0.policy("allowInvalidCertificates", false)
        },
        securityPolicy("policy.guardRefused", guarded) {
            $0.policy("allowInvalidCertificates", true)
        } cure: {
            $0.policy("validatesDomainName", false)
        },
        securityPolicy("hazard.anyChainAccepted", "Enable chain validation in the policy, or add pins.") {
            $0.policy("allowInvalidCertificates", true)
            $0.policy("validatesDomainName", false)
        } cure: {
            $0.policy("allowInvalidCertificates", false)
        },
        securityPolicy("hazard.anyChainAccepted", "Enable chain validation in the policy, or add pins.") {
            $0.policy("allowInvalidCertificates", true)
            $0.policy("validatesDomainName", false)
        } cure: {
            $0.policy("sslPinningMode", "publicKey")
            $0.request { $0.policy["pinnedCertificates"] = [$1.leaf.pem] }
        },
        RemedyScenario(
            "hazard.hostIgnored",
            "Enable host validation in the policy, unless this chain is meant to be accepted for every host."
        ) {
            $0.policy("validateHost", false)
        } cure: {
            $0.policy("validateHost", true)
        },
        RemedyScenario(
            "hazard.hostIgnored",
            "Remove the reason codes that the message names from the policy's `checks`."
        ) {
            $0.policy("checks", ["host.noSAN": "warning"])
        } cure: {
            $0.policy("checks", [String: String]())
        },
        RemedyScenario(
            "hazard.validityIgnored",
            "Enable default validation in the policy in addition to the revocation check."
        ) {
            $0.policy("evaluator", "revocation")
            $0.policy("compatibility", "alamofire5")
            $0.policy("performDefaultValidation", false)
            $0.policy("validateHost", false)
        } cure: {
            $0.policy("performDefaultValidation", true)
        },
        RemedyScenario("notice.exception", "Correct the errors before the exception expires.") {
            $0.member("host", "www.example.com")
            $0.request { $0.policy["exceptions"] = [try exception(for: $1)] }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames.append(.dns("www.example.com")) }
        },
    ]

    private static let unmatched =
        "Add a rule for the host to `hosts` in the policy set, or set `otherwise` to the name of a policy."
    private static let unnamed =
        "Give the host in the request's `host`, or name one policy of the set in the request's `policy`."
    private static let rejecting =
        "If this chain should be accepted, change the script; its reason is in the message."
    private static let constrained =
        "Send a chain that meets the constraint, such as one with a certificate that was reissued with the expected values. "
        + "If this chain may be accepted, change or remove the constraint in the policy's `constraints`."
    private static let guarded =
        "Add pins and a pinning mode, or turn off `allowInvalidCertificates` or `validatesDomainName`."

    private static func securityPolicy(
        _ code: String,
        _ remedy: String,
        _ fault: @escaping Step,
        cure: @escaping Step
    ) -> RemedyScenario {
        RemedyScenario(
            code,
            remedy,
            {
                $0.policy("evaluator", "securityPolicy")
                try fault(&$0)
            },
            cure: cure
        )
    }

    private static func publicClients(_ cure: @escaping Step) -> RemedyScenario {
        let remedy =
            "Set `anchors` to the CA of your clients, without `anchorsOnly: false`. Or limit the clients with "
            + "`allowedClients`."
        return RemedyScenario(
            "hazard.publicClients",
            remedy,
            {
                $0.policy("purpose", "clientAuth")
                $0.policy("anchorsOnly", false)
                $0.leaf { $0.extendedKeyUsages = [.clientAuthentication] }
            },
            cure: cure
        )
    }

    private static func exception(for chain: RemedyChain) throws -> [String: Any] {
        let path = [chain.leaf, chain.issuing.certificate, chain.root.certificate]
        return [
            "codes": ["host.mismatch"], "chain": try path.map { Hexadecimal.encode(try $0.fingerprint()) },
            "host": "www.example.com", "until": "2026-02-01",
        ]
    }
}

extension RemedyRequest {
    /// Sets a policy set with these members, whose policies have the root of the chain as their trust anchor.
    fileprivate mutating func nameSet(_ members: [String: Any], _ chain: RemedyChain) throws {
        let server: [String: Any] = ["evaluator": "default", "anchors": [chain.root.certificate.pem]]
        let policies = ["server": server, "any-host": server.merging(["validateHost": false]) { $1 }]
        document = try APIFixture.json(members.merging(["policies": policies]) { $1 })
        self.members["policy"] = self.members["policy"] ?? "remedy"
    }
}

extension RemedyRequest {
    /// Names a policy with a script, whose function has the given body.
    fileprivate mutating func script(_ body: String, for chain: RemedyChain, validates: Bool = true) throws {
        script = "function evaluate(trust, host) \(body) end"
        let policy: [String: Any] = [
            "evaluator": "custom", "script": "remedy.lua", "anchors": [chain.root.certificate.pem],
            "validateCertificateChain": validates,
        ]
        document = try APIFixture.json(["policies": ["scripted": policy]])
        members["policy"] = "remedy/scripted"
    }
}
