import Foundation
import TrustTestSupport

extension RemedyScenario {
    static let revocation = [
        RemedyScenario(
            "revocation.revoked",
            "Generate a new key and have a new certificate issued for it. Ask the CA why the old certificate was "
                + "revoked."
        ) {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList(revoking: [$1.leaf]).pem }
        } cure: {
            $0.send { [try $0.issuing.issueLeaf("api.example.com"), $0.issuing.certificate] }
        },
        RemedyScenario(
            "revocation.revoked",
            "Have the end-entity certificate reissued by another intermediate. Install the new certificate and that "
                + "intermediate on the server (or client) that sent this chain. A new certificate from the revoked "
                + "intermediate does not help."
        ) {
            $0.request { $0.members["crls"] = try $1.root.revocationList(revoking: [$1.issuing.certificate]).pem }
        } cure: {
            $0.send { chain in
                let other = try chain.root.issueAuthority("Other CA")
                return [try other.issueLeaf("api.example.com"), other.certificate]
            }
        },
        required("revocation.unavailable", missing) {
            $0.request { $0.members["ocsp"] = try response($1) }
        },
        required("revocation.unavailable", missing) {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        required("revocation.unavailable", missing) {
            $0.request { request, chain in
                let lists = [try chain.issuing.revocationList().pem]
                request.policy["revocation"] = ["requirePositiveResponse": true, "scope": "leaf", "crls": lists]
            }
        },
        required("revocation.unavailable", missing) {
            $0.policy(
                "revocation",
                settings(["requirePositiveResponse": true, "scope": "leaf", "shortLived": "1000d"])
            )
        },
        required("revocation.unavailable", missing) {
            $0.policy("revocation", settings(["scope": "leaf"]))
            $0.request { $0.members["ocsp"] = try response($1) }
        },
        required("revocation.unavailable", missingList, methods: ["crl"]) {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        required("revocation.unavailable", missingList, methods: ["crl"]) {
            $0.policy(
                "revocation",
                settings(["requirePositiveResponse": true, "scope": "leaf", "methods": ["crl", "ocsp"]])
            )
            $0.request { $0.members["ocsp"] = try response($1) }
        },
        required("revocation.unavailable", missingResponse, methods: ["ocsp"]) {
            $0.request { $0.members["ocsp"] = try response($1) }
        },
        RemedyScenario(
            "internal.budgetExhausted",
            "Give only the revocation evidence and certificate timestamps for the certificates of this chain. If all of "
                + "them are needed, raise the configuration key that the message names. A fixed bound cannot be raised."
        ) {
            $0.issuingKey = .ecdsaP384
            $0.request { request, chain in
                let lists = try (0..<60).map { number in
                    try chain.issuing.revocationList {
                        $0.crlNumber = number
                        $0.signature.verbatim = [0x30, 0]
                    }.pem
                }
                request.members["crls"] = lists.joined()
            }
        } cure: {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        required("revocation.unavailable", missingResponse, methods: ["ocsp"]) {
            $0.policy(
                "revocation",
                settings(["requirePositiveResponse": true, "scope": "leaf", "methods": ["crl", "ocsp"]])
            )
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        required("revocation.unavailable", otherCRL, methods: ["ocsp"], leaf: namesList) {
            $0.policy(
                "revocation",
                settings(["requirePositiveResponse": true, "scope": "leaf", "methods": ["crl", "ocsp"]])
            )
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        required("revocation.unavailable", otherOCSP, methods: ["crl"], leaf: namesResponder) {
            $0.policy(
                "revocation",
                settings(["requirePositiveResponse": true, "scope": "leaf", "methods": ["crl", "ocsp"]])
            )
            $0.request { $0.members["ocsp"] = try response($1) }
        },
        required("revocation.unavailable", unfetched, leaf: namesList) {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        required("revocation.unavailable", unasked, leaf: namesDirectory) {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        required("revocation.unavailable", offline, scope: "chain") {
            $0.request {
                $0.members["crls"] = try [$1.issuing.revocationList().pem, $1.root.revocationList().pem]
            }
        },
        required("revocation.unavailable", offline, scope: "chain") {
            $0.policy("revocation", settings(["requirePositiveResponse": true, "scope": "leaf"]))
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        RemedyScenario("revocation.unavailable", denied) {
            $0.leaf { $0.extensions.append(.raw("2.5.29.56", value: DERWriter.null)) }
            $0.policy("revocation", settings(["scope": "leaf", "noRevAvail": "deny"]))
        } cure: {
            $0.leaf { $0.extensions.remove("2.5.29.56") }
            $0.leaf(namesList)
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        RemedyScenario("revocation.unavailable", denied) {
            $0.leaf { $0.extensions.append(.raw("2.5.29.56", value: DERWriter.null)) }
            $0.policy("revocation", settings(["scope": "leaf", "noRevAvail": "deny"]))
        } cure: {
            $0.policy("revocation", settings(["scope": "leaf", "noRevAvail": "deny", "shortLived": "1000d"]))
        },
        RemedyScenario("extension.invalid", misplaced) {
            $0.issuing { $0.extensions.append(.raw("2.5.29.56", value: DERWriter.null)) }
        } cure: {
            $0.issuing { $0.extensions.remove("2.5.29.56") }
        },
        RemedyScenario("extension.invalid", misplaced) {
            $0.leaf(namesList)
            $0.leaf { $0.extensions.append(.raw("2.5.29.56", value: DERWriter.null)) }
        } cure: {
            $0.leaf { $0.extensions.remove(.crlDistributionPoints) }
        },
        RemedyScenario("revocation.stale", stale) {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList { $0.nextUpdate = .reference }.pem }
            $0.member("at", "2026-01-02T00:00:00Z")
        } cure: {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
        },
        RemedyScenario("revocation.stale", stale) {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList { $0.nextUpdate = .reference }.pem }
            $0.member("at", "2026-01-02T00:00:00Z")
        } cure: {
            $0.member("at", "2025-12-31T12:00:00Z")
        },
        RemedyScenario(
            "revocation.unknown",
            "If the certificate is new, get another OCSP response later: a responder can report new certificates as "
                + "unknown for some time. Otherwise ask the CA whether it issued the certificate."
        ) {
            $0.request { $0.members["ocsp"] = try response($1, .unknown) }
        } cure: {
            $0.request { $0.members["ocsp"] = try response($1) }
        },
        RemedyScenario(
            "revocation.responseInvalid",
            "Get the CRL or OCSP response again from the CA that issued the certificate. If the new one is rejected "
                + "too, report this message to the CA."
        ) {
            $0.request { $0.members["ocsp"] = try response($1) { $0.signature.isCorrupt = true } }
        } cure: {
            $0.request { $0.members["ocsp"] = try response($1) }
        },
    ]

    private static let missing =
        "Get an OCSP response for the certificate, such as the one that the server staples, or the issuer's current "
        + "CRL. Give it in the request's `crls` or `ocsp`, or in the policy. If the CA publishes neither and its "
        + "certificates are valid for a few days only, set `shortLived` in the policy. Otherwise, turn off "
        + "`requirePositiveResponse` in the policy, or use another CA."
    private static let missingList =
        "Get the issuer's current CRL, and give it in the request's `crls`, or in the policy. If the CA has only an "
        + "OCSP responder, add `ocsp` to the policy's `methods`."
    private static let missingResponse =
        "Get an OCSP response for the certificate, such as the one that the server staples, and give it in the "
        + "request's `ocsp`. If the CA publishes only CRLs, add `crl` to the policy's `methods`."
    private static let otherCRL =
        "Add `crl` to the policy's `methods`: the certificate names a CRL and no OCSP responder."
    private static let otherOCSP =
        "Add `ocsp` to the policy's `methods`: the certificate names an OCSP responder and no CRL."
    private static let unfetched =
        "Give an OCSP response or the issuer's current CRL in the request's `ocsp` or `crls`, or in the policy. Or let "
        + "anchord fetch it from the locations in the certificate: set `networkAccess: true` in the policy's "
        + "`revocation`."
    /// A policy that may fetch would not find the evidence either.
    private static let unasked =
        "Get the CRL or OCSP response from the named location yourself, and give it in the policy's `crls` or `ocsp`. "
        + "Replace it before it ends. Ask the CA to publish at an http URL too."
    private static let offline =
        "Get the current CRL of the CA that issued this certificate, and give it in the policy's `crls`. If that CA is "
        + "offline and issues no CRL, set `scope: leaf` in the policy."
    private static let denied =
        "Have the certificate reissued with the location of a CRL or an OCSP responder. If certificates of this CA are "
        + "valid for a few days only, set `shortLived` in the policy instead."
    private static let misplaced =
        "Have the certificate reissued without the extension noRevAvail. If it is an end-entity certificate and its CA "
        + "publishes no revocation information, have it reissued without locations of CRLs and OCSP responders."

    private static func settings(_ settings: [String: any Sendable]) -> [String: any Sendable] { settings }

    private static let namesList: @Sendable (inout CertificateTemplate) throws -> Void = {
        $0.extensions.set(.crlDistributionPoints(["http://crl.example.com/"]))
    }
    private static let namesDirectory: @Sendable (inout CertificateTemplate) throws -> Void = {
        $0.extensions.set(.crlDistributionPoints(["ldap://ldap.example.com/CN=CA", "https://crl.example.com/"]))
    }
    private static let namesResponder: @Sendable (inout CertificateTemplate) throws -> Void = {
        $0.extensions.set(.authorityInformationAccess(ocsp: ["http://ocsp.example.com/"]))
    }
    private static let stale =
        "Get a new CRL or OCSP response from the CA. If the new one is rejected too, check the clock of the machine "
        + "that runs anchord, or the request's `at`. If the time is right, report the CRL or response to the CA."

    /// Creates a scenario without the required evidence.
    private static func required(
        _ code: String,
        _ remedy: String,
        methods: [String] = ["ocsp", "crl"],
        scope: String = "leaf",
        leaf: @escaping @Sendable (inout CertificateTemplate) throws -> Void = { _ in },
        cure: @escaping Step
    ) -> RemedyScenario {
        RemedyScenario(
            code,
            remedy,
            {
                $0.leaf(leaf)
                $0.policy("evaluator", "revocation")
                $0.request { request, _ in
                    request.policy["revocation"] = [
                        "requirePositiveResponse": true, "scope": scope, "methods": methods,
                    ]
                }
            },
            cure: cure
        )
    }

    private static func response(
        _ chain: RemedyChain,
        _ status: TestOCSPCertificateStatus = .good,
        edit: (inout OCSPResponseTemplate) throws -> Void = { _ in }
    ) throws -> String {
        let response = try chain.issuing.ocspResponse(for: chain.leaf, status: status, edit: edit)
        return Data(response.der).base64EncodedString()
    }
}
