/// One step of a YAML text: what a document is made of, in written order (YAML 1.2 section 3.1.2).
package struct YAMLEvent: Sendable, Equatable {
    /// The kinds of steps; the end of the text is the end of the events.
    package enum Kind: Sendable, Equatable {
        case documentStart
        case documentEnd
        /// `*name`
        case alias(String)
        case scalar(Scalar)
        case sequenceStart(Properties)
        case sequenceEnd
        case mappingStart(Properties)
        case mappingEnd
    }

    /// What may stand before a node.
    package struct Properties: Sendable, Equatable {
        /// The name behind `&`; nil without one.
        package let anchor: String?
        /// The tag as it is resolved, `!` alone included; nil without one.
        package let tag: String?

        /// Takes what stands there, nothing by default.
        package init(anchor: String? = nil, tag: String? = nil) {
            self.anchor = anchor
            self.tag = tag
        }
    }

    /// A text.
    package struct Scalar: Sendable, Equatable {
        /// What stands before it.
        package let properties: Properties
        /// Quotes, escapes and line folding resolved.
        package let text: String
        /// Whether it stands without quotes and is no block, so that it may mean a number, a truth value or null.
        package let isPlain: Bool

        /// Takes the parts as parsed.
        package init(properties: Properties, text: String, isPlain: Bool) {
            self.properties = properties
            self.text = text
            self.isPlain = isPlain
        }
    }

    /// What it is.
    package let kind: Kind
    /// The line on which it begins, 1 being the first.
    package let line: Int

    /// Takes the parts as parsed.
    package init(kind: Kind, line: Int) {
        self.kind = kind
        self.line = line
    }
}
