import CMicrohttpd
import Glibc

extension HTTPResponse {
    /// Encodes the response with `Connection: close`, for writing it to a socket without libmicrohttpd.
    func wireBytes(retryAfterSeconds: Int? = nil) -> [UInt8] {
        var head = "HTTP/1.1 \(wireStatus) \(reasonPhrase)\r\n"
        for field in sendableFields { head += "\(field.name): \(field.value)\r\n" }
        if let retryAfterSeconds, headers["Retry-After"] == nil { head += "Retry-After: \(retryAfterSeconds)\r\n" }
        head += "Date: \(HTTPDate.now)\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }

    /// Encodes the head of a response whose body follows in chunks, or ends with the connection.
    func streamHead(isChunked: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(wireStatus) \(reasonPhrase)\r\n"
        for field in sendableFields { head += "\(field.name): \(field.value)\r\n" }
        if isChunked { head += "Transfer-Encoding: chunked\r\n" }
        return Array("\(head)Date: \(HTTPDate.now)\r\nConnection: close\r\n\r\n".utf8)
    }

    private var reasonPhrase: String {
        guard let phrase = unsafe MHD_get_reason_phrase_for(UInt32(wireStatus)) else { return "" }
        return unsafe String(cString: phrase)
    }
}

/// Formats times for the Date field (RFC 9110 §5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static var now: String { text(time(nil)) }

    /// Formats a time given in seconds since 1970.
    static func text(_ seconds: Int) -> String {
        var seconds = seconds
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
        let (day, month) = unsafe (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
        return unsafe "\(day), \(twoDigits(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
