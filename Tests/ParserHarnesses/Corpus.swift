/// The committed inputs, with a directory for each harness.
package enum Corpus {
    /// The root directory of the corpora.
    package static let directory: String = {
        // Tests/ParserHarnesses/Corpus.swift
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return root + "/Deploy/fuzz.d/corpora"
    }()
}
