/// What is sent back for a request.
///
/// The server itself writes Content-Length, Date, Connection and Transfer-Encoding; fields of these names are ignored,
/// but for `Connection: close`, which ends the connection after the answer. A field whose name is not a token or whose
/// value holds a control character is left out. For HEAD, and for 204 and 304, the body is not sent.
package struct HTTPResponse: Sendable {
    /// The final status code, 200 to 599.
    package var status: Int
    /// The header fields.
    package var headers: HTTPHeaders
    /// The whole body.
    package var body: [UInt8]

    /// Holds a status, fields and a body.
    package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse {
    /// The status code as the wire needs it: one that is no final status is a mistake of the responder's, thus 500.
    var wireStatus: Int { (200...599).contains(status) ? status : 500 }

    /// From which length on an answer may wait in memory for its peer, in bytes: the socket takes a shorter one at once.
    private static let shortBody = 64 << 10

    /// How many bytes may wait for the peer to read them.
    var waitingBytes: Int { body.count > Self.shortBody ? body.count : 0 }

    /// Whether the responder asks for the connection to end after this answer.
    var asksToClose: Bool {
        let fields = headers.fields
        // Of the program's own fields none is this one.
        return fields.indices.contains { index in
            !fields[index].isOwn && HTTPHeaders.areEqual(fields[index].name, "Connection")
                && HTTPHeaders.areEqual(fields[index].value, "close")
        }
    }

    /// The fields that the server may send as they are.
    var sendableFields: some Sequence<HTTPField> {
        headers.fields.lazy.filter(\.isSendable)
    }
}

extension HTTPField {
    private static let serverFields = ["Content-Length", "Transfer-Encoding", "Connection", "Date"]

    /// Whether the server may send the field as it is.
    var isSendable: Bool {
        isOwn
            || !name.isEmpty && name.hasOnly(\.isTokenCharacter) && value.hasOnly { $0 >= 0x20 && $0 != 0x7F }
                && !HTTPField.serverFields.contains { HTTPHeaders.areEqual($0, name) }
    }
}
