/// How the end of a request's body is found (RFC 9112 §6).
enum BodyFraming: Equatable {
    /// No body follows the head.
    case none
    /// As many bytes as Content-Length says, more than 0.
    case length(Int)
    /// The chunked transfer coding.
    case chunked

    /// The fields that say where a body ends; nobody but the server needs them.
    static let fieldNames = ["Content-Length", "Transfer-Encoding"]

    /// Decides from the fields as received, refusing whatever libmicrohttpd 0.9.75 would read differently from a proxy.
    ///
    /// Values are compared with nothing trimmed: libmicrohttpd leaves trailing white space on them, and reads
    /// "chunked " as a body that lasts until the connection ends.
    init(headers: HTTPHeaders, version: String) throws(HTTPFailure) {
        let codings = headers.values("Transfer-Encoding")
        let lengths = headers.values("Content-Length")
        if let coding = codings.first {
            guard lengths.isEmpty else {
                throw .malformedRequest("Transfer-Encoding together with Content-Length")
            }
            guard version != "HTTP/1.0" else { throw .malformedRequest("Transfer-Encoding in HTTP/1.0") }
            guard codings.count == 1, HTTPHeaders.areEqual(coding, "chunked") else {
                throw .unsupportedTransferEncoding(codings.joined(separator: ", "))
            }
            self = .chunked
        } else if let length = lengths.first {
            guard lengths.count == 1 else { throw .malformedRequest("Content-Length more than once") }
            self = try BodyFraming(length: length.utf8)
        } else {
            self = .none
        }
    }

    /// Decides from the text of a Content-Length; what is beyond any number is as long as can be.
    init(length: some Collection<UInt8>) throws(HTTPFailure) {
        var bytes = 0
        for byte in length {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { throw .malformedRequest("Content-Length is not a number") }
            let (tens, isTooLong) = bytes.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) = tens.addingReportingOverflow(Int(digit))
            bytes = isTooLong || isTooLarge ? .max : sum
        }
        guard !length.isEmpty else { throw .malformedRequest("Content-Length is not a number") }
        self = bytes == 0 ? .none : .length(bytes)
    }
}
