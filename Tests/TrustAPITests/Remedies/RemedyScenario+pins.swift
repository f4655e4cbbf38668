import TrustModel
import TrustTestSupport

extension RemedyScenario {
    static let pins = [
        RemedyScenario(
            "pin.keyMismatch",
            "Ask the operator of the server or client over another channel, such as by telephone, whether the key was "
                + "rotated on purpose. If yes, add the pin of certificate 0 to the policy. Do not add the pin of a CA: it "
                + "would accept every certificate of that CA. If no, treat this as an attack."
        ) {
            $0.policy("evaluator", "pinPublicKeys")
            $0.policy("pins", strangers)
        } cure: {
            $0.request { $0.policy["pins"] = try strangers + [key($1.leaf)] }
        },
        RemedyScenario(
            "pin.certificateMismatch",
            "Ask the operator of the server or client over another channel, such as by telephone, whether the "
                + "certificate was replaced on purpose. If yes, add the pin of certificate 0 to the policy. Do not add the "
                + "pin of a CA: it would accept every certificate of that CA. If no, treat this as an attack."
        ) {
            $0.policy("evaluator", "pinCertificates")
            $0.policy("pins", strangers)
        } cure: {
            $0.request { $0.policy["pins"] = try strangers + [Hexadecimal.encode($1.leaf.fingerprint())] }
        },
        RemedyScenario(
            "pin.keyMismatch",
            "Ask the operator of the server or client over another channel, such as by telephone, whether the key was "
                + "rotated on purpose. If yes, add the pin of the new key to the policy, but no pin of a CA. If no, treat "
                + "this as an attack."
        ) {
            $0.policy("evaluator", "pinPublicKeys")
            $0.policy("scope", "ca")
            $0.policy("pins", strangers)
        } cure: {
            $0.request { $0.policy["pins"] = try strangers + [key($1.issuing.certificate)] }
        },
        RemedyScenario(
            "pin.certificateMismatch",
            "Ask the operator of the server or client over another channel, such as by telephone, whether the "
                + "certificate was replaced on purpose. If yes, add the pin of the new certificate to the policy, but no "
                + "pin of a CA. If no, treat this as an attack."
        ) {
            $0.policy("evaluator", "pinCertificates")
            $0.policy("scope", "ca")
            $0.policy("pins", strangers)
        } cure: {
            $0.request {
                $0.policy["pins"] = try strangers + [Hexadecimal.encode($1.issuing.certificate.fingerprint())]
            }
        },
        RemedyScenario(
            "pin.keyMismatch",
            "Replace the fingerprint by the pin of the public key of that certificate, `sha256/` and base64, as printed by "
                + "`anchord pins`. To pin certificates, use `evaluator: pinCertificates`."
        ) {
            $0.policy("evaluator", "pinPublicKeys")
            $0.request { $0.policy["pins"] = try strangers + [Hexadecimal.encode($1.leaf.fingerprint())] }
        } cure: {
            $0.request { $0.policy["pins"] = try strangers + [key($1.leaf)] }
        },
        RemedyScenario(
            "pin.certificateMismatch",
            "Use `evaluator: pinPublicKeys`, or replace the digest by the SHA-256 fingerprint of the certificate."
        ) {
            $0.policy("evaluator", "pinCertificates")
            $0.request { $0.policy["pins"] = try strangers + [Hexadecimal.encode($1.leaf.keyPin())] }
        } cure: {
            $0.policy("evaluator", "pinPublicKeys")
        },
        RemedyScenario(
            "pin.keyMismatch",
            "Complete the chain first, and evaluate it again before you change the pins: a missing certificate can have "
                + "the pinned key."
        ) {
            $0.send { [$0.leaf] }
            $0.policy("evaluator", "pinPublicKeys")
            $0.request { $0.policy["pins"] = try strangers + [key($1.issuing.certificate)] }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario(
            "pin.certificateMismatch",
            "Complete the chain first, and evaluate it again before you change the pins: a missing certificate can be "
                + "the pinned one."
        ) {
            $0.send { [$0.leaf] }
            $0.policy("evaluator", "pinCertificates")
            $0.request {
                $0.policy["pins"] = try strangers + [Hexadecimal.encode($1.issuing.certificate.fingerprint())]
            }
        } cure: {
            $0.send { [$0.leaf, $0.issuing.certificate] }
        },
        RemedyScenario("pin.setEmpty", "Add pins to the policy.") {
            $0.policy("evaluator", "securityPolicy")
            $0.policy("sslPinningMode", "publicKey")
        } cure: {
            $0.request { $0.policy["pinnedCertificates"] = [$1.leaf.pem] }
        },
        RemedyScenario(
            "pin.unreadable",
            "Replace the pin with a certificate or public key that can be decoded, or remove it."
        ) {
            $0.policy("evaluator", "securityPolicy")
            $0.policy("sslPinningMode", "publicKey")
            $0.request {
                $0.policy["pinnedCertificates"] = [$1.leaf.pem, TestPEM.encode("CERTIFICATE", [0x30, 0x00])]
            }
        } cure: {
            $0.request { $0.policy["pinnedCertificates"] = [$1.leaf.pem] }
        },
        pinned(
            "pin.setExpired",
            "Check that the pins are still correct, and set a later `expires` in the policy."
        ) {
            $0.policy("expires", "2025-12-31")
        } cure: {
            $0.policy("expires", "2027-12-31")
        },
        pinned(
            "notice.pinSetExpiring",
            "Check that the pins are still correct, and set a later `expires` in the policy before the pin set expires."
        ) {
            $0.policy("expires", "2026-01-31")
        } cure: {
            $0.policy("expires", "2027-12-31")
        },
        pinned(
            "pin.noBackup",
            "Generate a backup key, store it offline, and add its pin to the policy. Then the first key can be "
                + "replaced without locking clients out."
        ) {
            $0.policy("requireBackupPin", false)
            $0.request { $0.policy["pins"] = [try key($1.leaf)] }
        } cure: {
            $0.request { $0.policy["pins"] = try [key($1.leaf), strangers[0]] }
        },
        pinned(
            "hazard.keyOnly",
            "Enable chain validation in the policy in addition to the pins. For a private CA, add its root to the "
                + "policy's `anchors`."
        ) {
            $0.policy("validateCertificateChain", false)
            $0.anchors { _ in [] }
        } cure: {
            $0.policy("validateCertificateChain", true)
            $0.anchors { [$0.root.certificate] }
        },
    ]

    private static let strangers = [String(repeating: "5a", count: 32), String(repeating: "a5", count: 32)]

    private static func key(_ certificate: TestCertificate) throws -> String {
        "sha256/" + TestPEM.base64(try certificate.keyPin())
    }

    /// Creates a scenario under a policy that pins the keys of the leaf and the intermediate.
    private static func pinned(
        _ code: String,
        _ remedy: String,
        _ fault: @escaping Step,
        cure: @escaping Step
    ) -> RemedyScenario {
        RemedyScenario(
            code,
            remedy,
            {
                $0.policy("evaluator", "pinPublicKeys")
                $0.request { $0.policy["pins"] = try [key($1.leaf), key($1.issuing.certificate)] }
                try fault(&$0)
            },
            cure: cure
        )
    }
}
