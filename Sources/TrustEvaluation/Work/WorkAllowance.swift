/// What one evaluation may still spend of one kind of work.
struct WorkAllowance {
    /// How much there was at first.
    let total: Int
    private var remaining: Int
    /// How often something could not be paid for.
    private(set) var refusals = 0

    /// Starts whole.
    init(_ amount: Int) {
        total = amount
        remaining = amount
    }

    /// Takes a cost off; false, and nothing taken, where too little is left.
    mutating func pay(_ cost: Int) -> Bool {
        guard remaining >= cost else {
            refusals += 1
            return false
        }
        remaining -= cost
        return true
    }

    /// Returns what was paid for something that was not done.
    mutating func giveBack(_ cost: Int) {
        remaining += cost
    }

    /// Takes off what was spent without asking, as far as there is anything left.
    mutating func charge(_ cost: Int) {
        remaining -= min(remaining, cost)
    }
}
