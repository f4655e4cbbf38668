import CMicrohttpd
import Glibc

/// The last admitted head on a connection, with its answerer; clients often repeat their heads on a connection.
///
/// A repeated head need not be parsed and admitted again: the decision depends only on the head, the connection and the
/// configuration. Only Content-Length and the trace may differ, which responders do not find among the fields.
final class RememberedHead {
    /// The maximum length of the target and fields in bytes; bounded, since every open connection remembers a head.
    ///
    /// The head of a proxy has the certificate of a client.
    private static let maximumBytes = 4096
    /// The maximum number of fields; each takes more memory than its text.
    private static let maximumFields = 32

    /// A new head that repeats this one, as far as it may differ.
    struct Repetition {
        var framing = BodyFraming.none
        var trace: TraceContext?
    }

    /// The ranges of a field's name and value in `bytes`.
    fileprivate struct Field {
        /// The comparison of values.
        enum Kind {
            case fixed
            /// The field is Content-Length, whose value may differ.
            case contentLength
            /// The field is ``TraceContext/fieldName``, and not repeated; its value may differ.
            case trace
        }

        let name: Range<Int>
        let value: Range<Int>
        let kind: Kind
    }

    let answerer: HTTPAnswerer
    let accept: [String]
    private let method: String
    private let target: String
    private let version: String
    fileprivate let fields: [Field]
    /// The concatenated names and values, as received.
    private let bytes: [UInt8]

    /// Stores a head and its answerer; nil if it is too long or the body is chunked.
    init?(_ received: ReceivedHead, target: String, _ answerer: @escaping HTTPAnswerer) {
        let count = received.fields.fields.reduce(target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard count <= Self.maximumBytes, received.fields.fields.count <= Self.maximumFields,
            !received.fields.contains("Transfer-Encoding")
        else { return nil }
        self.answerer = answerer
        accept = received.fields.values("Accept")
        self.target = target
        method = received.method
        version = received.version
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        fields = received.fields.fields.map { field in
            let start = bytes.count
            bytes += field.name.utf8
            let end = bytes.count
            bytes += field.value.utf8
            return Field(
                name: start..<end,
                value: end..<bytes.count,
                kind: Self.kind(of: field.name, in: received.fields)
            )
        }
        self.bytes = bytes
    }

    private static func kind(of name: String, in fields: HTTPHeaders) -> Field.Kind {
        if HTTPHeaders.areEqual(name, "Content-Length") { return .contentLength }
        // A request with several fields has no trace.
        let isTrace = HTTPHeaders.areEqual(name, TraceContext.fieldName) && fields.values(name).count == 1
        return isTrace ? .trace : .fixed
    }

    /// Returns the varying parts of a new head, of `byteCount` bytes; nil if it is not a repetition of this one.
    func repetition(
        by connection: OpaquePointer,
        target: String,
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>,
        byteCount: Int
    ) -> Repetition? {
        guard target.hasSameBytes(as: self.target), unsafe self.method.hasBytes(method),
            unsafe self.version.hasBytes(version)
        else { return nil }
        var comparison = Comparison(self)
        unsafe withUnsafeMutablePointer(to: &comparison) {
            unsafe _ = MHD_get_connection_values_n(connection, .HEADER_KIND, compareField, $0)
        }
        let others = ReceivedHead.byteCount(besidesTarget: self.method, self.version, fields: comparison.byteCount)
        guard comparison.isSame, byteCount - others == target.utf8.count else { return nil }
        return comparison.repetition
    }

    fileprivate func areEqual(_ range: Range<Int>, _ other: UnsafeRawBufferPointer) -> Bool {
        guard range.count == other.count else { return false }
        // memcmp(3) does not permit null pointers, even for 0 bytes.
        guard let others = other.baseAddress, !range.isEmpty else { return true }
        return unsafe bytes.withUnsafeBytes { ours in
            let ours = unsafe UnsafeRawBufferPointer(rebasing: ours[range])
            return unsafe ours.baseAddress.map { unsafe memcmp($0, others, other.count) == 0 } ?? false
        }
    }

    /// Compares the fields of a new head with those of the remembered one, in order.
    fileprivate struct Comparison {
        private let head: RememberedHead
        private var position = 0
        private var areSame = true
        private(set) var byteCount = 0
        private(set) var repetition = Repetition()

        init(_ head: RememberedHead) {
            self.head = head
        }

        var isSame: Bool { areSame && position == head.fields.count }

        /// Compares the next field; returns false if it differs.
        mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
            guard areSame, position < head.fields.count, unsafe isNext(name, value) else {
                areSame = false
                return false
            }
            position += 1
            byteCount += unsafe ReceivedFields.byteCount(name, value)
            return true
        }

        private mutating func isNext(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
            let field = head.fields[position]
            guard unsafe head.areEqual(field.name, name) else { return false }
            switch field.kind {
            case .fixed: return unsafe head.areEqual(field.value, value)
            case .contentLength:
                // An admitted head has at most one Content-Length field.
                guard let framing = try? unsafe BodyFraming(length: value) else { return false }
                repetition.framing = framing
                return true
            case .trace:
                // A value of this length has no ignored bytes, which could be invalid in a field.
                guard value.count == TraceContext.length, let trace = unsafe TraceContext(value) else { return false }
                repetition.trace = trace
                return true
            }
        }
    }
}

/// MHD_KeyValueIteratorN: passes a field to the comparison in the context.
private let compareField: MHD_KeyValueIteratorN = { context, _, name, nameLength, value, valueLength in
    guard let comparison = unsafe context?.assumingMemoryBound(to: RememberedHead.Comparison.self) else { return .NO }
    let isSame = unsafe comparison.pointee.take(
        UnsafeRawBufferPointer(start: name, count: nameLength),
        UnsafeRawBufferPointer(start: value, count: valueLength)
    )
    return isSame ? .YES : .NO
}
