/// A request's head as libmicrohttpd read it, before anything is checked.
struct ReceivedHead {
    let method: String
    let version: String
    let fields: HTTPHeaders
    /// How long the target must be for the head to be as long as it was; nil when that is not in doubt.
    private let targetBytes: Int?

    /// A head whose length is not in doubt.
    init(method: String, version: String = "HTTP/1.1", fields: HTTPHeaders) {
        (self.method, self.version, self.fields, targetBytes) = (method, version, fields, nil)
    }

    /// A head of so many bytes, from the method to the empty line.
    init(method: String, version: String, fields: ReceivedFields, byteCount: Int) {
        let others = Self.byteCount(besidesTarget: method, version, fields: fields.byteCount)
        (self.method, self.version, self.fields, targetBytes) = (method, version, fields.headers, byteCount - others)
    }

    /// How long a head of so many bytes of fields is, but for the target.
    static func byteCount(besidesTarget method: String, _ version: String, fields: Int) -> Int {
        // Two spaces and a line end in the request line, and the empty line.
        method.utf8.count + version.utf8.count + fields + 6
    }

    /// Whether the head is as long as its parts add up to, so that nothing was in it that they do not show.
    ///
    /// libmicrohttpd 0.9.75 glues a folded line to the field's name, ends a field at a NUL, takes a line that begins with
    /// a colon for the head's end, and lets a bare line feed end a line. A proxy would read each of them differently, and
    /// each makes the lengths differ.
    func isExact(for target: String) -> Bool {
        targetBytes == nil || targetBytes == target.utf8.count
    }
}
