import CSystemShims
import Glibc

/// A child process that has not been reaped yet.
///
/// The child has only standard streams and one socket, no environment, no inherited signal settings, and a process group
/// of its own, so that a terminal's interrupt ends it only through the daemon.
struct ChildProcess {
    let id: pid_t

    /// Starts an executable without waiting for it.
    ///
    /// - Parameters:
    ///   - executable: The absolute path of the executable.
    ///   - arguments: The arguments after the name of the program.
    ///   - socket: The descriptor that the child receives as `descriptor`.
    ///   - descriptor: The number of the socket in the child, at least 3.
    /// - Throws: ``SystemFailure`` if the program cannot be executed.
    init(
        _ executable: String,
        _ arguments: [String],
        passing socket: Int32,
        as descriptor: Int32
    ) throws(SystemFailure) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // Both streams would otherwise be those of the daemon; its standard error is the log.
        unsafe posix_spawn_file_actions_adddup2(&actions, socket, descriptor)
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe csystemshims_posix_spawn_file_actions_addclosefrom_np(&actions, descriptor + 1)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        Self.setSignals(&attributes)
        let words = unsafe ([executable] + arguments).map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        var list = unsafe words + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        var id: pid_t = 0
        let result = unsafe posix_spawn(&id, executable, &actions, &attributes, &list, &environment)
        guard result == 0 else { throw SystemFailure("execute \(executable)", errno: result) }
        self.id = id
    }

    /// Gives the child an empty signal mask, the default action for every signal, and its own process group.
    private static func setSignals(_ attributes: inout posix_spawnattr_t) {
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Sends SIGKILL, which no program can block.
    func kill() {
        _ = Glibc.kill(id, SIGKILL)
    }

    /// How a process ended.
    enum End: Equatable {
        case exit(status: Int32)
        case signal(Int32)
        /// Another part of the program reaped the process, or SIGCHLD is ignored.
        case unknown
    }

    /// Reaps the process if it has ended; returns nil if it still runs.
    ///
    /// Do not call this again after the end of the process.
    func end() -> End? {
        var status: Int32 = 0
        while true {
            let result = unsafe waitpid(id, &status, WNOHANG)
            if result == 0 { return nil }
            if result < 0, errno == EINTR { continue }
            guard result == id else { return .unknown }
            // The macros of <sys/wait.h>, which Swift cannot import.
            let signal = status & 0x7F
            return signal == 0 ? .exit(status: (status >> 8) & 0xFF) : .signal(signal)
        }
    }

    /// Reaps the process as soon as it has ended; returns nil if it still runs after this many milliseconds.
    func end(within milliseconds: Int) -> End? {
        for _ in 0..<milliseconds {
            if let end = end() { return end }
            usleep(1000)
        }
        return nil
    }
}

extension ChildProcess.End: CustomStringConvertible {
    var description: String {
        switch self {
        case .exit(let status): "exited with status \(status)"
        case .signal(let number): "was ended by signal \(number)"
        case .unknown: "has ended"
        }
    }
}
