package import TrustModel

/// A YAML or JSON document as a tree, with where each part stands; what policy documents, requests and configuration share.
package struct DocumentNode: Sendable, Equatable {
    /// The kinds of nodes.
    ///
    /// Scalars keep their text as written, so that no digit of a number is lost.
    package enum Content: Sendable, Equatable {
        case null
        case bool(Bool)
        /// A number's text.
        case number(String)
        case string(String)
        case sequence([DocumentNode])
        /// Keys are unique and in written order.
        case mapping([Entry])
    }

    /// A key and its value.
    package struct Entry: Sendable, Equatable {
        /// The key, unescaped.
        package let key: String
        /// What stands under the key.
        package let value: DocumentNode

        /// Takes the parts as parsed.
        package init(key: String, value: DocumentNode) {
            self.key = key
            self.value = value
        }
    }

    /// What the node is, with everything inside it.
    package let content: Content
    /// The line on which the node begins, 1 being the first; nil where the format does not tell.
    package let line: Int?

    /// Takes the parts as parsed.
    package init(_ content: Content, line: Int? = nil) {
        self.content = content
        self.line = line
    }
}

/// Something wrong in a document.
package struct DocumentIssue: Sendable, Equatable {
    /// Where, as an RFC 6901 JSON pointer from the document's root, such as `/policies/pinned/anchors/0`.
    package let pointer: String
    /// The line, where the format tells.
    package let line: Int?
    /// What is wrong and what is expected, one sentence.
    package let detail: String
    /// How a certificate that stands there is unreadable; nil for any other mistake.
    package let unreadable: CertificateReadingError.Code?

    /// Takes the parts.
    package init(
        pointer: String,
        line: Int? = nil,
        detail: String,
        unreadable: CertificateReadingError.Code? = nil
    ) {
        self.pointer = pointer
        self.line = line
        self.detail = detail
        self.unreadable = unreadable
    }
}

/// Everything that is wrong in a document, in its order; never empty.
package struct DocumentError: Error, Sendable, Equatable {
    /// What is wrong, an issue for each place.
    package let issues: [DocumentIssue]

    /// Takes the issues.
    package init(_ issues: [DocumentIssue]) {
        self.issues = issues
    }
}
