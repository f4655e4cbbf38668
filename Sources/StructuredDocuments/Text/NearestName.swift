/// Suggests the most similar valid name for an unknown one.
package enum NearestName {
    /// The maximum length of a text in bytes for which a name is suggested: that of a policy name.
    package static let maximumBytes = 64

    /// Returns the name most similar to a text; nil if none is similar or the text is longer than ``maximumBytes``.
    ///
    /// A name is similar if its edit distance, ignoring case, is at most a third of the text's length. Edits are
    /// insertions, deletions, replacements, and swaps of neighboring characters. The first of several equally near
    /// names is returned.
    package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
        guard text.utf8.count <= maximumBytes else { return nil }
        let lowercasedText = lowercased(text)
        var limit = max(1, lowercasedText.count / 3)
        var best: String?
        for name in names where !name.hasSameBytes(as: text) {
            guard abs(name.utf8.count - lowercasedText.count) <= limit,
                let distance = distance(lowercasedText, lowercased(name), ofAtMost: limit)
            else { continue }
            best = name
            guard distance > 0 else { break }
            limit = distance - 1
        }
        return best
    }

    /// Returns a suffix for a message, such as "; did you mean `anchors`?", or an empty string if no name is similar.
    package static func hint(for text: String, among names: some Sequence<String>) -> String {
        nearest(to: text, among: names).map { "; did you mean `\($0)`?" } ?? ""
    }

    /// Returns whether at most a number of edits turn a text into a name, ignoring case.
    ///
    /// - Complexity: The product of the lengths.
    package static func isWithin(_ edits: Int, of name: String, _ text: String) -> Bool {
        guard abs(name.utf8.count - text.utf8.count) <= edits else { return false }
        return distance(lowercased(text), lowercased(name), ofAtMost: edits) != nil
    }

    private static func lowercased(_ text: String) -> [UInt8] {
        text.utf8.map(\.lowercasedASCII)
    }

    /// Returns the optimal string alignment distance, or nil as soon as it exceeds the limit.
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
            // A swap refers to the row before the previous one, so both rows must exceed the limit.
            guard min(least, leastOfPrevious) <= limit else { return nil }
            leastOfPrevious = least
            swap(&beforePrevious, &previous)
            swap(&previous, &current)
        }
        return previous[right.count] <= limit ? previous[right.count] : nil
    }
}
