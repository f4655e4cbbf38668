package import TrustModel

/// Parses signed certificate timestamps in the encoding of TLS (RFC 6962 sections 3.2 and 3.3).
///
/// Offsets of errors are indices of the parsed slice.
package enum TimestampParser {
    /// The maximum number of timestamps in a list; public certificates have two to six.
    package static let maximumCount = 64

    /// Parses exactly one serialized timestamp; a timestamp of another version than 1 is unusable.
    ///
    /// - Throws: ``DERError`` with the index of the first invalid byte.
    package static func timestamp(in bytes: ArraySlice<UInt8>) throws(DERError) -> TimestampElement {
        var reader = TLSReader(bytes)
        let version = try reader.number(octets: 1, "the version")
        // The fields of other versions are unknown; clients ignore such timestamps (RFC 6962 section 3.3).
        guard version == 0 else { return .unusable("its version \(version + 1) is not supported") }
        let id = try reader.bytes(32, "the log ID")
        let milliseconds = try reader.number(octets: 8, "the time")
        let extensions = try reader.vector("the extensions")
        let hash = try reader.number(octets: 1, "the digest algorithm")
        let algorithm = try reader.number(octets: 1, "the signature algorithm")
        let signature = try reader.vector("the signature")
        try reader.requireEnd("the timestamp")
        guard let logID = Fingerprint(Array(id)) else {
            throw DERError(offset: bytes.startIndex, reason: "the log ID is truncated")
        }
        return .timestamp(
            SignedCertificateTimestamp(
                logID: logID,
                milliseconds: milliseconds,
                extensions: Array(extensions),
                hashAlgorithm: UInt8(hash),
                signatureAlgorithm: UInt8(algorithm),
                signature: Array(signature)
            )
        )
    }

    /// Returns the serialized timestamps of a SignedCertificateTimestampList, at least one.
    ///
    /// - Throws: ``DERError`` if the list is malformed or too long; its timestamps are not parsed.
    package static func elements(ofList bytes: ArraySlice<UInt8>) throws(DERError) -> [ArraySlice<UInt8>] {
        var outer = TLSReader(bytes)
        var list = TLSReader(try outer.vector("the list of timestamps"))
        try outer.requireEnd("the list of timestamps")
        var elements: [ArraySlice<UInt8>] = []
        repeat {
            guard elements.count < maximumCount else {
                throw DERError.beyondBound(
                    at: list.position,
                    "the list has more than \(maximumCount) timestamps"
                )
            }
            let start = list.position
            let element = try list.vector("a timestamp")
            guard !element.isEmpty else { throw DERError(offset: start, reason: "a timestamp is empty") }
            elements.append(element)
        } while !list.isAtEnd
        return elements
    }

    /// Returns the timestamps of the OCTET STRING in an extension value; malformed parts are unusable elements.
    static func lenientElements(ofExtension value: DERReader) -> [TimestampElement] {
        var value = value
        do throws(DERError) {
            let string = try value.read(DERTag.octetString, "the OCTET STRING with the list of timestamps")
            try value.requireEnd("the OCTET STRING with the list of timestamps")
            return try elements(ofList: value.bytes[string.content]).map { element in
                do throws(DERError) {
                    return try timestamp(in: element)
                } catch {
                    return .unusable("at byte \(error.offset), \(error.reason)")
                }
            }
        } catch {
            return [.unusable("at byte \(error.offset), \(error.reason)")]
        }
    }
}

/// Reads big-endian numbers and vectors of the TLS presentation language (RFC 5246 section 4).
private struct TLSReader {
    private let whole: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        whole = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == whole.endIndex }

    mutating func bytes(_ count: Int, _ what: String) throws(DERError) -> ArraySlice<UInt8> {
        guard count <= whole.endIndex - position else {
            throw DERError(
                offset: position,
                reason: "\(what) has \(whole.endIndex - position) of \(count) bytes"
            )
        }
        defer { position += count }
        return whole[position..<position + count]
    }

    mutating func number(octets: Int, _ what: String) throws(DERError) -> UInt64 {
        try bytes(octets, what).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a vector whose length is in two octets.
    mutating func vector(_ what: String) throws(DERError) -> ArraySlice<UInt8> {
        let length = try number(octets: 2, "the length of \(what)")
        return try bytes(Int(length), what)
    }

    func requireEnd(_ what: String) throws(DERError) {
        guard isAtEnd else {
            throw DERError(offset: position, reason: "\(whole.endIndex - position) more bytes follow \(what)")
        }
    }
}
