/// The bounds of a client.
package struct FetcherClientLimits: Sendable {
    /// The maximum number of outstanding fetches; further fetches fail at once.
    ///
    /// A fetch that was canceled or has expired is outstanding until the process has confirmed its end.
    package var outstanding = 1024
    /// The maximum number of bytes of requests that wait to be sent.
    package var requestBytes = 4 << 20
    /// The maximum number of bytes of all responses that are not complete.
    package var responseBytes = 128 << 20
    /// The maximum time from the start of the process until it accepts the settings.
    package var readiness = Duration.seconds(5)
    /// How much longer than its own time limit a fetch waits for the process.
    package var grace = Duration.seconds(1)
    /// How long the process may be silent about a fetch that was canceled or has expired.
    package var silence = Duration.seconds(5)

    /// Creates the default limits.
    package init() {}
}
