package import TrustModel

/// A node of a parsed YAML or JSON document, with its line.
///
/// Policy documents, requests and the configuration share this representation.
package struct DocumentNode: Sendable, Equatable {
    /// The kinds of nodes, with their content.
    package enum Content: Sendable, Equatable {
        case null
        case bool(Bool)
        /// The text of a number as written, so that no digit is lost.
        case number(String)
        case string(String)
        case sequence([DocumentNode])
        /// Entries with unique keys, in document order.
        case mapping([Entry])
    }

    /// A key of a mapping with its value.
    package struct Entry: Sendable, Equatable {
        /// The key, unescaped.
        package let key: String
        /// The value of the key.
        package let value: DocumentNode

        /// Creates an entry.
        package init(key: String, value: DocumentNode) {
            self.key = key
            self.value = value
        }
    }

    /// The kind of the node, with its scalar value or children.
    package let content: Content
    /// The 1-based line on which the node begins; nil if the parser does not record lines.
    package let line: Int?

    /// Creates a node.
    package init(_ content: Content, line: Int? = nil) {
        self.content = content
        self.line = line
    }
}

/// One error in a document.
package struct DocumentIssue: Sendable, Equatable {
    /// The place as a JSON pointer from the root (RFC 6901), such as `/policies/pinned/anchors/0`.
    package let pointer: String
    /// The 1-based line; nil if unknown.
    package let line: Int?
    /// The defect and the expected value, as one sentence.
    package let detail: String
    /// The reason that a certificate at this place cannot be read; nil for any other error.
    package let unreadable: CertificateReadingError.Code?

    /// Creates an issue.
    package init(
        pointer: String,
        line: Int? = nil,
        detail: String,
        unreadable: CertificateReadingError.Code? = nil
    ) {
        self.pointer = pointer
        self.line = line
        self.detail = QuotedText.printable(detail)
        self.unreadable = unreadable
    }
}

/// All errors in a document; never empty.
package struct DocumentError: Error, Sendable, Equatable {
    /// The issues, in document order if their lines are known.
    package let issues: [DocumentIssue]

    /// Creates an error from issues.
    package init(_ issues: [DocumentIssue]) {
        self.issues = issues
    }
}
