/// Recognizes private keys: in DER by the first elements, in PEM by the label.
///
/// Truncated files, and BER with indefinite lengths as in some PKCS #12 files, are recognized too: a malformed file
/// exposes the key too. No certificate, bundle or public key begins like a private key.
package enum PrivateKeyForm {
    /// Returns the private key format as a noun phrase; nil if the bytes do not begin like a private key.
    package static func name(of bytes: [UInt8]) -> String? {
        var outer = ElementScanner(bytes)
        guard outer.enter() == DERTag.sequence else { return nil }
        var first = outer
        switch first.enter() {
        case DERTag.integer: return name(ofVersion: first.content(1).first, outer.skippingSmall())
        case DERTag.sequence: return isEncryption(first) ? "an encrypted private key (PKCS #8)" : nil
        default: return nil
        }
    }

    /// Returns the private key format that a PEM label names; nil if the label names no private key.
    ///
    /// Ignores letter case and white space, since a key under a misspelled label is exposed as well.
    package static func name(ofLabel label: String) -> String? {
        // This is the label of nearly all blocks.
        guard label != "CERTIFICATE" else { return nil }
        var letters: [UInt8] = []
        for byte in label.utf8 where (0x21...0x7E).contains(byte) {
            letters.append((0x61...0x7A).contains(byte) ? byte ^ 0x20 : byte)
        }
        if letters.elementsEqual("PKCS12".utf8) { return "a PKCS #12 file" }
        return letters.suffix(10).elementsEqual("PRIVATEKEY".utf8) ? "a private key" : nil
    }

    /// Returns the private key format of a PEM block by its label or content; nil if neither indicates a private key.
    package static func name(of block: PEMBlock) -> String? {
        name(ofLabel: block.label) ?? name(of: block.content)
    }

    /// Returns the format of the first private key in DER or PEM; nil if there is none.
    package static func name(in bytes: [UInt8]) -> String? {
        guard !DERReader.looksLikeDER(bytes) else { return name(of: bytes) }
        var reader = PEMReader(bytes)
        while let result = reader.next() {
            let form =
                switch result {
                case .success(let block): name(of: block)
                case .failure(let error): error.label.flatMap(name(ofLabel:))
                }
            if let form { return form }
        }
        return name(of: bytes)
    }

    private static func name(ofVersion version: UInt8?, _ rest: ElementScanner?) -> String? {
        guard let version, var rest else { return nil }
        let tag = rest.enter()
        switch (version, tag) {
        case (3, DERTag.sequence): return rest.hasPrefix(identifier(pkcs7)) ? "a PKCS #12 file" : nil
        case (0...1, DERTag.sequence): return rest.enter() == DERTag.objectIdentifier ? "a private key (PKCS #8)" : nil
        case (0...1, DERTag.integer): return "a private key (PKCS #1)"
        case (1, DERTag.octetString): return "a private key (SEC 1)"
        default: return nil
        }
    }

    /// Returns whether an AlgorithmIdentifier is a password-based encryption scheme (PKCS #5, PKCS #12).
    private static func isEncryption(_ algorithm: ElementScanner) -> Bool {
        var algorithm = algorithm
        guard algorithm.enter() == DERTag.objectIdentifier else { return false }
        return algorithm.hasPrefix(pkcs + [0x05]) || algorithm.hasPrefix(pkcs + [0x0C, 0x01])
    }

    /// 1.2.840.113549.1.
    private static let pkcs: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]
    /// 1.2.840.113549.1.7, the arc of the content types in PKCS #12 files.
    private static let pkcs7 = pkcs + [0x07]

    /// Returns the beginning of an OBJECT IDENTIFIER that has one octet more than the prefix.
    private static func identifier(_ prefix: [UInt8]) -> [UInt8] {
        [DERTag.objectIdentifier, UInt8(prefix.count + 1)] + prefix
    }
}

/// Reads the headers of BER elements without checking that their contents are complete.
private struct ElementScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func content(_ count: Int) -> ArraySlice<UInt8> { bytes[position...].prefix(count) }

    func hasPrefix(_ prefix: [UInt8]) -> Bool { bytes[position...].starts(with: prefix) }

    /// Moves to the content of the next element; returns its tag, or nil if its header is incomplete.
    mutating func enter() -> UInt8? {
        let header = content(2)
        guard header.count == 2, let tag = header.first, let length = header.last else { return nil }
        let octets = length > 0x80 ? Int(length & 0x7F) : 0
        guard octets <= 4, bytes.count - position > 2 + octets else { return nil }
        position += 2 + octets
        return tag
    }

    /// Returns a scanner after the next element; nil unless the content of that element has one octet.
    func skippingSmall() -> ElementScanner? {
        let element = content(3)
        guard element.count == 3, element.dropFirst().first == 1 else { return nil }
        var next = self
        next.position += 3
        return next
    }
}
