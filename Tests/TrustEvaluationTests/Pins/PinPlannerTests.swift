import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

/// A root, a policy CA, an issuing CA and a leaf, each with its own key.
private struct PinChain {
    let root: TestAuthority
    let upper: TestAuthority
    let issuing: TestAuthority
    let leaf: TestCertificate

    init(leaf edit: TestAuthority.Edit = { _ in }, issuing editIssuing: TestAuthority.Edit = { _ in }) throws {
        root = try TestAuthority.root("Pin Root", key: .shared(.ecdsaP256, "plan root"))
        upper = try root.issueAuthority("Pin Upper", key: .shared(.ecdsaP256, "plan upper"))
        issuing = try upper.issueAuthority(
            "Pin Issuing",
            key: .shared(.ecdsaP256, "plan issuing"),
            edit: editIssuing
        )
        leaf = try issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "plan leaf"), edit: edit)
    }
}

private func plan(_ certificates: [TestCertificate]) throws -> PinPlan {
    try pinPlan(of: certificates)
}

extension PinPlan {
    /// Each certificate as `role recommendation`.
    fileprivate var advice: [String] { entries.map { "\($0.role) \($0.recommendation)" } }

    /// Each warning as `code position`.
    fileprivate var summaries: [String] {
        warnings.map { "\($0.code)" + ($0.position.map { " \($0)" } ?? "") }
    }

    /// Each renewal as `position pinned date`.
    fileprivate var renewals: [String] {
        renewal.map { "\($0.position) \($0.pinned) \($0.holdsUntil?.description ?? "-")" }
    }
}

private func pins(_ certificates: [TestCertificate]) throws -> [String] {
    try certificates.map { "sha256/" + TestPEM.base64(try $0.keyPin()) }
}

@Suite struct `A pin plan` {
    private let chain: PinChain
    private var whole: [TestCertificate] {
        [chain.leaf, chain.issuing.certificate, chain.upper.certificate, chain.root.certificate]
    }

    init() throws {
        chain = try PinChain()
    }

    @Test func `omits a CA whose key did not sign, even if its certificate matches by name`() throws {
        let chain = try PinChain()
        let impostor = try chain.upper.issueAuthority("Pin Issuing", key: .shared(.ecdsaP256, "impostor")) {
            $0.subjectKeyIdentifier = try TestKey.shared(.ecdsaP256, "plan issuing").identifier()
            $0.notAfter = $0.notAfter.adding(days: 1)
        }
        let certificates = [chain.leaf, impostor.certificate, chain.issuing.certificate, chain.root.certificate]
        let plan = try plan(certificates + [chain.upper.certificate])
        #expect(plan.entries[2].recommendation == .prefer)
        #expect(plan.suggestedPins.first == (try chain.issuing.certificate.read()).facts.publicKeyFingerprint)
        #expect(plan.warnings.contains { $0.code == .unrelated && $0.position == 1 })
        let forgedOnly = try pinPlan(of: [chain.leaf, impostor.certificate])
        #expect(forgedOnly.entries[1].recommendation == .avoid)
        #expect(forgedOnly.warnings.contains { $0.code == .chainIncomplete })
    }

    @Test func `prefers the issuing CA's key, selects the next one as backup and avoids the leaf's`() throws {
        let plan = try plan(whole)
        #expect(plan.advice == ["leaf avoid", "intermediate prefer", "intermediate backup", "root backup"])
        #expect(plan.suggestedPins.map(\.pin) == (try pins([whole[1], whole[2]])))
        #expect(plan.summaries == [])
        let policy = try #require(plan.policy)
        #expect(policy.pins == plan.suggestedPins)
        #expect(policy.scope == .ca)
        #expect(policy.expires == plan.entries[1].certificate.facts.notAfter)
    }

    @Test func `does not depend on the order of the certificates`() throws {
        let expected = try plan(whole)
        for order in permutations(of: whole) {
            let plan = try plan(order)
            #expect(plan.suggestedPins == expected.suggestedPins)
            #expect(plan.policy == expected.policy)
            #expect(plan.renewal.map(\.message) == expected.renewal.map(\.message))
            #expect(plan.entries.map(\.position) == [0, 1, 2, 3])
            let roles = Dictionary(uniqueKeysWithValues: plan.entries.map { ($0.certificate, $0.role) })
            #expect(expected.entries.allSatisfy { roles[$0.certificate] == $0.role })
        }
    }

