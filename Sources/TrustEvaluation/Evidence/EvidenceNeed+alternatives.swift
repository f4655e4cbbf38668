extension [EvidenceNeed] {
    /// The needs, each once, with the alternatives of all its occurrences.
    ///
    /// If two needs are alternatives of each other, only the first remains, because either answer meets both.
    package var merged: [EvidenceNeed] {
        var order: [EvidenceNeed] = []
        var positions: [EvidenceNeed: Int] = [:]
        for need in self {
            if let position = positions[need] {
                let known = order[position].alternatives
                order[position].alternatives += need.alternatives.filter { !known.contains($0) }
            } else if !need.alternatives.contains(where: {
                positions[$0].map { order[$0].alternatives.contains(need) } ?? false
            }) {
                positions[need] = order.count
                order.append(need)
            }
        }
        return order
    }
}
