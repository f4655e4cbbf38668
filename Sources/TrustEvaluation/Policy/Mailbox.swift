/// A mailbox as it is written, and what its spellings share: the local part as it is, the domain in lower case (RFC 5280
/// section 7.5).
struct Mailbox: Sendable {
    let text: String
    let folded: [UInt8]

    /// Folds a spelling; text without an at sign stays as it is.
    init(_ text: String) {
        self.text = text
        let octets = text.utf8
        guard let at = octets.lastIndex(of: UInt8(ascii: "@")) else {
            folded = Array(octets)
            return
        }
        folded = octets[..<at] + octets[at...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
