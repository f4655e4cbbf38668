import CMicrohttpd
import Glibc

/// The last head on a connection whose body was to be taken whole: clients that keep a connection send the same one again.
///
/// What is decided about a head depends on its bytes, the connection and the configuration, none of which is another then;
/// only the length of the body is.
final class RememberedHead {
    /// How long a head may be that is remembered, in bytes of its target and its fields: every open connection has one.
    private static let maximumBytes = 2048

    /// A field, by where its name and its value lie among the bytes of all.
    fileprivate struct Field {
        let name: Range<Int>
        let value: Range<Int>
        /// Whether it says how long the body is, which is not to be the same.
        let isContentLength: Bool
    }

    /// Answers requests with this head.
    let answerer: HTTPAnswerer
    /// The values of Accept.
    let accept: [String]
    private let method: String
    private let target: String
    private let version: String
    fileprivate let fields: [Field]
    /// The names and values as they were received, one after the other.
    private let bytes: [UInt8]

    /// Takes a head, and what answers its requests; nil where it is too long to be kept.
    init?(_ received: ReceivedHead, target: String, _ answerer: @escaping HTTPAnswerer) {
        let count = received.fields.fields.reduce(target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        // A body that comes in pieces is read anew each time.
        guard count <= Self.maximumBytes, !received.fields.contains("Transfer-Encoding") else { return nil }
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
                isContentLength: HTTPHeaders.areEqual(field.name, "Content-Length")
            )
        }
        self.bytes = bytes
    }

    /// How the body's end is found, where a new head is this one again; nil where it is not.
    ///
    /// - Parameters:
    ///   - connection: has received the new head.
    ///   - target: the new request target.
    ///   - method: the new method.
    ///   - version: the new version.
    ///   - byteCount: how long the new head is.
    /// - Returns: the framing; nil where the head must be looked at anew.
    func framing(
        ofRepetition connection: OpaquePointer,
        target: String,
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>,
        byteCount: Int
    ) -> BodyFraming? {
        guard target.hasSameBytes(as: self.target), unsafe self.method.hasBytes(method),
            unsafe self.version.hasBytes(version)
        else { return nil }
        var comparison = Comparison(self)
        unsafe withUnsafeMutablePointer(to: &comparison) {
            unsafe _ = MHD_get_connection_values_n(connection, .HEADER_KIND, compareField, $0)
        }
        let others = ReceivedHead.byteCount(besidesTarget: self.method, self.version, fields: comparison.byteCount)
        guard comparison.isSame, byteCount - others == target.utf8.count else { return nil }
        return comparison.framing
    }

    fileprivate func areEqual(_ range: Range<Int>, _ other: UnsafeRawBufferPointer) -> Bool {
        guard range.count == other.count else { return false }
        // memcmp takes no null pointers, not even of no bytes.
        guard let others = other.baseAddress, !range.isEmpty else { return true }
        return unsafe bytes.withUnsafeBytes { ours in
            let ours = unsafe UnsafeRawBufferPointer(rebasing: ours[range])
            return unsafe ours.baseAddress.map { unsafe memcmp($0, others, other.count) == 0 } ?? false
        }
    }

    /// Compares the fields of a head with those of the one remembered, one after the other.
    fileprivate struct Comparison {
        private let head: RememberedHead
        private var position = 0
        private var areSame = true
        private(set) var byteCount = 0
        private(set) var framing = BodyFraming.none

        init(_ head: RememberedHead) {
            self.head = head
        }

        /// Whether all fields were there, and no others.
        var isSame: Bool { areSame && position == head.fields.count }

        /// Takes the next field; false where it is another.
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
            guard field.isContentLength else { return unsafe head.areEqual(field.value, value) }
            // The head that is remembered had one Content-Length at most, or it would not have been admitted.
            guard let framing = try? unsafe BodyFraming(length: value) else { return false }
            self.framing = framing
            return true
        }
    }
}

/// MHD_KeyValueIteratorN: hands a field to the comparison that is the context.
private let compareField: MHD_KeyValueIteratorN = { context, _, name, nameLength, value, valueLength in
    guard let comparison = unsafe context?.assumingMemoryBound(to: RememberedHead.Comparison.self) else { return .NO }
    let isSame = unsafe comparison.pointee.take(
        UnsafeRawBufferPointer(start: name, count: nameLength),
        UnsafeRawBufferPointer(start: value, count: valueLength)
    )
    return isSame ? .YES : .NO
}
