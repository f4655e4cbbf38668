/// The addresses and limits of a server.
package struct ServerConfiguration: Sendable {
    /// The addresses to listen on; at least one.
    package var listeners: [ListenAddress]
    /// The file mode of Unix sockets; by default, the owner and the group may connect.
    package var unixSocketMode: UInt16 = 0o660
    /// The group ID of Unix sockets; nil for the group that the system assigns, usually that of the process.
    package var unixSocketGroup: UInt32?
    /// The prefix of targets that are neither decoded nor validated, since their rest comes from another request.
    package var literalPrefix: String?
    /// The number of worker threads; 0 means one per processor available to the process.
    package var workers: Int = 0
    /// The maximum body length in bytes; 1 MiB suffices for any realistic PEM chain.
    package var maximumBodyBytes: Int = 1 << 20
    /// The approximate maximum length of the request line and the header fields, in bytes.
    ///
    /// libmicrohttpd needs about 64 bytes for each field in addition to its text.
    package var maximumHeaderBytes: Int = 32 << 10
    /// The maximum number of open connections; further connections receive status 503.
    package var maximumConnections: Int = 4096
    /// The maximum number of open connections per IP address or local user (0: no limit); further ones receive 429.
    package var maximumConnectionsPerAddress: Int = 2048
    /// The maximum number of batches in progress; further ones receive status 503.
    package var maximumBatches: Int = 64
    /// The maximum number of batches in progress per IP address or local user (0: no limit); further ones receive 429.
    package var maximumBatchesPerAddress: Int = 32
    /// The maximum number of requests and batch items that wait for a later answer; further requests receive status 503.
    package var maximumSuspended: Int = 1024
    /// The maximum time that a request waits for a later answer, at least 1 ms; it then receives status 503.
    ///
    /// This is a backstop: responders apply shorter deadlines of their own.
    package var maximumWait: Duration = .seconds(35)
    /// The maximum memory for bodies, batches and responses in bytes; a request for which it is too small receives 503.
    package var maximumBufferedBytes: Int = 256 << 20
    /// The time without sending or reading after which a connection is closed; rounded up to whole seconds, at least 1.
    package var idleTimeout: Duration = .seconds(60)
    /// The maximum time from the request line to the end of the body, at least 1 ms; slower clients receive 408.
    ///
    /// A client that has not completed its request line is disconnected after `idleTimeout` plus this time.
    package var requestTimeout: Duration = .seconds(30)

    /// Creates a configuration with the given addresses and default limits.
    package init(listeners: [ListenAddress]) {
        self.listeners = listeners
    }
}
