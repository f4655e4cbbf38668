import StructuredDocuments
import TrustModel

/// How much an answer tells of what certificates and requests hold: nobody reads more, and to write it takes time.
///
/// The bounds are far beyond what public chains have. What is left out is said.
package enum AnswerBounds {
    /// An answer that has so many bytes lists nothing more; what is due beyond lists is still written.
    package static let bytes = 1 << 20
    /// How many bytes the reasons of a verdict may take, so that path and checks still have room.
    static let reasonBytes = bytes / 2
    /// How many reasons a rejected path is told with.
    static let rejectedReasons = 50
    /// How many characters of a text are shown.
    static let characters = 1024
    /// How many characters of a message are shown, which may quote several names.
    static let messageCharacters = 4096
    /// How many octets of a number, an identifier or an unknown name are shown.
    static let octets = 256
    /// How many elements of a list in a certificate are shown.
    static let elements = 1000
    /// How many texts of a reason's fact are shown.
    static let factTexts = 100

    /// What stands in place of what is left out.
    static func more(_ count: Int) -> String { "… \(count) more are not listed" }
}

/// A list's name, and how many of its elements are not written.
typealias OmittedElements = (name: String, count: Int)

/// Members whose size is somebody else's to choose.
extension JSONWriter {
    /// Writes a text, cut where it is long; nothing for nil.
    mutating func excerpt(_ name: String, _ text: String?, ofAtMost count: Int = AnswerBounds.characters) {
        guard let text else { return }
        member(name, QuotedText.excerpt(text, ofAtMost: count))
    }

    /// Writes octets in hexadecimal, cut where they are many; nothing for nil.
    mutating func octets(_ name: String, _ octets: [UInt8]?) {
        guard let octets else { return }
        member(name) { text in
            Hexadecimal.append(octets.prefix(AnswerBounds.octets), to: &text)
            if octets.count > AnswerBounds.octets { text.append(contentsOf: "…".utf8) }
        }
    }

    /// Writes a list of texts, each cut where it is long, and at its end how many more there are.
    mutating func excerpts(_ name: String, _ texts: [String], ofAtMost count: Int) {
        let unlisted = texts.count - count
        key(name)
        array(texts.prefix(count).map { QuotedText.excerpt($0) } + (unlisted > 0 ? [AnswerBounds.more(unlisted)] : []))
        {
            $0.string($1)
        }
    }

    /// Writes a list as far as it may go.
    ///
    /// - Parameters:
    ///   - name: the member's name.
    ///   - elements: all of the list.
    ///   - count: how many elements are written at most.
    ///   - maximumBytes: with how many bytes the answer has no room for another.
    ///   - write: writes one element.
    /// - Returns: how many elements are left out, for ``unlisted(_:)``.
    mutating func bounded<Element>(
        _ name: String,
        _ elements: some Collection<Element>,
        ofAtMost count: Int = .max,
        upTo maximumBytes: Int = AnswerBounds.bytes,
        _ write: (inout JSONWriter, Element) -> Void
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

    /// Says of lists how many elements they leave out; nothing where they are whole.
    mutating func unlisted(_ counts: [OmittedElements]) {
        guard counts.contains(where: { $0.count > 0 }) else { return }
        member("unlisted") { writer in
            for (name, count) in counts where count > 0 { writer.member(name, count) }
        }
    }
}
