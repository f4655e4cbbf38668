import Synchronization

/// The memory limit shared by the bodies, batches and responses of all connections.
final class BufferBudget: Sendable {
    private let maximum: Int
    private let held = Atomic(0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// The number of bytes reserved.
    var heldBytes: Int { held.value }

    /// Whether the given number of bytes is available.
    func hasCapacity(for bytes: Int) -> Bool { bytes <= maximum - held.value }

    /// Reserves bytes; reserves none and returns false if too few are available.
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

    /// Whether the budget has the given number of bytes in addition to the current ones.
    func hasCapacity(for bytes: Int) -> Bool { budget.hasCapacity(for: bytes) }

    /// Changes the number of bytes held; changes nothing and returns false if the budget is exhausted.
    func resize(to count: Int) -> Bool {
        if count > bytes {
            guard budget.reserve(count - bytes) else { return false }
        } else if count < bytes {
            budget.release(bytes - count)
        }
        bytes = count
        return true
    }

    /// Releases all bytes.
    func release() {
        _ = resize(to: 0)
    }
}
