extension Array {
    /// In a partitioned array, returns the index of the first element that meets a condition, or the end; O(log *n*).
    func firstSorted(_ isMet: (Element) -> Bool) -> Int {
        var range = indices
        while let last = range.last {
            let middle = (range.lowerBound + last) / 2
            range = isMet(self[middle]) ? range.lowerBound..<middle : middle + 1..<last + 1
        }
        return range.lowerBound
    }
}
