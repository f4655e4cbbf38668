/// The fields that must not be repeated, since recipients could choose different values (RFC 9110 section 5.3, RFC 6454
/// section 7.3).
private let singleFields = ["Host", "Origin", "Content-Type", "Authorization"]

extension HTTPRequestHead {
    /// Validates a received head (RFC 9112 §3 and §5, RFC 9110 §5.5).
    convenience init(
        _ received: ReceivedHead,
        target: String,
        peer: HTTPPeer,
        worker: Int,
        connection: UInt64,
        literalPrefix: String?
    ) throws(HTTPFailure) {
        let method = received.method
        guard !method.isEmpty, method.hasOnly(\.isTokenCharacter) else {
            throw .malformedRequest("The method is not a token.")
        }
        let parts = try RequestTarget(target, method: method, literalPrefix: literalPrefix)
        var fields: [HTTPField] = []
        fields.reserveCapacity(received.fields.fields.count)
        for field in received.fields.fields { fields.append(try HTTPRequestHead.checked(field)) }
        var headers = HTTPHeaders(fields: fields)
        for name in singleFields where headers.values(name).count > 1 {
            throw .malformedRequest("\(name) appears more than once.")
        }
        if let authority = parts.authority { headers.replace("Host", with: authority) }
        let trace = TraceContext(headers)
        for name in BodyFraming.fieldNames + [TraceContext.fieldName] { headers.remove(name) }
        self.init(
            method: method,
            target: target,
            path: parts.path,
            query: parts.query,
            headers: headers,
            trace: trace,
            peer: peer,
            worker: worker,
            connection: connection
        )
    }

    /// Rejects HTTP/1.1 requests without Host (RFC 9112 §3.2).
    func checkHost(version: String) throws(HTTPFailure) {
        guard headers["Host"] != nil || version == "HTTP/1.0" else {
            throw .malformedRequest("The Host field is missing.")
        }
    }

    /// Rejects expectations other than 100-continue; ignores them in HTTP/1.0 (RFC 9110 §10.1.1).
    func checkExpectation(version: String) throws(HTTPFailure) {
        guard version != "HTTP/1.0" else { return }
        for value in headers.values("Expect") where !HTTPHeaders.areEqual(value, "100-continue") {
            throw .expectationFailed
        }
    }

    private static func checked(_ field: HTTPField) throws(HTTPFailure) -> HTTPField {
        guard !field.name.isEmpty, field.name.hasOnly(\.isTokenCharacter) else {
            throw .malformedRequest("A field name is not a token.")
        }
        guard field.value.hasOnly({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .malformedRequest("A field value contains a control character.")
        }
        return HTTPField(field.name, trimmed(field.value))
    }

    private static func trimmed(_ value: String) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard value.utf8.first.map(isBlank) == true || value.utf8.last.map(isBlank) == true else { return value }
        let start = value.utf8.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
        return String(Substring(start[..<end]))
    }
}
