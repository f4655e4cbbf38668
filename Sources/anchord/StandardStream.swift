import Glibc

/// The streams that every process has, without buffers of their own: what was written has left the process.
enum StandardStream: Int32 {
    case input = 0
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

    /// Reads to the end; nil when there is more than a maximum, in bytes, or reading fails.
    func read(maximum: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= maximum {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe Glibc.read(rawValue, $0.baseAddress, $0.count)
            }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                return nil
            }
        }
        return nil
    }
}
