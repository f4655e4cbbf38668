import Synchronization

/// The memory limit shared by the bodies, batches and responses of all connections.
final class BufferBudget: Sendable {
    private let maximum: Int
    private let held = Atomic(0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    var heldBytes: Int { held.value }

    func hasCapacity(for bytes: Int) -> Bool { bytes <= maximum - held.value }

    /// Reserves all bytes and returns true, or reserves none and returns false.
    fileprivate func reserve(_ bytes: Int) -> Bool {
        var before = held.value
        while bytes <= maximum - before {
            let result = held.weakCompareExchange(expected: before, desired: before + bytes, ordering: .relaxed)
            if result.exchanged { return true }
            before = result.original
        }
        return false
    }

    fileprivate func release(_ bytes: Int) {
        held.subtract(bytes, ordering: .relaxed)
    }
}

/// The share of a ``BufferBudget`` held by one connection or batch; the deinitializer releases it.
///
/// Not thread-safe; use it from the thread that owns the memory.
final class BufferLease {
    private let budget: BufferBudget
    private var bytes = 0

    init(_ budget: BufferBudget) {
        self.budget = budget
    }

    deinit {
        release()
    }

    /// Whether this many bytes can be reserved in addition to those already held.
    func hasCapacity(for bytes: Int) -> Bool { budget.hasCapacity(for: bytes) }

    /// Changes the number of bytes held; changes nothing and returns false if the budget does not suffice.
    func resize(to count: Int) -> Bool {
        if count > bytes {
            guard budget.reserve(count - bytes) else { return false }
        } else if count < bytes {
            budget.release(bytes - count)
        }
        bytes = count
        return true
    }

    func release() {
        _ = resize(to: 0)
    }
}