    @Test func `describes how each renewal breaks pins, certificates first`() throws {
        let plan = try plan(whole)
        func end(_ position: Int) -> String { plan.entries[position].certificate.facts.notAfter?.description ?? "?" }
        #expect(
            plan.renewals == [
                "0 certificate \(end(0))", "0 key -", "1 key \(end(1))", "2 key \(end(2))", "3 key \(end(3))",
            ]
        )
        #expect(plan.renewal[0].message.contains("on \(end(0)) at the latest"))
        #expect(plan.renewal[1].message.contains("reissued for the same key"))
        #expect(plan.renewal[2].message.contains("until another intermediate issues them"))
        #expect(plan.renewal[4].message.contains("until the chain ends in another root"))
    }

    @Test func `selects the leaf's key as backup if there is one CA, and asks for renewals with the same key`()
        throws
    {
        let plan = try plan([whole[0], whole[1]])
        #expect(plan.advice == ["leaf backup", "intermediate prefer"])
        #expect(plan.suggestedPins.map(\.pin) == (try pins([whole[1], whole[0]])))
        #expect(plan.summaries == ["leafPinned 0", "chainIncomplete 1"])
        #expect(plan.policy?.scope == .any)
        #expect(plan.entries[0].why.contains("have certificates reissued for the same key"))
    }

    @Test func `prefers a root that issues the leaf itself, and warns about all that its pin accepts`() throws {
        let leaf = try chain.root.issueLeaf("direct.example.com", key: .shared(.ecdsaP256, "plan direct"))
        let plan = try plan([leaf, chain.root.certificate])
        #expect(plan.advice == ["leaf backup", "root prefer"])
        #expect(plan.summaries == ["rootPinned 1", "leafPinned 0"])
    }

    @Test func `with one key has no policy and asks for a backup key generated offline`() throws {
        let plan = try plan([chain.leaf])
        #expect(plan.advice == ["leaf backup"])
        #expect(plan.suggestedPins.map(\.pin) == (try pins([chain.leaf])))
        #expect(plan.policy == nil)
        #expect(plan.summaries == ["singlePin 0", "leafPinned 0", "chainIncomplete 0"])
        #expect(plan.warnings[0].message.contains("Generate a backup key offline"))
    }

    @Test func `prefers the only key of a self-signed server`() throws {
        let alone = try TestAuthority.root("self.example.com", key: .shared(.ecdsaP256, "plan alone")) {
            $0.extensions.remove(.basicConstraints)
        }
        #expect(try plan([alone.certificate]).advice == ["leaf prefer"])
        let authority = try plan([chain.root.certificate])
        #expect(authority.advice == ["root prefer"])
        #expect(authority.summaries == ["singlePin 0", "rootPinned 0"])
    }

    @Test func `without a leaf begins with the lowest CA and matches any certificate`() throws {
        let plan = try plan([whole[3], whole[2], whole[1]])
        #expect(plan.advice == ["root backup", "intermediate backup", "intermediate prefer"])
        #expect(plan.policy?.scope == .any)
    }

    @Test func `omits weak keys and keys of expired certificates`() throws {
        let weak = try chain.root.issueAuthority("Weak", key: .shared(.rsa(1024), "plan weak"))
        let belowWeak = try weak.issueLeaf("weak.example.com", key: .shared(.ecdsaP256, "plan leaf"))
        let weakPlan = try plan([belowWeak, weak.certificate, chain.root.certificate])
        #expect(weakPlan.advice == ["leaf backup", "intermediate avoid", "root prefer"])
        #expect(weakPlan.summaries == ["rootPinned 2", "leafPinned 0", "keyWeak 1"])

        let expired = try PinChain(issuing: { $0.notAfter = .reference.adding(days: -1) })
        let plan = try plan([expired.leaf, expired.issuing.certificate, chain.upper.certificate])
        #expect(plan.advice == ["leaf backup", "intermediate avoid", "intermediate prefer"])
        #expect(plan.summaries.contains("expired 1"))
    }

    @Test func `reports that no key is suitable`() throws {
        let weak = try TestAuthority.root("weak.example.com", key: .shared(.rsa(1024), "plan weak"))
        let plan = try plan([weak.certificate])
        #expect(plan.suggestedPins == [])
        #expect(plan.summaries == ["noPin", "keyWeak 0"])
    }

    @Test(arguments: [(29, ["expiresSoon 0"]), (30, ["expiresSoon 0"]), (31, [])] as [(Int64, [String])])
    func `warns about certificates that expire within thirty days`(days: Int64, expected: [String]) throws {
        let chain = try PinChain(leaf: { $0.notAfter = .reference.adding(days: days) })
        let plan = try plan([chain.leaf] + whole.dropFirst())
        #expect(plan.summaries == expected)
    }

    @Test func `warns about certificates with the same key and about those outside the chain`() throws {
        let other = try TestAuthority.root("Other Root", key: .shared(.ecdsaP256, "plan other"))
        let crossed = try chain.issuing.crossSigned(by: other) { $0.notAfter = .reference.adding(days: 1) }
        let stranger = try other.issueLeaf("other.example.com", key: .shared(.ecdsaP256, "plan stranger"))
        let plan = try plan(whole + [crossed, stranger])
        #expect(
            plan.advice == [
                "leaf avoid", "intermediate prefer", "intermediate backup", "root backup", "intermediate prefer",
                "leaf avoid",
            ]
        )
        #expect(plan.summaries == ["unrelated 4", "sameKey 4"])
        #expect(plan.suggestedPins.map(\.pin) == (try pins([whole[1], whole[2]])))
    }

    @Test func `distinguishes CAs of one name by their key identifiers`() throws {
        let old = try TestAuthority.root("Pin Root", key: .shared(.ecdsaP256, "plan old root"))
        let plan = try plan([whole[0], whole[1], whole[2], old.certificate])
        #expect(plan.entries[3].recommendation == .avoid)
        #expect(plan.summaries == ["chainIncomplete 2", "unrelated 3"])
    }

    @Test func `ends if certificates issue each other in a circle`() throws {
        let first = try TestAuthority.root("First", key: .shared(.ecdsaP256, "plan first"))
        let second = try TestAuthority.root("Second", key: .shared(.ecdsaP256, "plan second"))
        let circle = [try first.crossSigned(by: second), try second.crossSigned(by: first)]
        let plan = try plan(circle)
        #expect(Set(plan.advice) == ["intermediate prefer", "intermediate backup"])
        #expect(plan.summaries == ["chainIncomplete 1"])
    }
}
