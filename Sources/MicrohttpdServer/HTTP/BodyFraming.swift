/// The framing of a request's body, which determines its end (RFC 9112 §6).
enum BodyFraming: Equatable {
    case none
    /// The length given by Content-Length, in bytes; more than 0.
    case length(Int)
    case chunked

    /// The fields that determine the end of a body; responders do not receive these fields.
    static let fieldNames = ["Content-Length", "Transfer-Encoding"]

    /// Determines the framing from the fields; rejects values that proxies parse differently from libmicrohttpd 0.9.75.
    ///
    /// Values are not trimmed: libmicrohttpd keeps trailing white space, and reads a body with the coding "chunked "
    /// until the end of the connection.
    init(headers: HTTPHeaders, version: String) throws(HTTPFailure) {
        let codings = headers.values("Transfer-Encoding")
        let lengths = headers.values("Content-Length")
        if let coding = codings.first {
            guard lengths.isEmpty else {
                throw .malformedRequest("The request has both Transfer-Encoding and Content-Length.")
            }
            guard version != "HTTP/1.0" else { throw .malformedRequest("HTTP/1.0 does not define Transfer-Encoding.") }
            guard codings.count == 1, HTTPHeaders.areEqual(coding, "chunked") else {
                throw .unsupportedTransferEncoding(codings.joined(separator: ", "))
            }
            self = .chunked
        } else if let length = lengths.first {
            guard lengths.count == 1 else { throw .malformedRequest("Content-Length appears more than once.") }
            self = try BodyFraming(length: length.utf8)
        } else {
            self = .none
        }
    }

    /// Parses the value of Content-Length; a value that overflows becomes the maximum.
    init(length: some Collection<UInt8>) throws(HTTPFailure) {
        var bytes = 0
        for byte in length {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { throw .malformedRequest("Content-Length is not a number.") }
            let (tens, isTooLong) = bytes.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) = tens.addingReportingOverflow(Int(digit))
            bytes = isTooLong || isTooLarge ? .max : sum
        }
        guard !length.isEmpty else { throw .malformedRequest("Content-Length is not a number.") }
        self = bytes == 0 ? .none : .length(bytes)
    }
}
