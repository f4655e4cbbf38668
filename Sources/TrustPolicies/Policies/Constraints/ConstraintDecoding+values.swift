import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads lists of values, and mappings of lists.
extension ConstraintDecoding {
    /// The maximum number of values in a list that is compared one by one.
    static let maximumPatterns = 1000
    /// The maximum number of digests or serial numbers, which are looked up.
    static let maximumDigests = 10_000

    /// Returns the values of a nonempty list, or of the file in `{file: path}`; adds an issue for any other value.
    func values(of value: DocumentValue, ofAtMost maximum: Int = maximumPatterns) -> [ListedValue] {
        if case .mapping = value.node.content { return valuesOfFile(value, ofAtMost: maximum) }
        return context.allowance.items(of: value, .constraintValues, ofAtMost: maximum).compactMap(ListedValue.init)
    }

    private func valuesOfFile(_ value: DocumentValue, ofAtMost maximum: Int) -> [ListedValue] {
        guard var reader = value.mapping() else { return [] }
        let file = reader.required("file", expected: "the path of a file with one value a line (or a list)")
        reader.finish()
        guard let file, let name = file.string() else { return [] }
        do throws(MaterialFailure) {
            let (path, lines) = try context.valueFiles.lines(of: name)
            guard lines.count <= maximum else {
                file.refuse("\(path) has \(lines.count) values; at most \(maximum) are allowed")
                return []
            }
            return lines.map { ListedValue($0.text, line: $0.number, of: path, at: file) }
        } catch {
            file.refuse(error)
            return []
        }
    }

    /// Returns a condition for a list of values; nil, after adding issues, unless all values are valid.
    func entry<Value>(
        _ value: DocumentValue?,
        ofAtMost maximum: Int = maximumPatterns,
        as parse: (ListedValue) -> Value?,
        _ make: ([Value], _ texts: [String]) -> any CertificateCondition
    ) -> CertificateMatcher.PlacedCondition? {
        guard let value else { return nil }
        let values = values(of: value, ofAtMost: maximum)
        let parsed = values.compactMap(parse)
        guard !parsed.isEmpty, parsed.count == values.count else { return nil }
        return CertificateMatcher.PlacedCondition(pointer: value.pointer, condition: make(parsed, values.map(\.text)))
    }

    /// Returns the reader of a nonempty mapping of a matcher; nil if the key is absent or after adding an issue.
    func group(_ key: String, _ reader: inout MappingReader, of keys: [String]) -> MappingReader? {
        guard let value = reader.value(key), let group = value.mapping() else { return nil }
        guard group.count > 0 else {
            value.refuse("the mapping is empty: add \(DocumentValue.alternatives(keys))")
            return nil
        }
        return group
    }
}
