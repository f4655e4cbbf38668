/// Finds what somebody probably meant.
package enum NearestName {
    /// How many bytes a text may have for which a name is looked for: as many as a policy's name.
    package static let maximumBytes = 64

    /// The name most like a text; nil where none is near, and for a text that is longer than any name.
    ///
    /// Near is at most a third of the text's length in insertions, deletions, replacements and swaps of neighbours, letter
    /// case not counting; the first of several equally near ones wins.
    package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
        guard text.utf8.count <= maximumBytes else { return nil }
        let wanted = lowercased(text)
        var limit = max(1, wanted.count / 3)
        var best: String?
        for name in names where !name.hasSameBytes(as: text) {
            guard abs(name.utf8.count - wanted.count) <= limit,
                let distance = distance(wanted, lowercased(name), ofAtMost: limit)
            else { continue }
            best = name
            guard distance > 0 else { break }
            limit = distance - 1
        }
        return best
    }

    /// A clause to put after a complaint, such as "; did you mean `anchors`?"; empty where no name is near.
    package static func hint(for text: String, among names: some Sequence<String>) -> String {
        nearest(to: text, among: names).map { "; did you mean `\($0)`?" } ?? ""
    }

    private static func lowercased(_ text: String) -> [UInt8] {
        text.utf8.map(\.lowercasedASCII)
    }

    /// The optimal string alignment distance; nil where it is more than a limit, which is found out as early as can be.
    private static func distance(_ left: [UInt8], _ right: [UInt8], ofAtMost limit: Int) -> Int? {
        var beforePrevious = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        var current = beforePrevious
        var leastOfPrevious = 0
        for row in left.indices {
            current[0] = row + 1
            var least = row + 1
            for column in right.indices {
                let substitution = previous[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(substitution, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = cost
                least = min(least, cost)
            }
            // Neighbours that changed places lead back two rows, so that two must be beyond the limit.
            guard min(least, leastOfPrevious) <= limit else { return nil }
            leastOfPrevious = least
            swap(&beforePrevious, &previous)
            swap(&previous, &current)
        }
        return previous[right.count] <= limit ? previous[right.count] : nil
    }
}
