/// A queue whose ends both cost nothing.
struct FIFOQueue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    /// How many elements wait.
    var count: Int { elements.count - head }

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the first element; nil where none waits.
    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let first = elements[head]
        elements[head] = nil
        head += 1
        // Moving what is left costs no more than was taken before.
        if head > 32, head > elements.count / 2 {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }

    /// Drops everything.
    mutating func removeAll() {
        elements = []
        head = 0
    }
}
