import Synchronization

extension TestKey {
    /// The key of this kind and label, made at the first call and the same ever after in this process.
    ///
    /// RSA and DSA keys are slow to make; tests that need no key of their own share these.
    ///
    /// - Throws: ``OpenSSLFailure`` where OpenSSL refuses the size or the curve.
    package static func shared(_ kind: TestKeyKind, _ label: String = "") throws -> TestKey {
        try pool.withLock { keys in
            let slot = Slot(kind: kind, label: label)
            if let key = keys[slot] { return key }
            let key = try generate(kind)
            keys[slot] = key
            return key
        }
    }

    private struct Slot: Hashable {
        let kind: TestKeyKind
        let label: String
    }

    private static let pool = Mutex<[Slot: TestKey]>([:])
}
