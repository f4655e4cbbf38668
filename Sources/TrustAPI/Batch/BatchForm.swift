import MicrohttpdServer

/// How a batch is written, the request as the answer.
enum BatchForm: String, CaseIterable {
    /// A JSON array.
    case array
    /// NDJSON, a JSON text a line.
    case lines

    /// The form by the Content-Type.
    init(_ head: HTTPRequestHead) {
        self = MediaType.body(head.headers["Content-Type"]) == .lines ? .lines : .array
    }

    /// The media type of the answer.
    var mediaType: String {
        switch self {
        case .array: "application/json"
        case .lines: "application/x-ndjson"
        }
    }

    /// What stands before the first answer, between two, and after the last.
    var brackets: (opening: [UInt8], separator: [UInt8], closing: [UInt8]) {
        switch self {
        case .array: ([UInt8(ascii: "[")], [UInt8(ascii: ",")], [UInt8(ascii: "]")])
        case .lines: ([], [], [])
        }
    }
}
