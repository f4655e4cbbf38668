/// Where the server listens and how much it takes.
package struct ServerConfiguration: Sendable {
    /// Where to listen; at least one.
    package var listeners: [ListenAddress]
    /// The mode of the Unix sockets' files, so the owner and the group may connect by default.
    package var unixSocketMode: UInt16 = 0o660
    /// Worker threads; 0 means one a core this process may run on.
    package var workers: Int = 0
    /// The longest body taken, in bytes; 1 MiB holds far longer chains of PEM than are ever sent.
    package var maximumBodyBytes: Int = 1 << 20
    /// Room for the request line and the header fields, in bytes.
    ///
    /// libmicrohttpd makes it approximate: a field costs it about 64 bytes more than its text.
    package var maximumHeaderBytes: Int = 32 << 10
    /// Connections open at once over all workers; the next one is answered with 503.
    package var maximumConnections: Int = 4096
    /// Connections open at once from one IP address or one local user, 0 for no limit; the next is answered with 429.
    package var maximumConnectionsPerAddress: Int = 2048
    /// Batches under way at once over all connections; the next one is answered with 503.
    package var maximumBatches: Int = 64
    /// Batches under way at once from one IP address or one local user, 0 for no limit; the next is answered with 429.
    package var maximumBatchesPerAddress: Int = 32
    /// Bytes that bodies, batches and answers hold together; a request that needs more is answered with 503.
    package var maximumBufferedBytes: Int = 256 << 20
    /// How long a connection may be silent, or not read its answer, before it ends; counted in whole seconds, at least 1.
    package var idleTimeout: Duration = .seconds(60)
    /// How long head and body may take from the request line to the last byte before 408; at least 1 ms.
    ///
    /// A peer that trickles the request line itself ends after `idleTimeout` and this time together.
    package var requestTimeout: Duration = .seconds(30)

    /// Listens at the addresses given, everything else at its default.
    package init(listeners: [ListenAddress]) {
        self.listeners = listeners
    }
}
