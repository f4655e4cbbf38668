/// A response to a request.
///
/// The server itself writes Content-Length, Date, Connection and Transfer-Encoding. In ``headers``, it ignores these
/// fields, except for `Connection: close`, which closes the connection after the response. The server omits a field
/// whose name is not a token or whose value contains a control character. The server does not send the body for HEAD,
/// 204 and 304.
package struct HTTPResponse: Sendable {
    /// The final status code, 200 to 599.
    package var status: Int
    /// The header fields.
    package var headers: HTTPHeaders
    /// The body.
    package var body: [UInt8]
    /// The events that are sent in place of the body for as long as the client reads; nil for a response that ends.
    package var events: HTTPEvents?

    /// Creates a response.
    package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse {
    /// Returns the response with the trace of its request.
    func with(_ trace: TraceContext?) -> HTTPResponse {
        var response = self
        if let trace { response.headers.append(trace.field) }
        return response
    }

    /// The status code to send; 500 if the responder's status is not final.
    var wireStatus: Int { (200...599).contains(status) ? status : 500 }

    /// The maximum length of a body that the socket buffer usually accepts at once, in bytes.
    private static let maximumUnreservedBytes = 64 << 10

    /// The number of bytes to reserve while the response is sent.
    var waitingBytes: Int { body.count > Self.maximumUnreservedBytes ? body.count : 0 }

    /// Whether the responder requests to close the connection.
    var asksToClose: Bool {
        let fields = headers.fields
        // A constant field is never Connection, so do not compare it.
        return fields.indices.contains { index in
            !fields[index].isOwn && HTTPHeaders.areEqual(fields[index].name, "Connection")
                && HTTPHeaders.areEqual(fields[index].value, "close")
        }
    }

    var sendableFields: some Sequence<HTTPField> {
        headers.fields.lazy.filter(\.isSendable)
    }
}

extension HTTPField {
    private static let serverFields = ["Content-Length", "Transfer-Encoding", "Connection", "Date"]

    /// Whether the field is valid and not written by the server.
    var isSendable: Bool {
        isOwn
            || !name.isEmpty && name.hasOnly(\.isTokenCharacter) && value.hasOnly { $0 >= 0x20 && $0 != 0x7F }
                && !HTTPField.serverFields.contains { HTTPHeaders.areEqual($0, name) }
    }
}
