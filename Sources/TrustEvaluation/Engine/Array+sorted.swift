extension Array {
    /// Returns the first index in a partitioned array whose element meets a condition, or the end; in O(log *n*).
    func firstSorted(_ isMet: (Element) -> Bool) -> Int {
        var range = indices
        while let last = range.last {
            let middle = (range.lowerBound + last) / 2
            range = isMet(self[middle]) ? range.lowerBound..<middle : middle + 1..<last + 1
        }
        return range.lowerBound
    }
}
