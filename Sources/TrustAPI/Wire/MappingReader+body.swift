import StructuredDocuments

extension MappingReader {
    /// Returns a reader of the JSON object in a request's body.
    ///
    /// Members that are null are treated as absent.
    ///
    /// - Throws: ``Problem`` if the body is not JSON or not an object.
    static func body(_ bytes: [UInt8], _ issues: DocumentIssues) throws(Problem) -> MappingReader {
        let node: DocumentNode
        do throws(JSONReader.SyntaxError) {
            node = try JSONReader.read(bytes).withoutNulls
        } catch {
            throw Problem(error)
        }
        guard let reader = DocumentValue(node, issues: issues).mapping() else {
            throw Problem(DocumentError(issues.all))
        }
        return reader
    }
}
