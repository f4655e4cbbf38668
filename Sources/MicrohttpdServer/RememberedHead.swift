import CMicrohttpd
import Glibc

/// The last head that was admitted on a connection: clients that keep a connection send the same one again.
///
/// What is decided about a head depends on its bytes, the connection and the configuration, none of which is another then;
/// only the length of the body is.
final class RememberedHead {
    /// How long a head may be that is remembered, in bytes of its fields: every open connection has one.
    private static let maximumBytes = 2048

    /// The head as it was admitted.
    let head: HTTPRequestHead
    private let version: String
    /// As they were received.
    private let fields: [HTTPField]

    /// Takes a head that was admitted; nil where it is too long to be kept.
    init?(_ head: HTTPRequestHead, of received: ReceivedHead) {
        let bytes = received.fields.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        // A body that comes in pieces is read anew each time.
        guard bytes <= Self.maximumBytes, !received.fields.contains("Transfer-Encoding") else { return nil }
        self.head = head
        version = received.version
        fields = received.fields.fields
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
        guard target.hasSameBytes(as: head.target), unsafe head.method.hasBytes(method),
            unsafe self.version.hasBytes(version)
        else { return nil }
        var comparison = Comparison(fields)
        unsafe withUnsafeMutablePointer(to: &comparison) {
            unsafe _ = MHD_get_connection_values_n(connection, .HEADER_KIND, compareField, $0)
        }
        let others = ReceivedHead.byteCount(besidesTarget: head.method, self.version, fields: comparison.byteCount)
        guard comparison.isSame, byteCount - others == target.utf8.count else { return nil }
        return comparison.framing
    }

    /// Compares the fields of a head with those of another, one after the other.
    fileprivate struct Comparison {
        private let fields: [HTTPField]
        private var position = 0
        private var areSame = true
        private(set) var byteCount = 0
        private(set) var framing = BodyFraming.none

        init(_ fields: [HTTPField]) {
            self.fields = fields
        }

        /// Whether all fields were there, and no others.
        var isSame: Bool { areSame && position == fields.count }

        /// Takes the next field; false where it is another.
        mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
            guard areSame, position < fields.count, unsafe fields[position].name.hasBytes(name),
                unsafe takeValue(value, of: fields[position])
            else {
                areSame = false
                return false
            }
            position += 1
            byteCount += unsafe ReceivedFields.byteCount(name, value)
            return true
        }

        private mutating func takeValue(_ value: UnsafeRawBufferPointer, of field: HTTPField) -> Bool {
            guard HTTPHeaders.areEqual(field.name, "Content-Length") else {
                return unsafe field.value.hasBytes(value)
            }
            // The head that is remembered had one Content-Length at most, or it would not have been admitted.
            guard let framing = try? BodyFraming(length: unsafe String(decoding: value, as: UTF8.self)) else {
                return false
            }
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
