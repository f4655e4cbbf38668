/// A first-in, first-out queue with amortized constant-time operations at both ends.
struct FIFOQueue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let first = elements[head]
        elements[head] = nil
        head += 1
        // This call moves fewer elements than were removed since the last move, so the time is amortized.
        if head > 32, head > elements.count / 2 {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }

    mutating func removeAll() {
        elements = []
        head = 0
    }
}
