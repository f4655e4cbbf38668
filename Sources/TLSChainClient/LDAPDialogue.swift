/// The StartTLS operation of LDAP (RFC 4511 sections 4.12 and 4.14).
enum LDAPDialogue {
    /// An ExtendedRequest with the message ID 1 and the name 1.3.6.1.4.1.1466.20037, without a value.
    private static let request: [UInt8] =
        [0x30, 0x1D, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16] + Array("1.3.6.1.4.1.1466.20037".utf8)
    /// The maximum length of a response.
    private static let maximumBytes = 4096

    /// A response without more than is needed.
    private struct Response {
        let messageID: [UInt8]
        let isExtended: Bool
        let resultCode: [UInt8]
    }

    static func run(over connection: SocketConnection) throws(TLSChainError) {
        try connection.send(request)
        let (response, isLast) = try response(over: connection)
        // A server that closes the session sends a response with the message ID 0 (RFC 4511 section 4.4.1).
        guard response.isExtended, response.messageID == [1] || response.messageID == [0] else { throw nonsense }
        switch (response.messageID, response.resultCode) {
        case ([1], [0]): guard isLast else { throw StartTLS.injected }
        // protocolError: the server does not support the operation (RFC 4511 section 4.14.2).
        case ([1], [2]): throw TLSChainError(.noTLS, "does not offer StartTLS")
        default:
            let code = response.resultCode.reduce(0) { $0 << 8 | Int($1) }
            throw TLSChainError(.unexpectedReply, "refused StartTLS with the LDAP result code \(code)")
        }
    }

    private static let nonsense = TLSChainError(.unexpectedReply, "does not speak LDAP on this port")

    /// Reads one message, and returns whether no bytes follow it.
    private static func response(
        over connection: SocketConnection
    ) throws(TLSChainError) -> (response: Response, isLast: Bool) {
        var bytes: [UInt8] = []
        while true {
            bytes += try connection.receive()
            guard bytes[0] == 0x30 else { throw nonsense }
            var reader = BERReader(bytes[...])
            guard let message = reader.element() else {
                guard bytes.count < maximumBytes, !reader.isMalformed else { throw nonsense }
                continue
            }
            return (try response(in: message.content), reader.isAtEnd)
        }
    }

    private static func response(in message: ArraySlice<UInt8>) throws(TLSChainError) -> Response {
        var reader = BERReader(message)
        guard let id = reader.element(), id.tag == 0x02, let operation = reader.element() else { throw nonsense }
        var members = BERReader(operation.content)
        guard let code = members.element(), code.tag == 0x0A, (1...2).contains(code.content.count) else {
            throw nonsense
        }
        return Response(
            messageID: Array(id.content),
            isExtended: operation.tag == 0x78,
            resultCode: Array(code.content)
        )
    }
}

/// Reads elements of BER with tags of one byte and definite lengths, as LDAP restricts it (RFC 4511 section 5.1).
private struct BERReader {
    private var rest: ArraySlice<UInt8>
    /// Whether the bytes cannot become an element, however many follow.
    private(set) var isMalformed = false

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next element; nil if it is not complete, or malformed.
    mutating func element() -> (tag: UInt8, content: ArraySlice<UInt8>)? {
        var bytes = rest
        guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            // Active Directory has four bytes for each length, however short it is.
            isMalformed = !(1...4).contains(count)
            guard !isMalformed, bytes.count >= count else { return nil }
            length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(count)
        }
        guard bytes.count >= length else { return nil }
        rest = bytes.dropFirst(length)
        return (tag, bytes.prefix(length))
    }
}
