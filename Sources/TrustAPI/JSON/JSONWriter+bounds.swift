import StructuredDocuments
import TrustModel

/// Limits for the content that a response copies from certificates and requests.
///
/// Chains from public CAs stay far below these limits. Every response states what it omits.
package enum AnswerBounds {
    /// The response size in bytes at which lists are cut off; other members are still written.
    package static let bytes = 1 << 20
    /// The response size in bytes at which `reasons` is cut off, to leave space for the path and the checks.
    static let reasonBytes = bytes / 2
    /// The maximum number of reasons per rejected path.
    static let rejectedReasons = 50
    /// The maximum number of characters of a text.
    package static let characters = 1024
    /// The maximum number of characters of a message, which may quote several names.
    static let messageCharacters = 4096
    /// The maximum number of octets of a number, an identifier or an undecoded name.
    static let octets = 256
    /// The maximum number of elements copied from a list in a certificate.
    static let elements = 1000
    /// The maximum number of texts copied from a fact that is a list.
    static let factTexts = 100

    /// Returns the text that replaces omitted elements.
    static func more(_ count: Int) -> String { "… \(count) more are not listed" }
}

typealias OmittedElements = (name: JSONName, count: Int)

/// Members whose size depends on certificates and requests.
extension JSONWriter {
    /// Writes a text, truncated to `count` characters; nothing for nil.
    mutating func excerpt(_ name: JSONName, _ text: String?, ofAtMost count: Int = AnswerBounds.characters) {
        guard let text else { return }
        member(name, QuotedText.excerpt(text, ofAtMost: count))
    }

    /// Writes octets in hexadecimal, truncated to ``AnswerBounds/octets``; nothing for nil.
    mutating func octets(_ name: JSONName, _ octets: [UInt8]?) {
        guard let octets else { return }
        member(name) { text in
            Hexadecimal.append(octets.prefix(AnswerBounds.octets), to: &text)
            if octets.count > AnswerBounds.octets { text.append(contentsOf: "…".utf8) }
        }
    }

    /// Writes DER as PEM; returns false, and writes nothing, if the response would exceed ``AnswerBounds/bytes``.
    mutating func pem(_ name: JSONName, _ der: [UInt8], label: String) -> Bool {
        guard bytes.count + PEMText.size(of: label, octets: der.count) <= AnswerBounds.bytes else { return false }
        member(name, PEMText.encode(der, label: label))
        return true
    }

    /// Writes a list of truncated texts, followed by the number of omitted ones.
    mutating func excerpts(_ name: JSONName, _ texts: [String], ofAtMost count: Int) {
        key(name)
        excerpts(texts, ofAtMost: count)
    }

    /// Writes an array of truncated texts, followed by the number of omitted ones.
    mutating func excerpts(_ texts: [String], ofAtMost count: Int) {
        let unlisted = texts.count - count
        array(texts.prefix(count).map { QuotedText.excerpt($0) } + (unlisted > 0 ? [AnswerBounds.more(unlisted)] : []))
        {
            $0.string($1)
        }
    }

    /// Writes a list until it has `count` elements or the response has `maximumBytes` bytes.
    ///
    /// - Returns: the number of omitted elements, for ``unlisted(_:)``.
    mutating func bounded<Element>(
        _ name: JSONName,
        _ elements: some Collection<Element>,
        ofAtMost count: Int = .max,
        upTo maximumBytes: Int = AnswerBounds.bytes,
        each write: (inout JSONWriter, Element) -> Void
    ) -> OmittedElements {
        var written = 0
        key(name)
        array(elements.lazy.prefix(count)) { writer, element in
            guard writer.bytes.count < maximumBytes else { return }
            write(&writer, element)
            written += 1
        }
        return (name, elements.count - written)
    }

    /// Writes the number of omitted elements of each list; nothing if all lists are complete.
    mutating func unlisted(_ counts: [OmittedElements]) {
        guard counts.contains(where: { $0.count > 0 }) else { return }
        member("unlisted") { writer in
            for (name, count) in counts where count > 0 { writer.member(name, count) }
        }
    }
}
