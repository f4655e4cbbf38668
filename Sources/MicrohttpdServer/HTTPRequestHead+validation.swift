extension HTTPRequestHead {
    /// Makes a head of what arrived, refusing what breaks the grammar (RFC 9112 §3 and §5, RFC 9110 §5.5).
    init(_ received: ReceivedHead, target: String, peer: HTTPPeer, worker: Int) throws(HTTPFailure) {
        let method = received.method
        guard !method.isEmpty, method.utf8.allSatisfy(\.isTokenCharacter) else {
            throw .malformedRequest("method is not a token")
        }
        let parts = try RequestTarget(target, method: method)
        self.init(
            method: method,
            target: target,
            path: parts.path,
            query: parts.query,
            headers: HTTPHeaders(try received.fields.pairs.map(HTTPRequestHead.checked)),
            peer: peer,
            worker: worker
        )
        guard headers.values("Host").count <= 1 else { throw .malformedRequest("Host more than once") }
        if let authority = parts.authority { headers.replace("Host", with: authority) }
    }

    /// Refuses HTTP/1.1 without Host (RFC 9112 §3.2).
    func checkHost(version: String) throws(HTTPFailure) {
        guard headers["Host"] != nil || version == "HTTP/1.0" else { throw .malformedRequest("no Host") }
    }

    /// Refuses expectations other than 100-continue; in HTTP/1.0 there are none (RFC 9110 §10.1.1).
    func checkExpectation(version: String) throws(HTTPFailure) {
        guard version != "HTTP/1.0" else { return }
        for value in headers.values("Expect") where !HTTPHeaders.areEqual(value, "100-continue") {
            throw .expectationFailed
        }
    }

    private static func checked(
        _ field: (name: String, value: String)
    ) throws(HTTPFailure) -> (String, String) {
        guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenCharacter) else {
            throw .malformedRequest("field name is not a token")
        }
        guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .malformedRequest("field value with a control character")
        }
        return (field.name, trimmed(field.value))
    }

    private static func trimmed(_ value: String) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard value.utf8.first.map(isBlank) == true || value.utf8.last.map(isBlank) == true else { return value }
        let start = value.utf8.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
        return String(Substring(start[..<end]))
    }
}
