/// The head of a request as libmicrohttpd parsed it, before validation.
struct ReceivedHead {
    let method: String
    let version: String
    let fields: HTTPHeaders
    /// The length of the head minus all parsed parts but the target; should equal the target's length.
    ///
    /// The value is nil if the length is not checked.
    private let targetBytes: Int?

    /// Creates a head whose length is not checked.
    init(method: String, version: String = "HTTP/1.1", fields: HTTPHeaders) {
        (self.method, self.version, self.fields, targetBytes) = (method, version, fields, nil)
    }

    /// Creates a head with its total length, from the method to the empty line.
    init(method: String, version: String, fields: ReceivedFields, byteCount: Int) {
        let others = Self.byteCount(besidesTarget: method, version, fields: fields.byteCount)
        (self.method, self.version, self.fields, targetBytes) = (method, version, fields.headers, byteCount - others)
    }

    static func byteCount(besidesTarget method: String, _ version: String, fields: Int) -> Int {
        // Add two spaces, the end of the request line, and the empty line.
        method.utf8.count + version.utf8.count + fields + 6
    }

    /// Whether the length of the head equals the sum of its parsed parts, which means that parsing dropped nothing.
    ///
    /// libmicrohttpd 0.9.75 joins a folded line to the field name, and ends a field at a NUL. It also ends the head at
    /// a line that begins with a colon, and accepts a bare line feed as the end of a line. Proxies parse these cases
    /// differently. In each case, the length of the head differs from the sum.
    func isExact(for target: String) -> Bool {
        targetBytes == nil || targetBytes == target.utf8.count
    }
}
