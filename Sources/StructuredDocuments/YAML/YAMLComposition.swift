import YAMLEvents

/// Composes the nodes of one document from parser events, and collects issues.
struct YAMLComposition {
    private let parser: YAMLParser
    private var issues: [DocumentIssue] = []
    /// The reference tokens from the root to the current node.
    private var steps: [JSONPointer.Step] = []
    private var depth = 0

    /// The JSON pointer to the current node, built only for issues.
    private var pointer: String { steps.reduce("") { $1.appended(to: $0) } }

    init(_ text: [UInt8]) throws(DocumentError) {
        do {
            parser = try YAMLParser(text)
        } catch {
            throw DocumentError(error)
        }
    }

    /// Reads the whole text.
    ///
    /// - Throws: ``DocumentError`` with all issues. Malformed YAML, excessive nesting and a second document are fatal,
    ///   and are reported alone.
    mutating func document() throws(DocumentError) -> DocumentNode {
        var root: DocumentNode?
        while let event = try next() {
            switch event.kind {
            case .documentStart where root != nil:
                let detail = "a second document begins here: a file may contain only one"
                throw DocumentError([DocumentIssue(pointer: "", line: event.line, detail: detail)])
            case .documentStart, .documentEnd: continue
            default: root = try node(event)
            }
        }
        guard issues.isEmpty else { throw DocumentError(issues) }
        return root ?? DocumentNode(.null)
    }

    private func next() throws(DocumentError) -> YAMLEvent? {
        do {
            return try parser.next()
        } catch {
            throw DocumentError(error)
        }
    }

    private mutating func refuse(_ detail: String, _ line: Int) {
        guard issues.count <= DocumentIssues.maximum else { return }
        let isLast = issues.count == DocumentIssues.maximum
        issues.append(
            isLast
                ? DocumentIssue(pointer: "", line: line, detail: "more issues are not listed")
                : DocumentIssue(pointer: pointer, line: line, detail: detail)
        )
    }

    private mutating func node(_ event: YAMLEvent) throws(DocumentError) -> DocumentNode {
        let content: DocumentNode.Content
        switch event.kind {
        case .scalar(let scalar):
            refuse(scalar.properties, event.line)
            content = YAMLScalar.content(of: scalar)
        case .sequenceStart(let properties):
            refuse(properties, event.line)
            content = try items(event.line)
        case .mappingStart(let properties):
            refuse(properties, event.line)
            content = try entries(event.line)
        case .alias:
            let detail = "aliases (`*`) are not supported: repeat the value, or quote text that begins with `*`"
            refuse(detail, event.line)
            content = .null
        case .documentStart, .documentEnd, .sequenceEnd, .mappingEnd: content = .null
        }
        return DocumentNode(content, line: event.line)
    }

    private mutating func refuse(_ properties: YAMLEvent.Properties, _ line: Int) {
        if properties.anchor != nil {
            refuse("anchors (`&`) are not supported: repeat the value, or quote text that begins with `&`", line)
        } else if properties.tag != nil {
            refuse("tags (`!`) are not supported", line)
        }
    }

    private mutating func items(_ line: Int) throws(DocumentError) -> DocumentNode.Content {
        try descend(line)
        defer { depth -= 1 }
        var items: [DocumentNode] = []
        while let event = try next(), event.kind != .sequenceEnd {
            steps.append(.index(items.count))
            items.append(try node(event))
            steps.removeLast()
        }
        return .sequence(items)
    }

    private mutating func entries(_ line: Int) throws(DocumentError) -> DocumentNode.Content {
        try descend(line)
        defer { depth -= 1 }
        var entries: [DocumentNode.Entry] = []
        var keys: Set<UTF8Text> = []
        while let event = try next(), event.kind != .mappingEnd {
            let name = try key(event)
            guard let first = try next() else { break }
            guard let name else {
                _ = try node(first)
                continue
            }
            steps.append(.key(name))
            let value = try node(first)
            if !keys.insert(UTF8Text(name)).inserted {
                refuse("duplicate key \(QuotedText.of(name))", event.line)
            }
            steps.removeLast()
            entries.append(DocumentNode.Entry(key: name, value: value))
        }
        return .mapping(entries)
    }

    /// Returns the text of a key; adds an issue and returns nil if it is rejected.
    private mutating func key(_ event: YAMLEvent) throws(DocumentError) -> String? {
        guard case .scalar(let scalar) = event.kind, let name = YAMLScalar.key(of: scalar) else {
            refuse("a key is not text: put it in quotes", event.line)
            // Consume the events of a collection used as a key.
            if event.kind.isStart { _ = try node(event) }
            return nil
        }
        guard name.utf8.count <= DocumentValue.maximumNameBytes else {
            refuse("a key is longer than \(DocumentValue.maximumNameBytes) bytes", event.line)
            return nil
        }
        return name
    }

    private mutating func descend(_ line: Int) throws(DocumentError) {
        guard depth < YAMLDocument.maximumDepth else {
            let detail = "collections are nested more than \(YAMLDocument.maximumDepth) levels deep"
            throw DocumentError([DocumentIssue(pointer: pointer, line: line, detail: detail)])
        }
        depth += 1
    }
}

extension YAMLEvent.Kind {
    /// Whether the event begins a collection.
    fileprivate var isStart: Bool {
        switch self {
        case .sequenceStart, .mappingStart: true
        case .alias, .scalar, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd: false
        }
    }
}

extension DocumentError {
    fileprivate init(_ error: YAMLError) {
        self.init([DocumentIssue(pointer: "", line: error.line, detail: "invalid YAML: \(error.detail)")])
    }
}
