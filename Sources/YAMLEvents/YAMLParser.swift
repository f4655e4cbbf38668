import CYAML

/// Reads YAML step by step with libyaml; nothing is expanded, and nothing refused but what is no YAML.
@safe package final class YAMLParser {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The text, which libyaml reads where it stands.
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Takes a text in UTF-8.
    package init(_ text: [UInt8]) throws(YAMLError) {
        unsafe parser = .allocate(capacity: 1)
        unsafe input = .allocate(capacity: text.count)
        _ = unsafe input.initialize(from: text)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            // What there is to delete, so that `deinit` can.
            unsafe parser.initialize(to: yaml_parser_t())
            throw YAMLError(line: nil, detail: "there is too little memory")
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// The next event; nil at the end of the text.
    ///
    /// - Throws: ``YAMLError`` where the text stops being YAML; nothing may be read after that.
    package func next() throws(YAMLError) -> YAMLEvent? {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure }
            defer { unsafe yaml_event_delete(&event) }
            if unsafe event.type == YAML_STREAM_END_EVENT || event.type == YAML_NO_EVENT { return nil }
            guard let kind = unsafe YAMLEvent.Kind(event) else { continue }
            return YAMLEvent(kind: kind, line: unsafe Int(event.start_mark.line) + 1)
        }
    }

    /// What libyaml says of the place where it gave up.
    private var failure: YAMLError {
        let problem = unsafe text(parser.pointee.problem) ?? "there is too little memory"
        switch unsafe parser.pointee.error {
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
            let cause = unsafe text(parser.pointee.context).map { context in
                "\(context) begun on line \(unsafe parser.pointee.context_mark.line + 1): "
            }
            return YAMLError(line: unsafe Int(parser.pointee.problem_mark.line) + 1, detail: (cause ?? "") + problem)
        case YAML_READER_ERROR:
            // It reads ahead of its count of lines.
            let before = unsafe input.prefix(parser.pointee.problem_offset)
            return YAMLError(line: unsafe before.count { $0 == UInt8(ascii: "\n") } + 1, detail: problem)
        default: return YAMLError(line: nil, detail: problem)
        }
    }
}

extension YAMLEvent.Kind {
    /// What an event of libyaml says; nil for the start of the stream, which says nothing.
    fileprivate init?(_ event: yaml_event_t) {
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT: self = .documentStart
        case YAML_DOCUMENT_END_EVENT: self = .documentEnd
        case YAML_ALIAS_EVENT: self = unsafe .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            // It may hold zeros.
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            self = unsafe .scalar(
                YAMLEvent.Scalar(
                    properties: YAMLEvent.Properties(anchor: text(scalar.anchor), tag: text(scalar.tag)),
                    text: String(decoding: bytes, as: UTF8.self),
                    isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE
                )
            )
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            self = unsafe .sequenceStart(YAMLEvent.Properties(anchor: text(start.anchor), tag: text(start.tag)))
        case YAML_SEQUENCE_END_EVENT: self = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            self = unsafe .mappingStart(YAMLEvent.Properties(anchor: text(start.anchor), tag: text(start.tag)))
        case YAML_MAPPING_END_EVENT: self = .mappingEnd
        default: return nil
        }
    }
}

/// A text of libyaml's; nil for none.
private func text(_ pointer: UnsafePointer<UInt8>?) -> String? {
    unsafe pointer.map { unsafe String(decodingCString: $0, as: UTF8.self) }
}

/// A message of libyaml's; nil for none.
private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}
