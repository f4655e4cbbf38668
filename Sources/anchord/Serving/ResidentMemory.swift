import FileAccess
import Glibc

/// The memory of this process in physical pages.
enum ResidentMemory {
    /// The size in bytes; 0 if it cannot be read.
    static var bytes: Int {
        guard let text = try? LocalFiles.bytes(of: "/proc/self/statm", maximum: 4096) else { return 0 }
        // The second number is the count of resident pages (proc(5)).
        let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return 0 }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
