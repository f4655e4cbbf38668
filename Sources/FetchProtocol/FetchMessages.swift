/// The settings of a connection, its first message.
package struct FetcherSettings: Hashable, Sendable {
    /// The hosts, addresses and networks that may be reached besides public addresses on port 80, as configured.
    package var allow: [String]
    /// The URL of the proxy for all fetches; nil for none.
    package var proxy: String?
    /// The maximum time for establishing a connection, in milliseconds.
    package var connectMilliseconds: UInt32
    /// The maximum number of concurrent fetches; further fetches wait.
    package var concurrent: UInt16
    /// The maximum number of concurrent fetches from one host.
    package var perHost: UInt16

    /// Creates settings; by default, only public addresses may be reached.
    package init(
        allow: [String] = [],
        proxy: String? = nil,
        connectMilliseconds: UInt32 = 2000,
        concurrent: UInt16 = 64,
        perHost: UInt16 = 4
    ) {
        self.allow = allow
        self.proxy = proxy
        self.connectMilliseconds = connectMilliseconds
        self.concurrent = concurrent
        self.perHost = perHost
    }
}

/// One fetch.
package struct FetchRequest: Hashable, Sendable {
    /// The HTTP method.
    package enum Method: UInt8, Sendable, CaseIterable {
        case get
        case post
    }

    /// The number of the fetch; each fetch of a connection has a higher number than the one before.
    package var id: UInt64
    /// The HTTP method; a body is sent only with `post`.
    package var method: Method
    /// The URL, whose scheme must be http.
    package var url: String
    /// The Content-Type of the body; nil for none.
    package var contentType: String?
    /// The body of a `post`.
    package var body: [UInt8]
    /// The maximum size of the response's body, in bytes.
    package var maximumBytes: UInt64
    /// The maximum time for which the fetch waits for others, and then for the fetch itself with its redirects, in
    /// milliseconds.
    package var milliseconds: UInt32
    /// The media types of the field Accept, which the response may have; empty for no field and any type.
    ///
    /// An entry that begins with `*/*` permits any type. A response without a type is always permitted.
    package var acceptedTypes: [String]

    /// Creates a request.
    package init(
        id: UInt64,
        method: Method = .get,
        url: String,
        contentType: String? = nil,
        body: [UInt8] = [],
        maximumBytes: UInt64,
        milliseconds: UInt32,
        acceptedTypes: [String] = []
    ) {
        self.id = id
        self.method = method
        self.url = url
        self.contentType = contentType
        self.body = body
        self.maximumBytes = maximumBytes
        self.milliseconds = milliseconds
        self.acceptedTypes = acceptedTypes
    }
}

/// The end of a fetch that succeeded; the body was sent before, in parts.
package struct FetchCompletion: Hashable, Sendable {
    /// The number of the fetch.
    package var id: UInt64
    /// The HTTP status, 200 or 203.
    package var status: UInt16
    /// The URL of the response, after redirects.
    package var url: String
    /// The Content-Type of the response; nil if absent.
    package var contentType: String?
    /// The time for which the response may be cached according to its header fields, in seconds; nil if not limited.
    package var maximumAge: UInt32?
    /// The time that the fetch took, in milliseconds.
    package var milliseconds: UInt32
    /// The IP address of the server.
    package var address: String

    /// Creates the end of a fetch.
    package init(
        id: UInt64,
        status: UInt16,
        url: String,
        contentType: String? = nil,
        maximumAge: UInt32? = nil,
        milliseconds: UInt32,
        address: String
    ) {
        self.id = id
        self.status = status
        self.url = url
        self.contentType = contentType
        self.maximumAge = maximumAge
        self.milliseconds = milliseconds
        self.address = address
    }
}

/// The end of a fetch that failed; parts of the body that were sent before must be ignored.
package struct FetchFailure: Hashable, Sendable {
    /// The reason; the names are stable.
    package enum Code: String, Sendable, CaseIterable {
        /// The URL has another scheme than http, credentials, a port that is not allowed, or a malformed part.
        case badURL
        /// The address of the host may not be reached.
        case forbiddenAddress
        case nameNotFound
        case connectFailed
        case timedOut
        /// The body exceeds the maximum of the request.
        case tooLarge
        /// The status is neither 200 nor 203 nor a redirect.
        case badStatus
        case tooManyRedirects
        /// A server redirected the fetch to a URL that is not fetched, such as one with https.
        case badRedirect
        case badContentType
        /// The server closed the connection before the end of the response.
        case truncated
        /// The response has a content encoding, which was not requested.
        case compressed
        /// The server did not respond according to HTTP.
        case badResponse
        case canceled
        /// Too many fetches wait, or the fetch waited until its time was over.
        case overloaded
        case `internal`
    }

    /// The number of the fetch.
    package var id: UInt64
    /// The reason.
    package var code: Code
    /// More about the reason, as a clause; it may contain text of the server.
    package var detail: String
    /// The time until the failure, in milliseconds.
    package var milliseconds: UInt32
    /// The URL to which a server redirected the fetch, in printable ASCII without credentials; nil without a redirect.
    package var redirect: String?

    /// Creates a failure.
    package init(id: UInt64, code: Code, detail: String, milliseconds: UInt32, redirect: String? = nil) {
        self.id = id
        self.code = code
        self.detail = detail
        self.milliseconds = milliseconds
        self.redirect = redirect
    }
}

/// A message from the daemon to the fetcher.
package enum FetcherCommand: Hashable, Sendable {
    case settings(FetcherSettings)
    case fetch(FetchRequest)
    /// Ends a fetch early; the fetcher still answers it, with `canceled` unless it has ended already.
    case cancel(UInt64)
}

/// A message from the fetcher to the daemon.
package enum FetcherReport: Hashable, Sendable {
    /// Answers the settings with the version of the fetcher.
    case ready(version: String)
    /// A fetch has left the queue of the fetcher; it is sent once, before all other reports about the fetch.
    ///
    /// A fetch that ends in the queue is not begun.
    case begun(UInt64)
    /// The next part of a body, at most ``FetchLimits/partBytes`` long.
    case part(UInt64, [UInt8])
    case completed(FetchCompletion)
    case failed(FetchFailure)
}

/// The limits of messages, which both sides check before they use memory.
package enum FetchLimits {
    /// The maximum length of a URL in a message, in bytes; a URL of a certificate that is longer than the fetcher accepts
    /// is answered with ``FetchFailure/Code/badURL``.
    package static let urlBytes = 1 << 16
    /// The maximum length of other texts, in bytes.
    package static let textBytes = 512
    /// The maximum length of the body of a request, in bytes.
    package static let bodyBytes = 1 << 13
    /// The maximum length of a part of a body, in bytes.
    package static let partBytes = 1 << 18
    /// The maximum number of entries of ``FetcherSettings/allow``.
    package static let allowed = 1000
    /// The maximum number of ``FetchRequest/acceptedTypes``.
    package static let types = 16
    /// The maximum length of a frame without its length field, in bytes; settings are the longest.
    package static let frameBytes = 1 << 20
}
