import CCurl
import FetchProtocol
import FetchRules
import Glibc

/// The next step of a fetch after the end of one of its transfers.
enum FetchOutcome {
    case completed
    case failed(FetchFailure.Code, String)
    /// A redirect is not followed; the text is its Location.
    case failedRedirect(FetchFailure.Code, String, to: String)
    /// The fetch goes on at another URL.
    case redirected(FetchURL)

    /// Whether the body of a response with a status is used.
    ///
    /// Neither a range nor a condition is requested, so 206 and 304 are errors.
    static func isSuccess(_ status: Int) -> Bool { status == 200 || status == 203 }

    private static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// The results after which the head of the response is complete, although its body may be missing.
    private static let withHead = [CURLE_OK, CURLE_WRITE_ERROR, CURLE_FILESIZE_EXCEEDED]

    /// Decides by the result of libcurl and by the reason for which the transfer was ended early.
    init(_ transfer: Transfer, _ result: CURLcode, method: FetchRequest.Method) {
        let status = transfer.status
        let hasHead = status != 0 && Self.withHead.contains(result) && !transfer.head.isTooLong
        if result == CURLE_OK, Self.isSuccess(status) { transfer.checkHead() }
        if result == CURLE_OK, !transfer.head.isComplete {
            // libcurl does not report the end of a connection among the header fields.
            self = .failed(.truncated, "the header fields are incomplete")
        } else if hasHead, Self.isRedirect(status) {
            self = FetchOutcome(redirectOf: transfer, method: method)
        } else if hasHead, !Self.isSuccess(status) {
            self = .failed(.badStatus, "status \(status)")
        } else if let abort = transfer.abort {
            self = FetchOutcome(abort)
        } else if let address = transfer.refusedAddress, result == CURLE_COULDNT_CONNECT {
            self = .failed(.forbiddenAddress, "\(address) may not be reached, and no other address was connected")
        } else {
            self = result == CURLE_OK ? .completed : .failed(Self.code(of: result), Self.text(of: result))
        }
    }

    private init(_ abort: Transfer.Abort) {
        switch abort {
        case .tooLarge: self = .failed(.tooLarge, "the body exceeds the maximum size")
        case .compressed: self = .failed(.compressed, "the response has a content encoding")
        case .badContentType(let type): self = .failed(.badContentType, "the media type is \(type)")
        case .headerTooLong: self = .failed(.badResponse, "the header fields are too long")
        case .sessionFailed: self = .failed(.internal, "the daemon does not read")
        }
    }

    private init(redirectOf transfer: Transfer, method: FetchRequest.Method) {
        guard let location = transfer.head.location else {
            self = .failed(.badResponse, "status \(transfer.status) without Location")
            return
        }
        do throws(FetchURLError) {
            let url = try FetchURL(location, relativeTo: transfer.url)
            // Clients turn a POST into a GET after the other redirects, which would ask another question.
            self =
                method == .get || [307, 308].contains(transfer.status)
                ? .redirected(url)
                : .failedRedirect(.badStatus, "status \(transfer.status) for a POST", to: url.description)
        } catch {
            self = .failedRedirect(.badRedirect, "the URL of the redirect \(error.reason)", to: location)
        }
    }

    private static func code(of result: CURLcode) -> FetchFailure.Code {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameNotFound
        case CURLE_COULDNT_CONNECT: .connectFailed
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_FILESIZE_EXCEEDED: .tooLarge
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .truncated
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .badResponse
        // libcurl reports a header line that exceeds its limit as a lack of memory.
        case CURLE_OUT_OF_MEMORY: .badResponse
        case CURLE_URL_MALFORMAT: .badURL
        default: .internal
        }
    }

    private static func text(of result: CURLcode) -> String {
        guard let text = unsafe curl_easy_strerror(result) else { return "error \(result.rawValue)" }
        return unsafe String(cString: text)
    }
}
