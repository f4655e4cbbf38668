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
            $0.policy("revocation", ["scope": "leaf"])
            $0.request { $0.members["ocsp"] = try response($1) }
        },
        required("revocation.unavailable", missingList, methods: ["crl"]) {
            $0.request { $0.members["crls"] = try $1.issuing.revocationList().pem }
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
        + "CRL. Give it in the request's `crls` or `ocsp`, or in the policy. If the CA publishes neither, turn off "
        + "`requirePositiveResponse` in the policy."
    private static let missingList =
        "Get the issuer's current CRL, and give it in the request's `crls`, or in the policy. If the CA publishes no "
        + "CRL, turn off `requirePositiveResponse` in the policy."
    private static let missingResponse =
        "Get an OCSP response for the certificate, such as the one that the server staples, and give it in the "
        + "request's `ocsp`. If the CA has no OCSP responder, turn off `requirePositiveResponse` in the policy."
    private static let stale =
        "Get a new CRL or OCSP response from the CA. If the new one is rejected too, check the clock of the machine "
        + "that runs anchord, or the request's `at`. If the time is right, report the CRL or response to the CA."

    /// Creates a scenario without the required evidence.
    private static func required(
        _ code: String,
        _ remedy: String,
        methods: [String] = ["ocsp", "crl"],
        cure: @escaping Step
    ) -> RemedyScenario {
        RemedyScenario(
            code,
            remedy,
            {
                $0.policy("evaluator", "revocation")
                $0.request { request, _ in
                    request.policy["revocation"] = [
                        "requirePositiveResponse": true, "scope": "leaf", "methods": methods,
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
