import Synchronization

/// The bytes that the bodies, batches and answers of all connections may hold together.
final class BufferBudget: Sendable {
    private let maximum: Int
    private let held = Atomic(0)

    /// A budget of so many bytes, of which none are held.
    init(maximum: Int) {
        self.maximum = maximum
    }

    /// How many bytes are held now.
    var heldBytes: Int { held.value }

    /// Whether so many more bytes could be held now.
    func hasCapacity(for bytes: Int) -> Bool { bytes <= maximum - held.value }

    /// Takes so many bytes; false where there are not as many, and none are taken.
    fileprivate func take(_ bytes: Int) -> Bool {
        var before = held.value
        while bytes <= maximum - before {
            let result = held.weakCompareExchange(expected: before, desired: before + bytes, ordering: .relaxed)
            if result.exchanged { return true }
            before = result.original
        }
        return false
    }

    fileprivate func giveBack(_ bytes: Int) {
        held.subtract(bytes, ordering: .relaxed)
    }
}

/// The bytes that one connection, or one batch, holds of the budget; they are given back with the object at the latest.
///
/// Used by one thread at a time, as the memory is that it accounts for.
final class BufferLease {
    private let budget: BufferBudget
    private var bytes = 0

    /// Holds nothing yet.
    init(_ budget: BufferBudget) {
        self.budget = budget
    }

    deinit {
        giveBack()
    }

    /// Whether so many bytes could be held besides.
    func hasCapacity(for bytes: Int) -> Bool { budget.hasCapacity(for: bytes) }

    /// Holds so many bytes in place of those before; false where there are not as many, and nothing changes.
    func resize(to count: Int) -> Bool {
        if count > bytes {
            guard budget.take(count - bytes) else { return false }
        } else if count < bytes {
            budget.giveBack(bytes - count)
        }
        bytes = count
        return true
    }

    /// Holds nothing any more.
    func giveBack() {
        _ = resize(to: 0)
    }
}
