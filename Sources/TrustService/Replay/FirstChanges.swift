/// The first changes of bounded number: those that are denied, then those that are allowed, then others.
///
/// The sum of two parts, in their order, is that of the whole, so that no harmless change can hide one that matters.
package struct FirstChanges<Element: Sendable>: Sendable {
    private let maximum: Int
    private var entries: [(effect: DecisionChange.Effect, element: Element)] = []

    /// Creates an empty list for at most a number of elements.
    package init(maximum: Int) { self.maximum = maximum }

    /// The elements in their order.
    package var elements: [Element] { entries.map(\.element) }

    /// Adds an element after those of the same effect; removes the last one if there are too many.
    package mutating func add(_ element: Element, _ effect: DecisionChange.Effect) {
        if entries.count == maximum {
            guard let last = entries.last, effect < last.effect else { return }
            entries.removeLast()
        }
        let position = entries.lastIndex { $0.effect <= effect }.map { $0 + 1 } ?? 0
        entries.insert((effect, element), at: position)
    }

    /// Adds the elements of the part that follows.
    package mutating func add(_ next: FirstChanges) {
        for entry in next.entries { add(entry.element, entry.effect) }
    }
}
