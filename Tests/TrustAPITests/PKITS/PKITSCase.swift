import Foundation

/// A case of NIST's Public Key Interoperability Test Suite, parsed from a line of the table.
struct PKITSCase: Sendable {
    /// The section, followed by the part of the case if it has several.
    let id: String
    /// `trusted`, or the code and depth of the first reason.
    let expected: String
    /// The last arcs of the test policies for which the path is valid.
    let validPolicies: [String]
    private let acceptedPolicies: [String]
    private let flags: Set<String>
    private let certificates: [String]
    private let lists: [String]

    init(_ line: Substring) {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.split(separator: " ").map(String.init)
        }
        let words = parts[0]
        func values(_ key: String) -> [String]? {
            words.first { $0.hasPrefix("\(key):") }?.dropFirst(key.count + 1).split(separator: ",").map(String.init)
        }
        id = words[0]
        expected = words[1] == "trusted" ? words[1] : "\(words[1]) \(words[2])"
        validPolicies = (values("policies") ?? ["1"]).filter { $0 != "none" }
        acceptedPolicies = values("accept") ?? ["any"]
        flags = Set(words)
        certificates = ["TrustAnchorRootCertificate"] + parts[1]
        lists = ["TrustAnchorRootCRL"] + parts[2]
    }

    /// Returns the request: the path in handshake order, all CRLs, and a policy that requires revocation status.
    func request(in directory: URL) throws -> [String: Any] {
        func base64(_ path: String) throws -> String {
            try Data(contentsOf: directory.appending(path: path)).base64EncodedString()
        }
        let chain = try certificates.map { try base64("certs/\($0).crt") }
        let policies: [String: Any] = [
            "initialPolicySet": acceptedPolicies.map(Self.oid),
            "requireExplicitPolicy": flags.contains("explicit"),
            "inhibitPolicyMapping": flags.contains("noMapping"),
            "inhibitAnyPolicy": flags.contains("noAny"),
        ]
        let policy: [String: Any] = [
            "evaluator": "revocation", "profile": "rfc5280", "anchors": [Self.pem(chain[0])], "purpose": "any",
            "validateHost": false, "certificatePolicies": policies,
            "revocation": ["methods": ["crl"], "scope": "chain", "requirePositiveResponse": true],
        ]
        return [
            "chain": Array(chain.dropFirst().reversed()), "crls": try lists.map { try base64("crls/\($0).crl") },
            "at": "2011-04-15T00:00:00Z", "policy": policy,
        ]
    }

    private static func pem(_ base64: String) -> String {
        "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
    }

    /// Returns the object identifier of a NIST test policy by its number.
    static func oid(_ policy: String) -> String {
        policy == "any" ? "2.5.29.32.0" : "2.16.840.1.101.3.2.1.48.\(policy)"
    }
}
