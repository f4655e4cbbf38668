import CYAML

/// Parses YAML into events with libyaml.
///
/// Does not expand aliases, and rejects only malformed YAML.
@safe package final class YAMLParser {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The text, which libyaml reads in place.
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Creates a parser for UTF-8 text.
    package init(_ text: [UInt8]) throws(YAMLError) {
        unsafe parser = .allocate(capacity: 1)
        unsafe input = .allocate(capacity: text.count)
        _ = unsafe input.initialize(from: text)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            // Initialize the struct so that `deinit` can delete it.
            unsafe parser.initialize(to: yaml_parser_t())
            throw YAMLError(line: nil, detail: "out of memory")
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Returns the next event; nil at the end of the text.
    ///
    /// - Throws: ``YAMLError`` at the first malformed construct; do not call the method again after that.
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

    /// The remedy for a frequent mistake that libyaml describes in its own terms; nil for other mistakes.
    private var hint: String? {
        switch unsafe text(parser.pointee.context) {
        case "while scanning an alias": return "text that begins with `*` must be quoted, such as \"*.example.com\""
        case "while scanning an anchor": return "text that begins with `&` must be quoted"
        case "while scanning for the next token":
            let text = unsafe String(decoding: input, as: UTF8.self).unicodeScalars
            let character = unsafe text.dropFirst(Int(parser.pointee.problem_mark.index)).first
            return switch character {
            case "\t": "a tab is not allowed here: indent with spaces"
            case "@", "`", "%": "text that begins with `\(character?.description ?? "")` must be quoted"
            default: nil
            }
        default: return nil
        }
    }

    /// The error that libyaml reports, with its position.
    private var failure: YAMLError {
        let problem = unsafe text(parser.pointee.problem) ?? "out of memory"
        switch unsafe parser.pointee.error {
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
            if let hint { return YAMLError(line: unsafe Int(parser.pointee.problem_mark.line) + 1, detail: hint) }
            let cause = unsafe text(parser.pointee.context).map { context in
                "\(context) (starting on line \(unsafe parser.pointee.context_mark.line + 1)): "
            }
            return YAMLError(line: unsafe Int(parser.pointee.problem_mark.line) + 1, detail: (cause ?? "") + problem)
        case YAML_READER_ERROR:
            // libyaml's reader is ahead of its line count, so count the lines up to the offset of the error.
            let before = unsafe input.prefix(parser.pointee.problem_offset)
            return YAMLError(line: unsafe before.count { $0 == UInt8(ascii: "\n") } + 1, detail: problem)
        default: return YAMLError(line: nil, detail: problem)
        }
    }
}

extension YAMLEvent.Kind {
    /// Converts an event of libyaml; nil for the start of the stream, which has no equivalent.
    fileprivate init?(_ event: yaml_event_t) {
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT: self = .documentStart
        case YAML_DOCUMENT_END_EVENT: self = .documentEnd
        case YAML_ALIAS_EVENT: self = unsafe .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            // The value may contain NUL bytes.
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

/// Converts a UTF-8 string of libyaml; nil for a null pointer.
private func text(_ pointer: UnsafePointer<UInt8>?) -> String? {
    unsafe pointer.map { unsafe String(decodingCString: $0, as: UTF8.self) }
}

/// Converts a message of libyaml; nil for a null pointer.
private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}

/// An error that libyaml reports for malformed YAML.
package struct YAMLError: Error, Sendable, Equatable {
    /// The 1-based line; nil if the error has no position.
    package let line: Int?
    /// The description of the error, without a period.
    package let detail: String

    /// Creates an error.
    package init(line: Int?, detail: String) {
        self.line = line
        self.detail = detail
    }
}
