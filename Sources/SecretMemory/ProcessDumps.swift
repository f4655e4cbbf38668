import CSystemShims

/// Access of other processes to the memory of this process (prctl(2), PR_SET_DUMPABLE).
package enum ProcessDumps {
    /// Disables core dumps, and access by ptrace(2) and /proc/PID/mem for other processes of the same user.
    ///
    /// Call this function before the first private key is loaded. Processes with CAP_SYS_PTRACE keep their access. The
    /// kernel enables access again if the process changes its user or executes another program.
    /// - Returns: Whether the kernel accepted the setting.
    @discardableResult
    package static func disable() -> Bool { csystemshims_prctl_set_dumpable(0) == 0 }

    /// Enables them again.
    @discardableResult
    static func enable() -> Bool { csystemshims_prctl_set_dumpable(1) == 0 }

    /// Whether they are disabled.
    package static var areDisabled: Bool { csystemshims_prctl_get_dumpable() == 0 }
}
