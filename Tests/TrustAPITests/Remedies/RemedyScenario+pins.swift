import TrustModel
import TrustTestSupport

extension RemedyScenario {
    static let pins = [
        RemedyScenario(
            "pin.keyMismatch",
            "Ask the operator of the server or client over another channel, such as by telephone, whether the key was "
                + "rotated on purpose. If it was, add the pin of certificate 0 to the policy: a CA's pin would accept "
                + "every certificate issued by that CA. Otherwise treat this as an attack."
        ) {
            $0.policy("evaluator", "pinPublicKeys")
            $0.policy("pins", strangers)
        } cure: {
            $0.request { $0.policy["pins"] = try strangers + [key($1.leaf)] }
        },
        RemedyScenario(
            "pin.certificateMismatch",
            "Ask the operator of the server or client over another channel, such as by telephone, whether the "
                + "certificate was replaced on purpose. If it was, add the pin of certificate 0 to the policy: a CA's "
                + "pin would accept every certificate issued by that CA. Otherwise treat this as an attack."
        ) {
            $0.policy("evaluator", "pinCertificates")
            $0.policy("pins", strangers)
        } cure: {
            $0.request { $0.policy["pins"] = try strangers + [Hexadecimal.encode($1.leaf.fingerprint())] }
        },
        RemedyScenario(
            "pin.keyMismatch",
            "Ask the operator of the server or client over another channel, such as by telephone, whether the key was "
                + "rotated on purpose. If it was, add the pin of the new key to the policy, and no pin of a CA "
                + "above it. If it was not, treat this as an attack."
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
                + "certificate was replaced on purpose. If it was, add the pin of the new certificate to the policy, "
                + "and no pin of a CA above it. If it was not, treat this as an attack."
        ) {
            $0.policy("evaluator", "pinCertificates")
            $0.policy("scope", "ca")
            $0.policy("pins", strangers)
        } cure: {
            $0.request {
                $0.policy["pins"] = try strangers + [Hexadecimal.encode($1.issuing.certificate.fingerprint())]
            }
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
            "Check the pins and set a later `expires` in the policy before that date."
        ) {
            $0.policy("expires", "2026-01-31")
        } cure: {
            $0.policy("expires", "2027-12-31")
        },
        pinned(
            "pin.noBackup",
            "Add the pin of a second key that is kept in reserve, so that the first key can be replaced."
        ) {
            $0.policy("requireBackupPin", false)
            $0.request { $0.policy["pins"] = [try key($1.leaf)] }
        } cure: {
            $0.request { $0.policy["pins"] = try [key($1.leaf), strangers[0]] }
        },
        pinned(
            "hazard.keyOnly",
            "Enable chain validation in the policy as well, with `anchors` of its own for a private CA."
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
