import Glibc

/// The streams that every process writes to, without buffers of their own: what was written has left the process.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes the whole text; gives up in silence when nobody reads it any more.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
