import Glibc
import Synchronization
import SystemThreads
import TrustModel

/// An IP address returned by getaddrinfo(3).
struct ResolvedAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]
}

/// Resolves one host name on its own thread, because getaddrinfo(3) has no timeout.
///
/// After the deadline the thread continues until getaddrinfo(3) returns; its result is discarded.
final class NameLookup: Sendable {
    private let host: String
    private let port: UInt16
    private let answer = Mutex<Result<[ResolvedAddress], TLSChainError>?>(nil)
    private let readEnd: Int32
    private let writeEnd: Int32

    private init(_ endpoint: TLSEndpoint) throws(TLSChainError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw TLSChainError(.resources, "cannot be resolved: error \(errno)")
        }
        host = endpoint.host.description
        port = endpoint.port
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Returns the addresses of an endpoint, in the order in which to try them (RFC 6724).
    static func addresses(of endpoint: TLSEndpoint, until deadline: Deadline) throws(TLSChainError) -> [ResolvedAddress]
    {
        let lookup = try NameLookup(endpoint)
        try lookup.start()
        guard deadline.wait(for: Int32(POLLIN), on: lookup.readEnd), let answer = lookup.answer.withLock({ $0 }) else {
            throw TLSChainError(.timeout, "cannot be resolved: the name servers did not answer in time")
        }
        return try answer.get()
    }

    private func start() throws(TLSChainError) {
        do { try PlatformThread.start(run).detach() } catch {
            throw TLSChainError(.resources, "cannot be resolved: error \(error.errno)")
        }
    }

    private func run() {
        let found = resolve()
        answer.withLock { $0 = found }
        var byte: UInt8 = 0
        unsafe _ = write(writeEnd, &byte, 1)
    }

    private func resolve() -> Result<[ResolvedAddress], TLSChainError> {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard result == 0 else {
            return .failure(
                TLSChainError(.nameNotFound, "cannot be resolved: \(unsafe String(cString: gai_strerror(result)))")
            )
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [ResolvedAddress] = []
        var next = unsafe list
        while let entry = unsafe next?.pointee {
            if let address = unsafe entry.ai_addr {
                let bytes = unsafe UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
                addresses.append(ResolvedAddress(family: unsafe entry.ai_family, bytes: unsafe Array(bytes)))
            }
            unsafe next = entry.ai_next
        }
        return .success(addresses)
    }
}
