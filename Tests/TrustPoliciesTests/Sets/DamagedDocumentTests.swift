import StructuredDocuments
import Testing
import TrustPolicies

@Suite struct `A damaged policy set` {
    @Test func `survives every truncation of a document`() {
        let whole = Array(completeDocument.utf8)
        for length in whole.indices {
            _ = try? YAMLDocument.parse(Array(whole[..<length]))
        }
    }

    @Test func `survives any change of a byte and any bytes`() {
        var random = SplitMix(state: 1)
        let whole = Array(completeDocument.utf8)
        let indicators = Array("-?:,[]{}#&*!|>'\"%@` \n\t\\~<=.\u{0}aZ09".utf8)
        var survived = 0
        while survived < 400 {
            var changed = whole
            for _ in 0..<(1 + random.next() % 4) {
                changed[Int(random.next() % UInt64(changed.count))] =
                    indicators[Int(random.next() % UInt64(indicators.count))]
            }
            _ = try? policySetReader.policySet(named: "test", source: changed, directory: "/nonexistent")
            let length = Int(random.next() % 40)
            _ = try? YAMLDocument.parse((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) })
            _ = try? YAMLDocument.parse(
                (0..<length).map { _ in indicators[Int(random.next() % UInt64(indicators.count))] }
            )
            survived += 1
        }
        #expect(survived == 400)
    }
}

/// A generator with a fixed beginning, so that a failure can be had again.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A policy set with every key of this version.
let completeDocument = """
    # Everything at once
    description: "Payment hosts"
    hosts:
      api.pay.example.com: corporate
      "*.pay.example.com": open
      '**.example.org': corporate
    otherwise: performDefaultHandling
    policies:
      corporate:
        evaluator: default
        description: >
          Our own authority,
          folded
        profile: server
        purpose: serverAuth
        anchors:
          - |
            \(FakeCertificate.indentedPEM("root", by: 8))
        anchorsOnly: false
        validateCertificateChain: true
        validateHost: true
        maxChainDepth: 2
        minimumRSABits: 3072
        minimumSecurityLevel: 2
        keyUsage: [digitalSignature, keyAgreement]
        emails: ["ann@example.com"]
        certificatePolicies: {initialPolicySet: [2.23.140.1.2.1, anyPolicy], requireExplicitPolicy: true}
        constraints: {maximumLifetime: 90d}
        checks:
          time.expired: warning
          crypto.keyWeak: ignore
        mode: enforce
      open:
        evaluator: disabled

    """
