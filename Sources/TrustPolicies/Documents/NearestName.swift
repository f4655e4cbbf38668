/// Finds what somebody probably meant.
package enum NearestName {
    /// The name most like a text; nil where none is near.
    ///
    /// Near is at most a third of the text's length in insertions, deletions, replacements and swaps of neighbours, letter
    /// case not counting; the first of several equally near ones wins.
    package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
        // Longer than any name: not worth quadratic time.
        guard text.utf8.count <= 128 else { return nil }
        let wanted = Array(text.lowercased().utf8)
        let limit = max(1, text.count / 3)
        var best: (name: String, distance: Int)?
        for name in names where name != text {
            let candidate = Array(name.lowercased().utf8)
            guard abs(candidate.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, candidate)
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// A clause to put after a complaint, such as "; did you mean `anchors`?"; empty where no name is near.
    package static func hint(for text: String, among names: some Sequence<String>) -> String {
        nearest(to: text, among: names).map { "; did you mean `\($0)`?" } ?? ""
    }

    /// The optimal string alignment distance.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let substitution = previous[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(substitution, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
