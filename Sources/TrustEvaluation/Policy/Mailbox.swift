/// A mailbox with its normalized form: the domain in lower case, the local part unchanged (RFC 5280 section 7.5).
struct Mailbox: Sendable {
    let text: String
    let folded: [UInt8]

    /// Normalizes a mailbox; text without an at sign is unchanged.
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
