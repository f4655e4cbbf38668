/// The remaining budget of one evaluation, for each kind of work and for all kinds together.
///
/// The limit for all kinds together prevents a request from exhausting the limits of several kinds.
struct RemainingBudget {
    private var allowances: InlineArray<7, WorkAllowance>
    /// The remaining nanoseconds for all kinds of work together.
    private(set) var total: WorkAllowance
    let budget: WorkBudget

    init(_ budget: WorkBudget) {
        self.budget = budget
        allowances = InlineArray { position in
            WorkAllowance(WorkKind(rawValue: position).map(budget.units) ?? 0)
        }
        total = WorkAllowance(budget.nanoseconds)
    }

    subscript(kind: WorkKind) -> WorkAllowance { allowances[kind.rawValue] }

    /// Subtracts a cost; returns false and subtracts nothing if too little remains.
    mutating func pay(_ cost: Int, for kind: WorkKind) -> Bool {
        guard allowances[kind.rawValue].pay(cost) else { return false }
        guard total.pay(cost * kind.price) else {
            allowances[kind.rawValue].giveBack(cost)
            return false
        }
        return true
    }

    /// Refuses work of a kind, as if too little of the budget remained.
    mutating func refuse(_ kind: WorkKind) { allowances[kind.rawValue].refuse() }

    /// Subtracts a cost that was not paid in advance; the remainder does not fall below zero.
    mutating func charge(_ cost: Int, for kind: WorkKind) {
        allowances[kind.rawValue].charge(cost)
        total.charge(cost * kind.price)
    }

    var refusals: Int {
        allowances.indices.reduce(total.refusals) { $0 + allowances[$1].refusals }
    }
}
