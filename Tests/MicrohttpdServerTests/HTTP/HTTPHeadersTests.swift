import Testing

@testable import MicrohttpdServer

@Suite struct `Header fields` {
    private let headers: HTTPHeaders = ["Host": "a", "X-Two": "1", "x-two": "2"]

    @Test func `names are compared without ASCII case`() {
        #expect(headers["HOST"] == "a")
        #expect(headers.values("X-TWO") == ["1", "2"])
        #expect(headers["host "] == nil)
        #expect(HTTPHeaders(["\u{212A}": "kelvin"].map { ($0.key, $0.value) })["k"] == nil)
    }

    @Test func `replacing a field leaves exactly one`() {
        var headers = headers
        headers.replace("X-TWO", with: "3")
        #expect(headers.values("x-two") == ["3"])
    }
}
