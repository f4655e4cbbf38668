import Testing

@testable import FetchProtocol

@Suite struct `The protocol between the daemon and the fetcher` {
    private static var commands: [FetcherCommand] {
        [
            .settings(FetcherSettings()),
            .settings(
                FetcherSettings(
                    allow: ["ocsp.corp.example", "10.0.0.0/8", ""],
                    proxy: "http://proxy.example:3128",
                    connectMilliseconds: .max,
                    concurrent: .max,
                    perHost: 0
                )
            ),
            .fetch(FetchRequest(id: 0, url: "", maximumBytes: 0, milliseconds: 0)),
            .fetch(
                FetchRequest(
                    id: .max,
                    method: .post,
                    url: "http://ocsp.example/ä",
                    contentType: "application/ocsp-request",
                    body: Array(0...255),
                    maximumBytes: .max,
                    milliseconds: .max,
                    acceptedTypes: ["application/ocsp-response", ""]
                )
            ),
            .cancel(7),
        ]
    }

    private static var reports: [FetcherReport] {
        [
            .ready(version: "0.1.0"),
            .begun(.max),
            .part(1, []),
            .part(.max, [UInt8](repeating: 7, count: FetchLimits.partBytes)),
            .completed(FetchCompletion(id: 1, status: 200, url: "http://a.example/", milliseconds: 3, address: "::1")),
            .completed(
                FetchCompletion(
                    id: 2,
                    status: .max,
                    url: "",
                    contentType: "application/pkix-crl",
                    maximumAge: 0,
                    milliseconds: 0,
                    address: ""
                )
            ),
        ]
            + FetchFailure.Code.allCases.map {
                .failed(FetchFailure(id: 3, code: $0, detail: "the server closed the connection", milliseconds: 9))
            }
    }

    private func messages<Message: FetchMessage>(
        in bytes: some Collection<UInt8>,
        _: Message.Type
    ) throws -> [Message] {
        var buffer = FrameBuffer<Message>()
        buffer.append(bytes)
        var messages: [Message] = []
        while let message = try buffer.next() { messages.append(message) }
        return messages
    }

    @Test func `decodes every message that it encodes`() throws {
        #expect(try messages(in: Self.commands.flatMap(\.frame), FetcherCommand.self) == Self.commands)
        #expect(try messages(in: Self.reports.flatMap(\.frame), FetcherReport.self) == Self.reports)
    }

    @Test func `divides a stream at any byte`() throws {
        var buffer = FrameBuffer<FetcherCommand>()
        var found: [FetcherCommand] = []
        for byte in Self.commands.flatMap(\.frame) {
            #expect(try buffer.next() == nil)
            buffer.append([byte])
            if let message = try buffer.next() { found.append(message) }
        }
        #expect(found == Self.commands)
        #expect(buffer.count == 0)
    }

    @Test func `rejects every message without one of its bytes, and with a byte more`() throws {
        func check<Message: FetchMessage>(_ message: Message) {
            let payload = message.frame.dropFirst(4)
            for length in Set([0, 1, 2, 5, 8, 9, 12, payload.count / 2, payload.count - 1])
            where length < payload.count {
                #expect(throws: FetchProtocolError.self, "\(message) \(length)") {
                    _ = try Message(payload: payload.prefix(length))
                }
            }
            #expect(throws: FetchProtocolError("1 bytes follow the message")) {
                _ = try Message(payload: payload + [0])
            }
        }
        for command in Self.commands { check(command) }
        for report in Self.reports { check(report) }
    }

    @Test func `never crashes on damaged messages`() {
        for command in Self.commands {
            let payload = Array(command.frame.dropFirst(4))
            for position in payload.indices {
                for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                    var damaged = payload
                    damaged[position] = value
                    _ = try? FetcherCommand(payload: damaged[...])
                    _ = try? FetcherReport(payload: damaged[...])
                }
            }
        }
    }

    @Test func `limits the lengths of frames and fields before it copies them`() {
        func reason(_ frame: [UInt8]) -> String? {
            do throws(FetchProtocolError) {
                var buffer = FrameBuffer<FetcherReport>()
                buffer.append(frame)
                _ = try buffer.next()
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason([0, 0, 0, 0]) == "a frame is empty")
        #expect(reason([0, 0x10, 0, 1]) == "a frame has 1048577 bytes, more than 1048576")
        #expect(reason([0xFF, 0xFF, 0xFF, 0xFF]) == "a frame has 4294967295 bytes, more than 1048576")
        #expect(reason([0, 0, 0, 1, 99]) == "the report has the unknown type 99")
        let part = FetcherReport.part(1, [UInt8](repeating: 0, count: FetchLimits.partBytes + 1))
        #expect(reason(part.frame) == "a part of the body has 262145 bytes, more than 262144")
        #expect(
            reason(FetcherReport.ready(version: String(repeating: "1", count: 513)).frame)
                == "the version has 513 bytes, more than 512"
        )
        #expect(reason([0, 0, 0, 7, 16, 0, 0, 0, 2, 0xC3, 0x28]) == "the version is not UTF-8")
        let failure = FetcherReport.failed(FetchFailure(id: 1, code: .timedOut, detail: "", milliseconds: 1))
        let other = failure.frame.map { $0 == UInt8(ascii: "t") ? UInt8(ascii: "T") : $0 }
        #expect(reason(other) == "the code of a failure is unknown")
    }
}
