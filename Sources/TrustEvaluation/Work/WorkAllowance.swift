/// The remaining amount of one kind of work in one evaluation.
struct WorkAllowance {
    /// The initial amount.
    let total: Int
    private var remaining: Int
    /// The number of payments that were refused.
    private(set) var refusals = 0

    init(_ amount: Int) {
        total = amount
        remaining = amount
    }

    /// Subtracts a cost; returns false and subtracts nothing if too little remains.
    mutating func pay(_ cost: Int) -> Bool {
        guard remaining >= cost else {
            refusals += 1
            return false
        }
        remaining -= cost
        return true
    }

    /// Returns a cost that was paid for work that was not done.
    mutating func giveBack(_ cost: Int) {
        remaining += cost
    }

    /// Subtracts a cost that was incurred without asking, down to zero.
    mutating func charge(_ cost: Int) {
        remaining -= min(remaining, cost)
    }
}
