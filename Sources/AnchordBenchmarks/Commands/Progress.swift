enum Progress {
    /// Writes one line to standard error.
    static func show(_ text: String) {
        StandardStream.error.write("benchmark: \(text)\n")
    }
}
