extension Array {
    /// The first index from which on a sorted list meets a condition; its end where nothing does.
    ///
    /// - Complexity: logarithmic.
    func firstSorted(_ isMet: (Element) -> Bool) -> Int {
        var range = indices
        while let last = range.last {
            let middle = (range.lowerBound + last) / 2
            range = isMet(self[middle]) ? range.lowerBound..<middle : middle + 1..<last + 1
        }
        return range.lowerBound
    }
}
