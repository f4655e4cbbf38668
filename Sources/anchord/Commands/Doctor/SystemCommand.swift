import Glibc
import TLSChainClient

/// A program of the system that is asked a question, such as systemctl.
enum SystemCommand {
    /// The time that a program has to answer.
    private static let timeout = Duration.seconds(5)
    /// The maximum number of bytes of an answer.
    private static let maximumBytes = 1 << 16

    /// Runs a program, found in PATH, without input and without its messages.
    ///
    /// - Returns: The exit status and the output; nil if the program does not exist or does not end in time.
    static func run(_ arguments: [String]) -> (status: Int32, output: String)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let id = start(arguments, output: ends[1])
        close(ends[1])
        guard let id else { return nil }
        let deadline = Deadline(after: timeout)
        let output = read(ends[0], until: deadline)
        let status = end(of: id, until: output == nil ? Deadline(after: .zero) : deadline)
        guard let output, let status, status & 0x7F == 0 else { return nil }
        return ((status >> 8) & 0xFF, output)
    }

    /// Waits for the end of a program, which is killed at the deadline; returns nil then.
    private static func end(of id: pid_t, until deadline: Deadline) -> Int32? {
        var status: Int32 = 0
        while !deadline.hasPassed {
            let result = unsafe waitpid(id, &status, WNOHANG)
            if result == id { return status }
            if result < 0, errno != EINTR { return nil }
            usleep(5_000)
        }
        kill(id, SIGKILL)
        while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
        return nil
    }

    private static func start(_ arguments: [String], output: Int32) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // The output is read by this program, so its language must not depend on the user.
        let variables = EnvironmentVariables.all().merging(["LC_ALL": "C"]) { _, own in own }
        let words = unsafe arguments.map { unsafe strdup($0) }
        let entries = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") }
        defer { unsafe (words + entries).forEach { unsafe free($0) } }
        var (list, environment) = unsafe (words + [nil], entries + [nil])
        var id: pid_t = 0
        guard unsafe posix_spawnp(&id, arguments[0], &actions, nil, &list, &environment) == 0 else { return nil }
        return id
    }

    /// Reads until the end of the output; nil if it does not end in time.
    private static func read(_ descriptor: Int32, until deadline: Deadline) -> String? {
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 12))
        while bytes.count < maximumBytes {
            guard deadline.wait(for: Int32(POLLIN), on: descriptor) else { return nil }
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { return nil }
        }
        return nil
    }
}
