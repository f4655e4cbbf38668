import CCurl
import CCurlShims
import FetchProtocol
import FetchRules
import Glibc
import TrustModel

/// One request to one server: a fetch has a transfer for each redirect.
///
/// libcurl calls the functions below with a pointer to the transfer, during calls of the session on the same thread. The
/// session holds the transfer until its handle is removed.
@safe final class Transfer {
    /// The reason for which the transfer was ended by a function below.
    enum Abort {
        case tooLarge
        case compressed
        case badContentType(String)
        case headerTooLong
        case sessionFailed
    }

    let url: FetchURL
    let handle: UnsafeMutableRawPointer
    private(set) var head = ResponseHead()
    private(set) var abort: Abort?
    /// The last address that was refused; libcurl may have connected to another one since.
    private(set) var refusedAddress: String?
    /// The numbers of bytes of the body that were delivered, and of the body of a redirect or an error.
    private var (delivered, ignored) = (UInt64(0), UInt64(0))
    private let request: FetchRequest
    private let destinations: AllowedDestinations
    private let usesProxy: Bool
    private let deliver: ([UInt8]) -> Bool
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// Creates a transfer for one URL of a fetch; nil if memory is exhausted.
    ///
    /// - Parameters:
    ///   - request: The fetch.
    ///   - url: The URL, which may be that of a redirect.
    ///   - milliseconds: The time that remains for the fetch.
    ///   - settings: The settings of the session.
    ///   - destinations: The destinations that the settings allow.
    ///   - version: The version of the fetcher.
    ///   - deliver: Sends a part of the body; false if that is impossible.
    init?(
        _ request: FetchRequest,
        url: FetchURL,
        milliseconds: UInt32,
        settings: FetcherSettings,
        destinations: AllowedDestinations,
        version: String,
        deliver: @escaping ([UInt8]) -> Bool
    ) {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = handle
        self.url = url
        self.request = request
        self.destinations = destinations
        self.deliver = deliver
        usesProxy = settings.proxy != nil
        guard configure(milliseconds: milliseconds, settings, version: version) else { return nil }
    }

    deinit {
        unsafe ccurlshims_set_functions(handle, nil, nil, nil, nil)
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headers)
    }

    /// The address of the handle, which identifies the transfer.
    var key: UInt { unsafe UInt(bitPattern: handle) }

    /// Whether the look-up of the host's name has not ended; it goes on in a thread after the end of the transfer.
    var isLookingUp: Bool {
        guard case .dns = url.host else { return false }
        return unsafe ccurlshims_info_offset(handle, CURLINFO_NAMELOOKUP_TIME_T) == 0
    }

    /// The status of the response; 0 before it is known.
    var status: Int { unsafe ccurlshims_info_long(handle, CURLINFO_RESPONSE_CODE) }

    /// The address of the server; empty before a connection is established.
    var address: String {
        guard let text = unsafe ccurlshims_info_text(handle, CURLINFO_PRIMARY_IP) else { return "" }
        return unsafe String(cString: text)
    }

    private func configure(milliseconds: UInt32, _ settings: FetcherSettings, version: String) -> Bool {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_FORBID_REUSE, 1),
            (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_DNS_CACHE_TIMEOUT, 0), (CURLOPT_HTTP09_ALLOWED, 0),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_PATH_AS_IS, 1),
            // Without it, a transfer that ends during a look-up of its name would wait for the end of the look-up.
            (CURLOPT_QUICK_EXIT, 1),
            (CURLOPT_TIMEOUT_MS, Int(max(1, milliseconds))),
            (CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, min(milliseconds, settings.connectMilliseconds)))),
        ]
        let texts: [(CURLoption, String)] = [
            (CURLOPT_URL, url.description), (CURLOPT_PROTOCOLS_STR, "http"), (CURLOPT_REDIR_PROTOCOLS_STR, "http"),
            (CURLOPT_USERAGENT, "anchord-fetcher/\(version)"), (CURLOPT_PROXY, settings.proxy ?? ""),
            (CURLOPT_NOPROXY, ""),
        ]
        let maximum = curl_off_t(clamping: request.maximumBytes)
        let results =
            numbers.map { unsafe ccurlshims_set_long(handle, $0.0, $0.1) }
            + texts.map { unsafe ccurlshims_set_text(handle, $0.0, $0.1) } + [
                unsafe ccurlshims_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, maximum),
                unsafe ccurlshims_set_functions(handle, readHeader, readBody, permit, context),
            ]
        return results.allSatisfy { $0 == CURLE_OK } && setBody()
    }

    private func setBody() -> Bool {
        var fields = request.acceptedTypes.isEmpty ? [] : ["Accept: " + request.acceptedTypes.joined(separator: ", ")]
        if request.method == .post {
            fields += ["Expect:", "Content-Type: " + (request.contentType ?? "application/octet-stream")]
            let isSet = unsafe request.body.withUnsafeBufferPointer { bytes in
                unsafe ccurlshims_set_body(handle, bytes.baseAddress, bytes.count) == CURLE_OK
            }
            guard isSet else { return false }
        }
        for field in fields {
            guard let longer = unsafe curl_slist_append(headers, field) else { return false }
            unsafe headers = longer
        }
        return unsafe ccurlshims_set_list(handle, CURLOPT_HTTPHEADER, headers) == CURLE_OK
    }

    fileprivate func read(header line: UnsafeRawBufferPointer) -> Bool {
        unsafe head.read(Array(line))
        if head.isTooLong { abort = .headerTooLong }
        return abort == nil
    }

    fileprivate func read(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard FetchOutcome.isSuccess(status) else {
            // The body of a redirect or an error is not used; it may not keep the fetch busy either.
            ignored += UInt64(bytes.count)
            return ignored <= Self.maximumIgnoredBytes
        }
        checkHead()
        delivered += UInt64(bytes.count)
        if abort == nil, delivered > request.maximumBytes { abort = .tooLarge }
        guard abort == nil else { return false }
        guard unsafe deliver(Array(bytes)) else {
            abort = .sessionFailed
            return false
        }
        return true
    }

    /// Ends the transfer if the head of a successful response forbids its body.
    func checkHead() {
        guard abort == nil else { return }
        if head.isCompressed {
            abort = .compressed
        } else if let type = head.mediaType, !request.permits(type) {
            abort = .badContentType(type)
        }
    }

    private static let maximumIgnoredBytes: UInt64 = 1 << 16

    fileprivate func permits(_ address: IPAddress, port: UInt16) -> Bool {
        // With a proxy, only the proxy is connected, and only allowed hosts are requested from it.
        if usesProxy || destinations.permits(address, port: port, for: url.host) { return true }
        refusedAddress = "\(address) port \(port)"
        return false
    }
}

extension FetchRequest {
    fileprivate func permits(_ type: String) -> Bool {
        acceptedTypes.isEmpty || acceptedTypes.contains { $0 == type || $0.hasPrefix("*/*") }
    }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

private let readHeader: ccurlshims_receive = { bytes, size, count, context in
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer(context)?.read(header: line) ?? false ? line.count : 0
}

private let readBody: ccurlshims_receive = { bytes, size, count, context in
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer(context)?.read(body: part) ?? false ? part.count : 0
}

private let permit: ccurlshims_permit = { context, family, bytes, port in
    let count = family == AF_INET ? 4 : 16
    let octets = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    let address: IPAddress = family == AF_INET ? .v4(octets) : .v6(octets)
    return unsafe transfer(context)?.permits(address, port: port) ?? false ? 1 : 0
}
