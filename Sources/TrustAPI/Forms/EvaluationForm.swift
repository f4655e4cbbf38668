import MicrohttpdServer
import StructuredDocuments

/// A request as `multipart/form-data`: certificates in parts named `file`, other parts are parameters.
struct EvaluationForm {
    /// The name of the parts with certificates.
    static let fileName = "file"
    /// The maximum size in bytes of a parameter; the longest valid value is a host of 1024 bytes.
    static let maximumFieldBytes = 4096
    /// The maximum length of a boundary (RFC 2046 section 5.1.1).
    private static let maximumBoundaryLength = 70

    /// The contents of the parts with certificates, in order; never empty.
    let files: [[UInt8]]
    /// The parameters in order.
    let fields: [HTTPQueryItem]

    /// Parses a body whose Content-Type is `multipart/form-data`.
    ///
    /// - Throws: ``Problem`` for a malformed form, a parameter that is too long, or a form without certificates.
    init(_ body: [UInt8], contentType: String) throws(Problem) {
        let parts: [FormReader.Part]
        let boundary = try Self.boundary(in: contentType)
        do throws(FormReader.SyntaxError) {
            parts = try FormReader.parts(of: body, boundary: boundary)
        } catch {
            throw Problem(error)
        }
        var files: [[UInt8]] = []
        var fields: [HTTPQueryItem] = []
        for part in parts {
            if part.name.hasSameBytes(as: Self.fileName) {
                files.append(Array(part.content))
            } else {
                fields.append(HTTPQueryItem(name: part.name, value: try Self.text(part)))
            }
        }
        guard !files.isEmpty else {
            let detail = "the field `file` is missing: expected PEM, DER or PKCS #7"
            throw Problem(
                .invalidRequest,
                "The form has no certificates: \(detail).",
                errors: [DocumentIssue(pointer: "", detail: detail)]
            )
        }
        self.files = files
        self.fields = fields
    }

    private static func text(_ part: FormReader.Part) throws(Problem) -> String {
        let shown = QuotedText.excerpt(part.name)
        guard part.content.count <= maximumFieldBytes else {
            throw RequestQuery.problem(shown, "expected at most \(maximumFieldBytes) bytes", isField: true)
        }
        guard let text = String(validating: part.content, as: UTF8.self) else {
            throw RequestQuery.problem(shown, "expected text in UTF-8", isField: true)
        }
        return text
    }

    private static func boundary(in contentType: String) throws(Problem) -> [UInt8] {
        guard let boundary = HeaderParameters(contentType.utf8)?["boundary"],
            (1...maximumBoundaryLength).contains(boundary.count), boundary.allSatisfy(isBoundaryCharacter)
        else {
            throw Problem(.malformedForm, "The Content-Type has no valid boundary (RFC 2046 section 5.1.1).")
        }
        return boundary
    }

    /// Returns whether a byte may occur in a boundary; RFC 2046 also allows spaces, which no client uses.
    private static func isBoundaryCharacter(_ byte: UInt8) -> Bool {
        let letter = byte.lowercasedASCII
        return byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
            || "'()+_,-./:=?".utf8.contains(byte)
    }
}
