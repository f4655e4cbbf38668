/// The remaining amount of one kind of work in one evaluation.
struct WorkAllowance {
    let total: Int
    private var remaining: Int
    private(set) var refusals = 0

    init(_ amount: Int) {
        total = amount
        remaining = amount
    }

    mutating func pay(_ cost: Int) -> Bool {
        guard remaining >= cost else {
            refusals += 1
            return false
        }
        remaining -= cost
        return true
    }

    /// Counts work that is refused for another reason than its cost.
    mutating func refuse() { refusals += 1 }

    mutating func giveBack(_ cost: Int) {
        remaining += cost
    }

    mutating func charge(_ cost: Int) {
        remaining -= min(remaining, cost)
    }
}
