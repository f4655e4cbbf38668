import COpenSSL
import COpenSSLShims
import TrustEvaluation

/// What OpenSSL put into the calling thread's error queue.
package struct OpenSSLError: Error, Equatable {
    /// The queue's reasons, oldest first; empty where OpenSSL gave none.
    package let reasons: [String]

    /// Empties the queue into a value; called right after a call that failed.
    package static func drain() -> OpenSSLError {
        var reasons: [String] = []
        while case let code = ERR_get_error(), code != 0 {
            if let text = unsafe ERR_reason_error_string(code) {
                reasons.append(unsafe String(cString: text))
            } else {
                reasons.append("error \(code)")
            }
        }
        return OpenSSLError(reasons: reasons)
    }

    /// Empties the queue; called before a call whose failure will be drained, since other code may have left something.
    package static func clear() {
        ERR_clear_error()
    }

    /// Empties the queue; throws where it says that there was no memory, so that an answer of no means nothing.
    static func requireMemory() throws(LibraryFailure) {
        var isShort = false
        while case let code = ERR_get_error(), code != 0 {
            isShort = isShort || copensslshims_is_memory_failure(code) == 1
        }
        if isShort { throw LibraryFailure("OpenSSL had too little memory") }
    }

    /// The reasons as one clause.
    package var text: String { reasons.isEmpty ? "OpenSSL gave no reason" : reasons.joined(separator: "; ") }
}
