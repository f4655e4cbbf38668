/// Tells whoever waits what is being done.
enum Progress {
    /// Writes one line to the standard error stream.
    static func show(_ text: String) {
        StandardStream.error.write("benchmark: \(text)\n")
    }
}
