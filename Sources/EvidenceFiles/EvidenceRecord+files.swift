package import FileAccess
package import TrustEvidence

extension EvidenceRecord {
    /// The entry of the file cache; nil if the facts are too long for one.
    package var fileEntry: FileCacheEntry? {
        let (key, description) = (key, encodedFacts)
        let maximum = FileCacheEntry.maximumTextBytes
        guard key.count <= maximum, description.count <= maximum else { return nil }
        return FileCacheEntry(key: key, description: description, content: content)
    }

    /// Decodes an entry; nil if its facts are malformed or its key is that of another record.
    package init?(decoding entry: FileCacheEntry) {
        self.init(description: entry.description, content: entry.content)
        guard key == entry.key else { return nil }
    }
}
