import COpenSSL
import COpenSSLShims
import TrustEvaluation

/// The contents of OpenSSL's error queue of the calling thread.
package struct OpenSSLError: Error, Equatable {
    /// The reasons, oldest first; empty if OpenSSL gave none.
    package let reasons: [String]

    /// Empties the queue and returns its reasons; must be called right after an OpenSSL function fails.
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

    /// Empties the queue, to discard older errors before a call whose errors will be drained.
    package static func clear() {
        ERR_clear_error()
    }

    /// Empties the queue; throws if it contains a memory failure, which makes a negative result meaningless.
    static func requireMemory() throws(LibraryFailure) {
        var isShort = false
        while case let code = ERR_get_error(), code != 0 {
            isShort = isShort || copensslshims_is_memory_failure(code) == 1
        }
        if isShort { throw LibraryFailure("OpenSSL ran out of memory") }
    }

    /// The reasons as a clause.
    package var text: String { reasons.isEmpty ? "OpenSSL gave no reason" : reasons.joined(separator: "; ") }
}
