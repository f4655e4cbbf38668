import CCurl
import CCurlShims
import FetchProtocol
import FetchRules
import Glibc
import SystemThreads
import TrustModel

/// Serves one daemon: reads commands from its socket, fetches, and answers each fetch exactly once.
///
/// One thread runs everything; libcurl looks up names in threads of its own.
@safe package final class FetcherSession {
    /// The reason for which a session ended.
    package enum End: Equatable, Sendable {
        /// The daemon closed its socket.
        case closed
        /// The daemon violated the protocol; the text is a clause.
        case protocolError(String)
        /// libcurl or the system failed; the text is a clause.
        case failed(String)
    }

    private static let maximumRedirects = 3
    /// The time after which the session looks at its deadlines even if nothing happens, in milliseconds.
    private static let longestWait: UInt64 = 60_000

    /// The time after which the look-up of a name has ended, in milliseconds.
    ///
    /// The system makes two attempts of a second with each of three servers, and more for a search list.
    private static let longestLookup: UInt64 = 10_000

    private let socket: SessionSocket
    private let version: String
    private let multi: UnsafeMutableRawPointer
    private var commands = FrameBuffer<FetcherCommand>()
    private var settings = FetcherSettings()
    private var destinations: AllowedDestinations?
    private var queue = FetchQueue(concurrent: 1, perHost: 1)
    /// The transfers by the addresses of their handles.
    private var transfers: [UInt: (id: UInt64, transfer: Transfer)] = [:]
    private var lastID: UInt64?
    private var end: End?

    /// Creates a session on a connected stream socket; nil if libcurl cannot be initialized.
    package init?(descriptor: Int32, version: String) {
        guard let socket = SessionSocket(descriptor), curl_global_init(Int(CURL_GLOBAL_NOTHING)) == CURLE_OK,
            let multi = unsafe curl_multi_init()
        else { return nil }
        ccurlshims_limit_lookups()
        self.socket = socket
        self.version = version
        unsafe self.multi = multi
    }

    deinit {
        for entry in transfers.values { unsafe _ = curl_multi_remove_handle(multi, entry.transfer.handle) }
        unsafe curl_multi_cleanup(multi)
    }

    /// Serves until the daemon closes the socket or the session fails.
    package func run() -> End {
        while end == nil {
            startTransfers()
            continueTransfers()
            finishTransfers()
            expireWaiting()
            guard end == nil else { break }
            wait()
            receive()
        }
        return end ?? .closed
    }

    private func wait() {
        let now = MonotonicClock.milliseconds
        var limit = queue.timeToNextEvent(at: now).map { min($0 + 1, Self.longestWait) } ?? Self.longestWait
        if queue.canStart(at: now) { limit = 0 }
        var extra = curl_waitfd(fd: socket.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        guard unsafe curl_multi_poll(multi, &extra, 1, Int32(limit), nil) == CURLM_OK else {
            end = .failed("libcurl could not wait for sockets")
            return
        }
    }

    private func receive() {
        switch socket.receive() {
        case .nothing: return
        case .end: end = .closed
        case .bytes(let bytes):
            commands.append(bytes)
            do throws(FetchProtocolError) {
                while let command = try commands.next() { try handle(command) }
            } catch {
                end = .protocolError(error.reason)
            }
        }
    }

    private func handle(_ command: FetcherCommand) throws(FetchProtocolError) {
        switch command {
        case .settings(let settings):
            guard destinations == nil else { throw FetchProtocolError("the settings were sent twice") }
            try apply(settings)
            send(.ready(version: version))
        case .fetch(let request):
            guard destinations != nil else { throw FetchProtocolError("a fetch precedes the settings") }
            guard lastID.map({ request.id > $0 }) ?? true else {
                throw FetchProtocolError("the number of a fetch is not higher than the one before")
            }
            lastID = request.id
            add(request)
        case .cancel(let id): cancel(id)
        }
    }

    private func apply(_ settings: FetcherSettings) throws(FetchProtocolError) {
        do throws(AllowedDestinationError) {
            destinations = try AllowedDestinations(settings.allow)
        } catch {
            throw FetchProtocolError("the allowed host \(error.entry) \(error.reason)")
        }
        if let proxy = settings.proxy, (try? FetchURL(proxy)) == nil {
            throw FetchProtocolError("the proxy is not an http URL without credentials")
        }
        self.settings = settings
        queue = FetchQueue(concurrent: settings.concurrent, perHost: settings.perHost)
    }

    private func add(_ request: FetchRequest) {
        do throws(FetchURLError) {
            let url = try FetchURL(request.url)
            let fetch = FetchQueue.Fetch(request: request, url: url, start: MonotonicClock.milliseconds)
            if let reason = refusal(of: url) {
                fail(fetch, .forbiddenAddress, detail: reason)
            } else if !queue.add(fetch) {
                fail(fetch, .overloaded, detail: "\(FetchQueue.maximumFetches) fetches run or wait")
            }
        } catch {
            send(
                .failed(FetchFailure(id: request.id, code: .badURL, detail: "the URL \(error.reason)", milliseconds: 0))
            )
        }
    }

    /// Returns the reason for which a URL is refused before a connection is opened; nil if there is none.
    ///
    /// Behind a proxy, the address of the server is not known, so only allowed hosts are requested.
    private func refusal(of url: FetchURL) -> String? {
        guard let destinations else { return nil }
        if settings.proxy != nil {
            return destinations.names(url.host) ? nil : "\(url.hostText) is not allowed behind the proxy"
        }
        guard case .ip(let address) = url.host, !destinations.permits(address, port: url.port, for: url.host) else {
            return nil
        }
        return "\(address) port \(url.port) may not be reached"
    }

    private func cancel(_ id: UInt64) {
        guard let fetch = queue.end(id) else { return }
        if let entry = transfers.first(where: { $0.value.id == id }) { remove(entry.value.transfer, isEarly: true) }
        fail(fetch, .canceled, detail: "the daemon canceled the fetch")
    }

    private func startTransfers() {
        while end == nil, let fetch = queue.startNext(at: MonotonicClock.milliseconds) {
            let id = fetch.request.id
            let now = MonotonicClock.milliseconds
            guard now < fetch.deadline else {
                _ = queue.end(id)
                fail(fetch, .overloaded, detail: "the fetch waited for others until its time was over")
                continue
            }
            guard let destinations,
                let transfer = Transfer(
                    fetch.request,
                    url: fetch.url,
                    milliseconds: UInt32(clamping: fetch.deadline - now),
                    settings: settings,
                    destinations: destinations,
                    version: version,
                    deliver: { [unowned self] bytes in deliver(bytes, of: id) }
                ),
                unsafe curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
            else {
                _ = queue.end(id)
                fail(fetch, .internal, detail: "libcurl could not create the transfer")
                continue
            }
            transfers[transfer.key] = (id, transfer)
            if fetch.redirects == 0 { send(.begun(id)) }
        }
    }

    private func deliver(_ bytes: [UInt8], of id: UInt64) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty, end == nil {
            send(.part(id, Array(rest.prefix(FetchLimits.partBytes))))
            rest = rest.dropFirst(FetchLimits.partBytes)
        }
        return end == nil
    }

    private func continueTransfers() {
        var running: Int32 = 0
        guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else {
            end = .failed("libcurl could not transfer")
            return
        }
    }

    private func finishTransfers() {
        var result = CURLE_OK
        while end == nil, let handle = unsafe ccurlshims_multi_ended(multi, &result) {
            guard let entry = transfers[UInt(bitPattern: handle)] else { continue }
            // The address is known only while the handle is in use.
            let address = entry.transfer.address
            remove(entry.transfer, isEarly: result == CURLE_OPERATION_TIMEDOUT)
            finish(entry.id, entry.transfer, result: result, address: address)
        }
    }

    private func finish(_ id: UInt64, _ transfer: Transfer, result: CURLcode, address: String) {
        guard let fetch = queue.running[id] else { return }
        switch FetchOutcome(transfer, result, method: fetch.request.method) {
        case .redirected(let url): redirect(fetch, to: url)
        case .failedRedirect(let code, let detail, let location):
            _ = queue.end(id)
            fail(fetch, code, detail: detail, redirect: location)
        case .failed(let code, let detail):
            _ = queue.end(id)
            fail(fetch, code, detail: detail)
        case .completed:
            _ = queue.end(id)
            send(
                .completed(
                    FetchCompletion(
                        id: id,
                        status: UInt16(clamping: transfer.status),
                        url: transfer.url.description,
                        contentType: transfer.head.mediaType.map(Self.excerpt),
                        maximumAge: transfer.head.maximumAge,
                        milliseconds: Self.time(of: fetch),
                        address: address
                    )
                )
            )
        }
    }

    private func redirect(_ fetch: FetchQueue.Fetch, to url: FetchURL) {
        let id = fetch.request.id
        if fetch.redirects >= Self.maximumRedirects {
            _ = queue.end(id)
            let detail = "there are more than \(Self.maximumRedirects) redirects"
            fail(fetch, .tooManyRedirects, detail: detail, redirect: url.description)
        } else if let reason = refusal(of: url) {
            _ = queue.end(id)
            fail(fetch, .forbiddenAddress, detail: reason, redirect: url.description)
        } else {
            queue.redirect(id, to: url)
        }
    }

    private func expireWaiting() {
        for id in queue.expired(at: MonotonicClock.milliseconds) {
            guard let fetch = queue.end(id) else { continue }
            fail(fetch, .overloaded, detail: "the fetch waited for others until its time was over")
        }
    }

    /// Removes a transfer; only one that ends early can leave a look-up behind.
    private func remove(_ transfer: Transfer, isEarly: Bool) {
        if isEarly, transfer.isLookingUp { queue.keepPlace(until: MonotonicClock.milliseconds + Self.longestLookup) }
        unsafe _ = curl_multi_remove_handle(multi, transfer.handle)
        transfers[transfer.key] = nil
    }

    /// Reports a failure, with the URL of the last redirect.
    private func fail(
        _ fetch: FetchQueue.Fetch,
        _ code: FetchFailure.Code,
        detail: String,
        redirect location: String? = nil
    ) {
        let followed = fetch.redirects > 0 ? fetch.url.description : nil
        let failure = FetchFailure(
            id: fetch.request.id,
            code: code,
            detail: Self.excerpt(detail),
            milliseconds: Self.time(of: fetch),
            redirect: (location ?? followed).map(Self.withoutCredentials).map(Self.excerpt)
        )
        send(.failed(failure))
    }

    private func send(_ report: FetcherReport) {
        if end == nil, !socket.send(report.frame) { end = .closed }
    }

    private static func time(of fetch: FetchQueue.Fetch) -> UInt32 {
        UInt32(clamping: MonotonicClock.milliseconds - (fetch.begin ?? fetch.start))
    }

    /// Returns a URL, which may be malformed, without a user name and a password.
    private static func withoutCredentials(_ url: String) -> String {
        guard let start = url.firstRange(of: "//")?.upperBound else { return url }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<start] + url[url.index(after: at)...])
    }

    /// Returns printable ASCII of limited length, since texts may come from servers.
    private static func excerpt(_ text: String) -> String {
        String(text.unicodeScalars.prefix(200).map { (0x20...0x7E).contains($0.value) ? Character($0) : "?" })
    }
}
