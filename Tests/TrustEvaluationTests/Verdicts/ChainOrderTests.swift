import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `A chain that begins with a CA certificate` {
    /// Another server's valid chain under an anchor of the policy.
    private let hierarchy: Hierarchy

    init() throws {
        hierarchy = try Hierarchy()
    }

    private func engineCase(_ chain: [TestCertificate]) -> EngineCase {
        EngineCase(chain, anchors: [hierarchy.root.certificate])
    }

    /// CA certificates whose keys an attacker may have, each in front of the foreign chain.
    private func attacks() throws -> [(name: String, chain: [TestCertificate])] {
        let other = try hierarchy.root.issueAuthority("Other CA")
        let own = try TestAuthority.root("Self-signed CA")
        let crossing = try TestAuthority.root("Crossing Root")
        let crossed = try hierarchy.intermediate.crossSigned(by: crossing)
        let suitable = try hierarchy.root.issueAuthority("CA for servers") {
            $0.keyUsage = [.keyCertSign, .digitalSignature]
            $0.extendedKeyUsages = [.serverAuthentication]
            $0.subjectAlternativeNames = [.dns("attacker.example")]
        }
        return [
            ("a CA under the same root", [other.certificate] + hierarchy.path),
            ("a self-signed CA", [own.certificate] + hierarchy.path),
            ("the genuine issuer", [hierarchy.intermediate.certificate] + hierarchy.path),
            ("the root itself", [hierarchy.root.certificate] + hierarchy.path),
            ("a cross-signed issuer", [crossed] + hierarchy.path),
            ("a CA that could be a server", [suitable.certificate] + hierarchy.path),
        ]
    }

    @Test func `is never trusted because of a valid chain behind it (RFC 8446 §4.4.2)`() throws {
        for (name, chain) in try attacks() {
            for profile in Profile.allCases where profile.demands.checksHost {
                var engineCase = engineCase(chain)
                engineCase.edit = {
                    $0.profile = profile
                }
                let verdict = try engineCase.verdict()
                #expect(verdict.outcome == .untrusted, "\(name), \(profile)")
                #expect(verdict.action == .deny, "\(name), \(profile)")
                #expect(verdict.path.first?.certificate.der == chain[0].der, "\(name), \(profile)")
                #expect(verdict.reasons.first?.summary == "error chain.order 0", "\(name), \(profile)")
            }
        }
    }

    @Test(arguments: [Enforcement.everything, .hostAndPins])
    func `matches no pin of the chain behind it`(enforcement: Enforcement) throws {
        let leaf = try hierarchy.leaf.read().facts
        for (name, chain) in try attacks() {
            for validateHost in [true, false] {
                var engineCase = engineCase(chain)
                engineCase.edit = {
                    $0.pins = PinRequirements(.publicKeys, [leaf.publicKeyFingerprint])
                    $0.enforcement = enforcement
                    $0.validateHost = validateHost
                }
                let verdict = try engineCase.verdict()
                #expect(verdict.action == .deny, "\(name)")
                #expect(verdict.matchedPin == nil, "\(name)")
                #expect(verdict.errorCodes.contains("pin.keyMismatch"), "\(name)")
                engineCase.edit = {
                    $0.pins = PinRequirements(.certificates, [leaf.fingerprint])
                    $0.enforcement = enforcement
                    $0.validateHost = validateHost
                }
                #expect(try engineCase.verdict().matchedPin == nil, "\(name)")
            }
        }
    }

    @Test func `is denied with a reason that names the end-entity certificate and its position`() throws {
        let verdict = try engineCase(hierarchy.path.reversed()).verdict()
        let reason = try #require(verdict.reasons.first)
        #expect(reason.summary == "error chain.order 0")
        #expect(
            reason.message
                == "CN=Root was sent first, but is a CA certificate. Certificate 2, CN=api.example.com, appears to be "
                + "the end-entity certificate and must come first."
        )
        #expect(reason.remedy.hasPrefix("Send the end-entity certificate first, then its issuer's certificate, "))
        #expect(reason.certificate?.der == hierarchy.root.certificate.der)
        #expect(reason.fact("endEntityPosition") == .number(2))
        #expect(reason.fact("isForHost") == .flag(true))
    }

    @Test func `names the certificate for the host if several are not CA certificates`() throws {
        let other = try hierarchy.intermediate.issueLeaf("other.example")
        let chain = [hierarchy.intermediate.certificate, other, hierarchy.leaf]
        #expect(try engineCase(chain).verdict().reasons.first?.fact("endEntityPosition") == .number(2))
        var elsewhere = engineCase(chain)
        elsewhere.host = .name(.dns("third.example"))
        let reason = try #require(try elsewhere.verdict().reasons.first)
        #expect(reason.fact("endEntityPosition") == .number(1))
        #expect(reason.fact("isForHost") == .flag(false))
    }

    @Test func `has no reason that suggests reissuing the CA certificate as a server's`() throws {
        let verdict = try engineCase([hierarchy.intermediate.certificate] + hierarchy.path).verdict()
        #expect(verdict.errorCodes.contains("host.noSAN"))
        for reason in verdict.reasons { #expect(!reason.remedy.contains("reissued"), "\(reason.code.name)") }
    }

    @Test func `has the same result and exception offer as without the reason`() throws {
        for (name, chain) in try attacks() {
            var whole = engineCase(chain)
            whole.explain = true
            var alone = engineCase(chain.filter { $0.der != hierarchy.leaf.der })
            alone.explain = true
            let (explained, plain) = (try whole.verdict(), try alone.verdict())
            #expect(!plain.errorCodes.contains("chain.order"), "\(name)")
            #expect(explained.errorCodes == ["chain.order"] + plain.errorCodes, "\(name)")
            #expect(explained.result == plain.result && explained.resultRule == plain.resultRule, "\(name)")
            #expect(explained.exceptionOffer == plain.exceptionOffer, "\(name)")
            #expect(explained.exceptionOffer?.codes.contains(.chainOrder) != true, "\(name)")
        }
    }

    @Test func `is accepted as an end entity without the reason if the policy finds no error`()
        throws
    {
        var engineCase = engineCase([hierarchy.intermediate.certificate] + hierarchy.path)
        engineCase.edit = {
            $0.profile = .rfc5280
            $0.validateHost = false
        }
        let verdict = try engineCase.verdict()
        #expect(verdict.outcome == .trusted)
        #expect(!verdict.reasons.contains { $0.code == .chainOrder })
    }

    @Test func `is accepted under an exception without the reason`() throws {
        var engineCase = engineCase([hierarchy.intermediate.certificate] + hierarchy.path)
        engineCase.explain = true
        engineCase.edit = { $0.profile = .rfc5280 }
        let offer = try #require(try engineCase.verdict().exceptionOffer)
        engineCase.exceptions = [offer]
        let verdict = try engineCase.verdict()
        #expect(verdict.action == .allow)
        #expect(!verdict.reasons.contains { $0.code == .chainOrder })
    }

    @Test func `does not have the reason if it matches the host or no end entity follows`() throws {
        let own = try TestAuthority.root("api.example.com") { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        #expect(try engineCase([own.certificate] + hierarchy.path).verdict().errorCodes.first == "chain.selfSignedLeaf")
        let authorities = [hierarchy.intermediate.certificate, hierarchy.root.certificate]
        #expect(try engineCase(authorities).verdict().errorCodes.first == "host.noSAN")
    }

    @Test func `remains undecided if the evaluation was undecided`() throws {
        var engineCase = engineCase([hierarchy.intermediate.certificate] + hierarchy.path)
        engineCase.budget = WorkBudget(paths: 0, signatureChecks: 0)
        let verdict = try engineCase.verdict()
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.errorCodes == ["internal.budgetExhausted"])
    }

    @Test func `has the reason once and first in a composite`() throws {
        let engineCase = engineCase([hierarchy.intermediate.certificate] + hierarchy.path)
        let member = CompositeEvaluator.Member(label: "a", evaluator: PathEvaluator(try engineCase.requirements()))
        let verdict = try engineCase.verdict(under: CompositeEvaluator(.allOf, [member, member]))
        #expect(verdict.reasons.filter { $0.code == .chainOrder }.count == 1)
        #expect(verdict.reasons.first?.code == .chainOrder)
        #expect(verdict.action == .deny)
    }
}
