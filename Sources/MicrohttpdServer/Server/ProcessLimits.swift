import CMicrohttpdShims
import Glibc

/// Settings of the whole process that a server of many connections needs; the executable asks for them once, at start.
package enum ProcessLimits {
    /// From this size on the allocator maps a block of its own: glibc's initial threshold, in bytes.
    private static let largeBlockBytes: Int32 = 128 << 10
    /// Descriptors beside those of connections: listeners, files, event queues.
    private static let spareDescriptors = 256

    /// Lets large blocks, such as those of request bodies, go back to the system as soon as they are free.
    ///
    /// glibc raises its threshold whenever a large block is freed; bodies then fragment its heaps, which keep their
    /// greatest size for good.
    package static func returnLargeBlocks() {
        _ = cmicrohttpdshims_mallopt_mmap_threshold(largeBlockBytes)
    }

    /// Returns free memory of all heaps to the system; called after a reload, whose replaced policies leave whole pages free.
    ///
    /// glibc itself trims only the end of a heap. It takes a few milliseconds, in which no other thread waits for long.
    package static func returnFreeMemory() {
        _ = cmicrohttpdshims_malloc_trim(0)
    }

    /// Raises the soft limit on descriptors as far as connections need and the hard limit allows.
    ///
    /// An answer that must not be lost may keep a second descriptor of its connection for a moment, hence two each.
    ///
    /// - Parameter connections: how many connections there may be.
    /// - Returns: how many descriptors were needed and how many there are, where these are fewer; nil when all is well.
    package static func raiseDescriptorLimit(forConnections connections: Int) -> (needed: Int, allowed: Int)? {
        let needed = connections * 2 + spareDescriptors
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        guard limit.rlim_cur < rlim_t(needed) else { return nil }
        limit.rlim_cur = min(rlim_t(needed), limit.rlim_max)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit.rlim_cur < rlim_t(needed) ? (needed, Int(limit.rlim_cur)) : nil
    }
}
