/// One file of a ``FileCache``: a key, a description and the cached bytes, protected by a checksum.
package struct FileCacheEntry: Equatable, Sendable {
    /// The key, such as a URL.
    package let key: [UInt8]
    /// The facts about the content that the owner of the cache stores, such as the time of receipt.
    package let description: [UInt8]
    /// The cached bytes.
    package let content: [UInt8]

    /// The maximum length of a key and of a description, in bytes.
    package static let maximumTextBytes = 1 << 16

    /// Creates an entry.
    ///
    /// - Precondition: The key and the description have at most ``maximumTextBytes`` each.
    package init(key: [UInt8], description: [UInt8], content: [UInt8]) {
        precondition(key.count <= Self.maximumTextBytes && description.count <= Self.maximumTextBytes)
        self.key = key
        self.description = description
        self.content = content
    }
}

/// The encoding: a signature, a checksum of all that follows, and the three parts, each after its length.
///
/// Lengths have eight bytes, big-endian. The checksum detects damage, not forgery: the owner of a cache verifies the
/// signatures in the contents.
extension FileCacheEntry {
    /// Computes a digest of 32 bytes.
    package typealias Digest = @Sendable (ArraySlice<UInt8>) -> [UInt8]

    private static let signature = Array("anchord cache 1\n".utf8)
    static let digestLength = 32

    /// The number of bytes of the file besides those of the three parts.
    static let overhead = signature.count + digestLength + 3 * 8

    /// The number of bytes of the file.
    var fileBytes: Int { Self.overhead + key.count + description.count + content.count }

    /// Returns the content of the file, with one copy of the cached bytes.
    func encoded(_ digest: Digest) -> [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(fileBytes)
        file += Self.signature
        let start = Self.signature.count + Self.digestLength
        file += [UInt8](repeating: 0, count: Self.digestLength)
        for part in [key, description, content] {
            withBytes(of: UInt64(part.count)) { file.append($0) }
            file += part
        }
        file.replaceSubrange(Self.signature.count..<start, with: digest(file[start...]))
        return file
    }

    /// Decodes a file; nil if it is damaged or has another format.
    init?(decoding file: [UInt8], _ digest: Digest) {
        let start = Self.signature.count + Self.digestLength
        guard file.count >= Self.overhead, file.starts(with: Self.signature) else { return nil }
        guard digest(file[start...])[...] == file[Self.signature.count..<start] else { return nil }
        var rest = file[start...]
        guard let key = Self.part(&rest), let description = Self.part(&rest), let content = Self.part(&rest),
            rest.isEmpty, key.count <= Self.maximumTextBytes, description.count <= Self.maximumTextBytes
        else { return nil }
        self.init(key: key, description: description, content: content)
    }

    private static func part(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.count >= 8 else { return nil }
        let length = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        guard length <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return Array(rest.prefix(Int(length)))
    }

    private func withBytes(of number: UInt64, _ append: (UInt8) -> Void) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
