import COpenSSL

/// A failed OpenSSL call, with OpenSSL's messages.
package struct OpenSSLFailure: Error, CustomStringConvertible {
    /// The name of the function that failed.
    package let function: String
    /// OpenSSL's messages, oldest first; may be empty.
    package let messages: [String]

    /// Removes the messages from the calling thread's error queue.
    init(_ function: String) {
        self.function = function
        messages = Self.drainQueue()
    }

    /// One line for test output.
    package var description: String {
        ([function + " failed"] + messages).joined(separator: ": ")
    }

    private static func drainQueue() -> [String] {
        var messages: [String] = []
        while case let code = ERR_get_error(), code != 0 {
            messages.append(text(of: code))
        }
        return messages
    }

    private static func text(of code: UInt) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        unsafe ERR_error_string_n(code, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
