import MicrohttpdServer

/// The format of a batch request and of its response.
enum BatchForm: String, CaseIterable {
    case array
    /// NDJSON: one JSON text per line.
    case lines

    /// Selects the format by the Content-Type.
    init(_ head: HTTPRequestHead) {
        self = MediaType.body(head.headers["Content-Type"]) == .lines ? .lines : .array
    }

    var mediaType: String {
        switch self {
        case .array: "application/json"
        case .lines: "application/x-ndjson"
        }
    }

    var brackets: (opening: [UInt8], separator: [UInt8], closing: [UInt8]) {
        switch self {
        case .array: ([UInt8(ascii: "[")], [UInt8(ascii: ",")], [UInt8(ascii: "]")])
        case .lines: ([], [], [])
        }
    }
}
