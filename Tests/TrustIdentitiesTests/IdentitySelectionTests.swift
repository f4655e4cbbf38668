import Testing
import TrustModel
import TrustTestSupport
import X509Parsing

@testable import TrustIdentities

@Suite struct `Selecting an identity` {
    private let root: TestAuthority
    private let other: TestAuthority
    private let key: TestKey

    init() throws {
        root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        other = try TestAuthority.root("Other", key: .shared(.ecdsaP256, "intermediate"))
        key = try TestKey.shared(.ecdsaP256, "leaf")
    }

    private func entry(
        _ name: String,
        _ hosts: [HostPattern],
        from: Int64 = -30,
        to: Int64 = 60,
        issuer: TestAuthority? = nil
    ) throws -> IdentitySnapshot.Entry {
        let leaf = try (issuer ?? root).issueLeaf("client.example", key: key) { template in
            template.notBefore = .reference.adding(days: from)
            template.notAfter = .reference.adding(days: to)
        }
        let identity = try identity([leaf], name: name, hosts: hosts.map { IdentityHost($0) })
        return .init(configuration: identity.configuration, state: .loaded(identity), lastError: nil)
    }

    /// Returns the name of the selected identity, or the defects as text.
    private func select(
        _ entries: [IdentitySnapshot.Entry],
        host: HostName = .dns("a.b.example"),
        issuers: [TestName] = []
    ) throws -> String {
        let names = try issuers.map { try NameParser.parse($0.der) }
        switch IdentitySnapshot(entries: entries).select(for: host, issuers: names, at: .reference()) {
        case .selected(let identity): return identity.name
        case .none: return "none"
        case .unusable(let defects): return defects.map { "\($0.name) \($0.defect)" }.joined(separator: ", ")
        }
    }

    @Test func `prefers the exact host, then the longest wildcard`() throws {
        let entries = try [
            entry("long", [.labelsBefore("b.example")]), entry("one", [.oneLabelBefore("b.example")]),
            entry("short", [.labelsBefore("example")]), entry("exact", [.exact(.dns("a.b.example"))]),
            entry("none", []), entry("address", [.exact(.ip(.v4([127, 0, 0, 1])))]),
        ]
        #expect(try select(entries) == "exact")
        #expect(try select(Array(entries.prefix(3))) == "one")
        #expect(try select([entries[0], entries[2]]) == "long")
        #expect(try select([entries[2]]) == "short")
        #expect(try select(entries, host: .dns("x.a.b.example")) == "long")
        #expect(try select(entries, host: .ip(.v4([127, 0, 0, 1]))) == "address")
        #expect(try select(entries, host: .dns("b.example")) == "short")
        #expect(try select(entries, host: .dns("example.org")) == "none")
        #expect(try select([]) == "none")
    }

    @Test func `considers only the issuers that the server accepts`() throws {
        let hosts: [HostPattern] = [.labelsBefore("example")]
        let entries = try [entry("root", hosts), entry("other", hosts, to: 50, issuer: other)]
        #expect(try select(entries) == "root")
        #expect(try select(entries, issuers: [other.name]) == "other")
        #expect(try select(entries, issuers: [.commonName("Unknown"), root.name]) == "root")
        #expect(try select(entries, issuers: [.commonName("Unknown")]) == "none")
        // Names are compared without regard to letter case and string type (RFC 5280 section 7.1).
        #expect(try select(entries, issuers: [.commonName("OTHER", as: .printable)]) == "other")
    }

    @Test func `accepts every issuer of the chain`() throws {
        let intermediate = try root.issueAuthority("Intermediate", key: key)
        let leaf = try intermediate.issueLeaf("client.example", key: key)
        let identity = try identity([leaf, intermediate.certificate], hosts: [IdentityHost(.labelsBefore("example"))])
        let entry = IdentitySnapshot.Entry(
            configuration: identity.configuration,
            state: .loaded(identity),
            lastError: nil
        )
        #expect(try select([entry], issuers: [root.name]) == "partner")
        #expect(try select([entry], issuers: [intermediate.name]) == "partner")
        #expect(try select([entry], issuers: [other.name]) == "none")
    }

    @Test func `prefers the valid identity that ends last`() throws {
        let hosts: [HostPattern] = [.labelsBefore("example")]
        let entries = try [
            entry("expired", hosts, from: -60, to: -1), entry("first", hosts, to: 10), entry("last", hosts, to: 20),
            entry("future", hosts, from: 1, to: 90),
        ]
        #expect(try select(entries) == "last")
        #expect(try select(entries.reversed()) == "last")
        let start = Instant.reference(addingDays: 1)
        let end = Instant.reference(addingDays: -1)
        #expect(try select([entries[0], entries[3]]) == "expired expired(\(end)), future notYetValid(\(start))")
        #expect(try select([entries[0], entries[3]], issuers: [other.name]) == "none")
    }

    @Test func `reports identities that were not loaded`() throws {
        let failure = IdentityError(.unreadable, identity: "broken", source: "file", reason: "does not exist")
        let hosts: [HostPattern] = [.labelsBefore("example")]
        let broken = IdentitySnapshot.Entry(
            configuration: configuration("broken", hosts: hosts.map { IdentityHost($0) }),
            state: .failed(failure),
            lastError: failure
        )
        #expect(try select([broken]).hasPrefix("broken notLoaded(") == true)
        #expect(try select([broken, entry("good", hosts)]) == "good")
    }
}
