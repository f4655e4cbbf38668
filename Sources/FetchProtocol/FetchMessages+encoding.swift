/// A message that has a frame of its own.
package protocol FetchMessage: Sendable {
    /// The frame of the message; it begins with the length of all that follows, in four bytes, and a type.
    var frame: [UInt8] { get }

    /// Decodes a frame without its length field.
    ///
    /// - Throws: ``FetchProtocolError`` if the message is unknown or malformed, or exceeds a limit of ``FetchLimits``.
    init(payload: ArraySlice<UInt8>) throws(FetchProtocolError)
}

private enum MessageType {
    static let (settings, fetch, cancel) = (UInt8(1), UInt8(2), UInt8(3))
    static let (ready, part, completed, failed) = (UInt8(16), UInt8(17), UInt8(18), UInt8(19))
    static let begun = UInt8(20)
}

extension FetcherCommand: FetchMessage {
    /// The frame of the command.
    package var frame: [UInt8] {
        switch self {
        case .settings(let settings):
            var writer = FrameWriter(type: MessageType.settings)
            writer.write(settings.allow)
            writer.write(settings.proxy)
            writer.write(settings.connectMilliseconds)
            writer.write(settings.concurrent)
            writer.write(settings.perHost)
            return writer.frame
        case .fetch(let request):
            var writer = FrameWriter(type: MessageType.fetch)
            writer.write(request.id)
            writer.write(request.method.rawValue)
            writer.write(request.url)
            writer.write(request.contentType)
            writer.write(request.body)
            writer.write(request.maximumBytes)
            writer.write(request.milliseconds)
            writer.write(request.acceptedTypes)
            return writer.frame
        case .cancel(let id):
            var writer = FrameWriter(type: MessageType.cancel)
            writer.write(id)
            return writer.frame
        }
    }

    /// Decodes a command.
    package init(payload: ArraySlice<UInt8>) throws(FetchProtocolError) {
        var reader = FieldReader(payload)
        let type: UInt8 = try reader.number("the type")
        switch type {
        case MessageType.settings: self = .settings(try FetcherSettings(&reader))
        case MessageType.fetch: self = .fetch(try FetchRequest(&reader))
        case MessageType.cancel: self = .cancel(try reader.number("the number of the fetch"))
        default: throw FetchProtocolError("the command has the unknown type \(type)")
        }
        try reader.requireEnd()
    }
}

extension FetcherSettings {
    fileprivate init(_ reader: inout FieldReader) throws(FetchProtocolError) {
        self.init(
            allow: try reader.texts("allowed hosts", ofAtMost: FetchLimits.allowed),
            proxy: try reader.optionalText("the proxy"),
            connectMilliseconds: try reader.number("the time for connecting"),
            concurrent: try reader.number("the number of concurrent fetches"),
            perHost: try reader.number("the number of concurrent fetches from a host")
        )
    }
}

extension FetchRequest {
    fileprivate init(_ reader: inout FieldReader) throws(FetchProtocolError) {
        let id: UInt64 = try reader.number("the number of the fetch")
        let code: UInt8 = try reader.number("the method")
        guard let method = Method(rawValue: code) else {
            throw FetchProtocolError("the method has the unknown number \(code)")
        }
        self.init(
            id: id,
            method: method,
            url: try reader.text("the URL", ofAtMost: FetchLimits.urlBytes),
            contentType: try reader.optionalText("the Content-Type"),
            body: try reader.bytes("the body", ofAtMost: FetchLimits.bodyBytes),
            maximumBytes: try reader.number("the maximum size"),
            milliseconds: try reader.number("the maximum time"),
            acceptedTypes: try reader.texts("accepted media types", ofAtMost: FetchLimits.types)
        )
    }
}

extension FetcherReport: FetchMessage {
    /// The frame of the report.
    package var frame: [UInt8] {
        switch self {
        case .ready(let version):
            var writer = FrameWriter(type: MessageType.ready)
            writer.write(version)
            return writer.frame
        case .begun(let id):
            var writer = FrameWriter(type: MessageType.begun)
            writer.write(id)
            return writer.frame
        case .part(let id, let bytes):
            var writer = FrameWriter(type: MessageType.part)
            writer.write(id)
            writer.write(bytes)
            return writer.frame
        case .completed(let completion):
            var writer = FrameWriter(type: MessageType.completed)
            writer.write(completion.id)
            writer.write(completion.status)
            writer.write(completion.url)
            writer.write(completion.contentType)
            writer.write(completion.maximumAge)
            writer.write(completion.milliseconds)
            writer.write(completion.address)
            return writer.frame
        case .failed(let failure):
            var writer = FrameWriter(type: MessageType.failed)
            writer.write(failure.id)
            writer.write(failure.code.rawValue)
            writer.write(failure.detail)
            writer.write(failure.milliseconds)
            writer.write(failure.redirect)
            return writer.frame
        }
    }

    /// Decodes a report.
    package init(payload: ArraySlice<UInt8>) throws(FetchProtocolError) {
        var reader = FieldReader(payload)
        let type: UInt8 = try reader.number("the type")
        switch type {
        case MessageType.ready: self = .ready(version: try reader.text("the version"))
        case MessageType.begun: self = .begun(try reader.number("the number of the fetch"))
        case MessageType.part:
            let id: UInt64 = try reader.number("the number of the fetch")
            self = .part(id, try reader.bytes("a part of the body", ofAtMost: FetchLimits.partBytes))
        case MessageType.completed: self = .completed(try FetchCompletion(&reader))
        case MessageType.failed: self = .failed(try FetchFailure(&reader))
        default: throw FetchProtocolError("the report has the unknown type \(type)")
        }
        try reader.requireEnd()
    }
}

extension FetchCompletion {
    fileprivate init(_ reader: inout FieldReader) throws(FetchProtocolError) {
        self.init(
            id: try reader.number("the number of the fetch"),
            status: try reader.number("the status"),
            url: try reader.text("the URL", ofAtMost: FetchLimits.urlBytes),
            contentType: try reader.optionalText("the Content-Type"),
            maximumAge: try reader.optionalNumber("the maximum age"),
            milliseconds: try reader.number("the time"),
            address: try reader.text("the address")
        )
    }
}

extension FetchFailure {
    fileprivate init(_ reader: inout FieldReader) throws(FetchProtocolError) {
        let id: UInt64 = try reader.number("the number of the fetch")
        let name = try reader.text("the code")
        guard let code = Code(rawValue: name) else {
            throw FetchProtocolError("the code of a failure is unknown")
        }
        self.init(
            id: id,
            code: code,
            detail: try reader.text("the detail"),
            milliseconds: try reader.number("the time"),
            redirect: try reader.optionalText("the URL of the redirect")
        )
    }
}
