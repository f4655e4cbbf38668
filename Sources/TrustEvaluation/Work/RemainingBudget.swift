/// The rest of the budget of one evaluation: for each kind of work, and for all kinds together.
///
/// The allowances of the kinds keep each of them bounded; the one for all keeps a request from using up several of them.
struct RemainingBudget {
    private var allowances: InlineArray<6, WorkAllowance>
    /// Nanoseconds, by the prices of the kinds.
    private(set) var total: WorkAllowance
    /// The amount at the start.
    let budget: WorkBudget

    /// Starts with a whole budget.
    init(_ budget: WorkBudget) {
        self.budget = budget
        allowances = InlineArray { position in
            WorkAllowance(WorkKind(rawValue: position).map(budget.units) ?? 0)
        }
        total = WorkAllowance(budget.nanoseconds)
    }

    /// The rest for one kind.
    subscript(kind: WorkKind) -> WorkAllowance { allowances[kind.rawValue] }

    /// Takes a cost off; false, and nothing taken, where too little is left.
    mutating func pay(_ cost: Int, for kind: WorkKind) -> Bool {
        guard allowances[kind.rawValue].pay(cost) else { return false }
        guard total.pay(cost * kind.price) else {
            allowances[kind.rawValue].giveBack(cost)
            return false
        }
        return true
    }

    /// Takes off what was spent without asking, as far as there is anything left.
    mutating func charge(_ cost: Int, for kind: WorkKind) {
        allowances[kind.rawValue].charge(cost)
        total.charge(cost * kind.price)
    }

    /// How often something could not be paid for.
    var refusals: Int {
        allowances.indices.reduce(total.refusals) { $0 + allowances[$1].refusals }
    }
}
