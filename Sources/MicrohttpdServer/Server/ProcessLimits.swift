import CMicrohttpdShims
import CSystemShims
import Glibc

/// Process-wide settings for a server with many connections, which the executable applies at startup.
package enum ProcessLimits {
    /// The size in bytes from which the allocator maps blocks individually; the initial threshold of glibc.
    private static let largeBlockBytes: Int32 = 128 << 10
    /// The number of descriptors reserved for listeners, files and event queues.
    private static let spareDescriptors = 256

    /// Makes the allocator return large blocks, such as request bodies, to the system as soon as they are freed.
    ///
    /// By default, glibc raises its threshold when a large block is freed. Bodies then fragment heaps, which never
    /// shrink.
    package static func returnLargeBlocks() {
        _ = cmicrohttpdshims_mallopt_mmap_threshold(largeBlockBytes)
    }

    /// Returns the free pages of all heaps to the system, for example after a reload has replaced policies.
    ///
    /// Otherwise, glibc returns only pages at heap ends. The call takes a few milliseconds and hardly blocks threads.
    package static func returnFreeMemory() {
        _ = cmicrohttpdshims_malloc_trim(0)
    }

    /// Returns the pages with the code and constants of the program and its libraries; the kernel maps them again on use.
    ///
    /// Most of the code that a start runs is not used later. Breakpoints that are set before this call are lost.
    package static func returnProgramPages() {
        csystemshims_release_program_pages()
    }

    /// Raises the soft limit on descriptors to what the connections need, or to the hard limit if that is lower.
    ///
    /// Counts two descriptors per connection, since a connection that lingers after its response uses a second one, and one
    /// per event stream.
    ///
    /// - Returns: nil if the new limit suffices; otherwise the numbers of descriptors needed and allowed.
    package static func raiseDescriptorLimit(
        forConnections connections: Int,
        eventStreams: Int = 0
    ) -> (needed: Int, allowed: Int)? {
        let needed = connections * 2 + eventStreams + spareDescriptors
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        guard limit.rlim_cur < rlim_t(needed) else { return nil }
        limit.rlim_cur = min(rlim_t(needed), limit.rlim_max)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit.rlim_cur < rlim_t(needed) ? (needed, Int(limit.rlim_cur)) : nil
    }
}
