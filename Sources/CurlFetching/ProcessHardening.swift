import CCurlShims
import Glibc

/// The restrictions that the fetcher puts on its own process before it reads a byte of the network.
package enum ProcessHardening {
    /// The descriptors for connections and look-ups, and for their concurrent number at most.
    private static let maximumDescriptors: UInt = 4096

    /// Gives up privileges that the process does not need, and closes all descriptors but the standard ones and `kept`.
    ///
    /// The process cannot gain privileges, write core dumps, or be read by other processes of its user.
    /// - Returns: Whether the kernel accepted all restrictions.
    package static func apply(keeping kept: Int32) -> Bool {
        let limits = [
            ccurlshims_limit(Int32(RLIMIT_CORE.rawValue), 0),
            ccurlshims_limit(Int32(RLIMIT_NOFILE.rawValue), maximumDescriptors), ccurlshims_reduce_privileges(),
            ccurlshims_close_others(kept),
        ]
        return limits.allSatisfy { $0 == 0 }
    }
}
