import Synchronization
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustIdentities

@Suite struct `The identity store` {
    /// The result of the next load, which a test changes.
    private final class Source: Sendable {
        private let result: Mutex<Result<ClientIdentity, IdentityError>>

        init(_ result: Result<ClientIdentity, IdentityError>) { self.result = Mutex(result) }

        func set(_ new: Result<ClientIdentity, IdentityError>) { result.withLock { $0 = new } }

        func load() throws(IdentityError) -> ClientIdentity { try result.withLock { $0 }.get() }
    }

    private let root: TestAuthority
    private let failure = IdentityError(.wrongPassphrase, identity: "partner", source: "file", reason: "fails")

    init() throws { root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root")) }

    private func make(_ key: TestKey) throws -> ClientIdentity {
        try identity([root.issueLeaf("client.example", key: key)])
    }

    private func store(_ source: Source) -> IdentityStore {
        IdentityStore([configuration()]) { _ throws(IdentityError) in try source.load() }
    }

    @Test func `uses a replaced identity after a reload`() throws {
        let (old, new) = (try make(.generate(.ecdsaP256)), try make(.generate(.ecdsaP256)))
        let source = Source(.success(old))
        let store = store(source)
        #expect(store.snapshot.entry(named: "partner")?.identity === old)
        #expect(store.lastReloadAt == nil)
        source.set(.success(new))
        #expect(store.snapshot.entry(named: "partner")?.identity === old)
        #expect(store.reload(at: .reference()) == IdentityReloadOutcome(changed: ["partner"], errors: []))
        #expect(store.snapshot.entry(named: "partner")?.identity === new)
        #expect(store.lastReloadAt == .reference())
        #expect(store.reload(at: .reference()) == IdentityReloadOutcome(changed: [], errors: []))
        #expect(store.snapshot.entry(named: "other") == nil)
    }

    @Test func `compares names by their bytes`() throws {
        let good = try make(.generate(.ecdsaP256))
        let store = IdentityStore([configuration("Kiosk")]) { _ in good }
        #expect(store.snapshot.entry(named: "Kiosk")?.identity === good)
        // Swift's `==` does not distinguish the Kelvin sign from K.
        #expect(store.snapshot.entry(named: "\u{212A}iosk") == nil)
    }

    @Test func `keeps the last good identity if a reload fails`() throws {
        let good = try make(.generate(.ecdsaP256))
        let source = Source(.success(good))
        let store = store(source)
        source.set(.failure(failure))
        #expect(store.reload(at: .reference()) == IdentityReloadOutcome(changed: [], errors: [failure]))
        let entry = store.snapshot.entry(named: "partner")
        #expect(entry?.identity === good)
        #expect(entry?.lastError == failure)
        source.set(.success(good))
        #expect(store.reload(at: .reference()).errors == [])
        #expect(store.snapshot.entry(named: "partner")?.lastError == nil)
    }

    @Test func `has the error of an identity that was never loaded`() throws {
        let source = Source(.failure(failure))
        let store = store(source)
        guard case .failed(let error) = try #require(store.snapshot.entries.first).state else {
            Issue.record("the identity is loaded")
            return
        }
        #expect(error == failure)
        source.set(.success(try make(.shared(.ecdsaP256, "leaf"))))
        #expect(store.reload(at: .reference()).changed == ["partner"])
    }

    @Test func `frees a replaced key when its last user releases the old snapshot`() throws {
        let source = Source(.success(try make(.generate(.ecdsaP256))))
        let store = store(source)
        weak var key: SigningKey?
        do {
            let old = store.snapshot
            key = old.entries.first?.identity?.key
            source.set(.success(try make(.generate(.ecdsaP256))))
            store.reload(at: .reference())
            withExtendedLifetime(old) { #expect(key != nil) }
        }
        #expect(key == nil)
    }
}
