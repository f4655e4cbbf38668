/// An event in the serialization of a YAML document (YAML 1.2 section 3.1.2).
package struct YAMLEvent: Sendable, Equatable {
    /// The kinds of events.
    package enum Kind: Sendable, Equatable {
        case documentStart
        case documentEnd
        /// An alias, `*name`.
        case alias(String)
        case scalar(Scalar)
        case sequenceStart(Properties)
        case sequenceEnd
        case mappingStart(Properties)
        case mappingEnd
    }

    /// The properties of a node: its anchor and its tag.
    package struct Properties: Sendable, Equatable {
        /// The name that follows `&`; nil without an anchor.
        package let anchor: String?
        /// The resolved tag, or `!` for a non-specific one; nil without a tag.
        package let tag: String?

        /// Creates node properties; by default, a node has neither an anchor nor a tag.
        package init(anchor: String? = nil, tag: String? = nil) {
            self.anchor = anchor
            self.tag = tag
        }
    }

    /// A scalar node.
    package struct Scalar: Sendable, Equatable {
        /// The anchor and the tag.
        package let properties: Properties
        /// The content, with quotes, escapes and line folding resolved.
        package let text: String
        /// Whether the scalar is neither quoted nor a block scalar; only then may it be a number, Boolean or null.
        package let isPlain: Bool

        /// Creates a scalar from its parts.
        package init(properties: Properties, text: String, isPlain: Bool) {
            self.properties = properties
            self.text = text
            self.isPlain = isPlain
        }
    }

    /// The kind of the event, with its content.
    package let kind: Kind
    /// The 1-based line on which the event begins.
    package let line: Int

    /// Creates an event from its parts.
    package init(kind: Kind, line: Int) {
        self.kind = kind
        self.line = line
    }
}
