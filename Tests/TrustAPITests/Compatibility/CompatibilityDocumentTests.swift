import Testing

/// Tests of the warnings for policy sets with compatibility mechanisms.
@Suite struct `A document with compatibility mechanisms` {
    private static let undecodable = #""-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n""#

    /// Returns the pointers and codes of a policy's warnings, without the warning about single pins.
    private func warnings(_ keys: String) throws -> [String] {
        let api = try APIFixture(documents: ["compatible.yaml": "policies: {p: {\(keys)}}"])
        let warnings = api.send("GET", "/v1/policy-sets/compatible").object["warnings"] as? [[String: Any]] ?? []
        let others = warnings.filter { ($0["detail"] as? String)?.hasPrefix("the policy has only one pin") == false }
        return others.map { warning in
            let pointer = (warning["pointer"] as? String ?? "").replacing("/policies/p/", with: "")
            return "\(pointer) \(warning["code"] as? String ?? "-")"
        }
    }

    @Test(arguments: [
        ("pinCertificates, compatibility: alamofire4", "certificates"),
        ("pinCertificates, compatibility: alamofire5", "certificates"),
        ("pinPublicKeys, compatibility: alamofire4", "keys"), ("pinPublicKeys, compatibility: alamofire5", "pins"),
        ("securityPolicy, compatibility: afnetworking, sslPinningMode: certificate", "pinnedCertificates"),
        ("securityPolicy, compatibility: afnetworking, sslPinningMode: publicKey", "pinnedCertificates"),
    ])
    func `warns that missing or unusable pins reject every chain`(keys: String, pins: String) throws {
        #expect(try warnings("evaluator: \(keys), \(pins): []") == ["\(pins) pin.setEmpty"])
        #expect(try warnings("evaluator: \(keys)") == ["evaluator pin.setEmpty"])
        #expect(try warnings("evaluator: \(keys), \(pins): [ROOT]") == [])
    }

    @Test func `warns about pins that AFNetworking skips`() throws {
        let keys = "evaluator: securityPolicy, compatibility: afnetworking, sslPinningMode"
        let pins = "pinnedCertificates: [\(Self.undecodable), ROOT]"
        #expect(try warnings("\(keys): publicKey, \(pins)") == ["pinnedCertificates/0 pin.unreadable"])
        #expect(try warnings("\(keys): none, \(pins)") == ["pinnedCertificates/0 -"])
        let none = "pinnedCertificates: [\(Self.undecodable)]"
        #expect(
            try warnings("\(keys): publicKey, \(none)") == [
                "pinnedCertificates/0 pin.unreadable", "pinnedCertificates pin.setEmpty",
            ]
        )
        #expect(throws: (any Error).self) { try warnings("\(keys): certificate, \(pins)") }
    }

    /// Returns the detail of the only warning with a code.
    private func detail(_ code: String, _ keys: String) throws -> String? {
        let api = try APIFixture(documents: ["compatible.yaml": "policies: {p: {\(keys)}}"])
        let warnings = api.send("GET", "/v1/policy-sets/compatible").object["warnings"] as? [[String: Any]] ?? []
        let details = warnings.filter {
            $0["code"] as? String == code && $0["pointer"] as? String == "/policies/p/evaluator"
        }
        #expect(details.count == 1)
        return details.first?["detail"] as? String
    }

    @Test func `warns that AFNetworking's guard accepts any chain only without a host`() throws {
        let open = "evaluator: securityPolicy, compatibility: afnetworking, allowInvalidCertificates: true"
        let code = "hazard.anyChainAccepted"
        let guarded =
            "Without a host, any chain is accepted; with a host, every chain is refused (policy.guardRefused)."
        #expect(try detail(code, open) == guarded)
        #expect(try detail(code, open + ", validatesDomainName: false") == "Any chain is accepted.")
        let members = "evaluator: composite, allOf: [{evaluator: default}, {\(open)}]"
        #expect(try detail(code, members) == "In the member 1: " + guarded)
        // The verdicts agree with the warning.
        let api = try APIFixture(documents: ["compatible.yaml": "policies: {p: {\(open)}}"])
        for (host, isTrusted) in [("api.example.com", false), (nil, true)] {
            var request: [String: Any] = ["chain": api.chain, "policy": "compatible/p"]
            request["host"] = host
            let answer = try api.evaluate(request)
            #expect(answer.trusted == isTrusted, "\(answer.text)")
            #expect(answer.reasonCodes.contains(code) == isTrusted, "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("default, compatibility: alamofire4, validateHost: false", ["hazard.hostIgnored"]),
        ("pinCertificates, compatibility: alamofire4, certificates: [ROOT]", []),
        (
            "pinCertificates, compatibility: alamofire4, certificates: [ROOT], validateCertificateChain: false",
            ["hazard.hostIgnored", "hazard.keyOnly"]
        ),
        (
            "pinPublicKeys, compatibility: alamofire5, pins: [ROOT], performDefaultValidation: false",
            []
        ),
        (
            "pinPublicKeys, compatibility: alamofire5, pins: [ROOT], performDefaultValidation: false, validateHost: false",
            ["hazard.hostIgnored", "hazard.keyOnly"]
        ),
        ("composite, compatibility: alamofire5, allOf: []", ["hazard.anyChainAccepted"]),
        ("disabled, compatibility: alamofire5", ["policy.disabled"]),
        ("securityPolicy, compatibility: afnetworking", []),
        ("securityPolicy, compatibility: afnetworking, allowInvalidCertificates: true", ["hazard.anyChainAccepted"]),
        ("securityPolicy, compatibility: afnetworking, validatesDomainName: false", ["hazard.hostIgnored"]),
        (
            "securityPolicy, compatibility: afnetworking, sslPinningMode: certificate, pinnedCertificates: [ROOT], allowInvalidCertificates: true",
            []
        ),
        (
            "securityPolicy, compatibility: afnetworking, sslPinningMode: publicKey, pinnedCertificates: [ROOT], allowInvalidCertificates: true",
            ["hazard.hostIgnored", "hazard.keyOnly"]
        ),
        (
            "securityPolicy, sslPinningMode: publicKey, pinnedCertificates: [ROOT], allowInvalidCertificates: true",
            ["hazard.keyOnly"]
        ),
    ])
    func `warns about hazardous settings`(keys: String, hazards: [String]) throws {
        #expect(try warnings("evaluator: \(keys)") == hazards.map { "evaluator \($0)" })
    }
}
