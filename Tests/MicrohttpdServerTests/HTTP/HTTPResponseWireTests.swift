import Testing

@testable import MicrohttpdServer

@Suite struct `Encoded responses` {
    @Test func `the date has the format of RFC 9110 §5.6.7`() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func `fields written by the server replace the responder's, and Retry-After is not repeated`() {
        let response = HTTPResponse(
            status: 503,
            headers: ["Content-Length": "9", "Retry-After": "7", "Connection": "keep-alive"],
            body: [0x61]
        )
        let text = String(decoding: response.wireBytes(retryAfterSeconds: 1), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\nDate: "))
        #expect(text.hasSuffix("\r\nConnection: close\r\nContent-Length: 1\r\n\r\na"))
    }

    @Test func `a status that is not final becomes 500`() {
        #expect(HTTPResponse(status: 101).wireStatus == 500)
        #expect(HTTPResponse(status: 600).wireStatus == 500)
    }
}
