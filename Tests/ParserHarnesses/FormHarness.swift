import StructuredDocuments
import TrustAPI

extension ParserHarness {
    /// A body of `multipart/form-data` with the boundary `B`.
    static let form = ParserHarness("form", maximumLength: 1024) { body throws(BrokenRule) in
        let boundary: [UInt8] = [UInt8(ascii: "B")]
        let parts: [FormReader.Part]
        do throws(FormReader.SyntaxError) {
            parts = try FormReader.parts(of: body, boundary: boundary)
        } catch {
            try require((0...body.count).contains(error.offset), "the error at \(error.offset) is in the body")
            return .rejected
        }
        var end = 0
        var written: [UInt8] = []
        for part in parts {
            let content = part.content
            try require(content.startIndex >= end && content.endIndex <= body.count, "parts are in order")
            try require(content.elementsEqual(body[content.indices]), "a content is a part of the body")
            end = content.endIndex
            written += "--B\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\"\r\n\r\n".utf8
            written += content + "\r\n".utf8
        }
        written += "--B--".utf8
        let again = try? FormReader.parts(of: written, boundary: boundary)
        try require(
            again?.count == parts.count
                && zip(again ?? [], parts).allSatisfy { $0.name.hasSameBytes(as: $1.name) && $0.content == $1.content },
            "an encoded form has the same parts"
        )
        return .accepted
    }

    /// Returns a name as the content of a quoted string.
    private static func escaped(_ name: String) -> String {
        name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
