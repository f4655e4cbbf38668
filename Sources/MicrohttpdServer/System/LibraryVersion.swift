import CMicrohttpd

extension HTTPServer {
    /// The version of libmicrohttpd at run time.
    package static var libraryVersion: String { unsafe MHD_get_version().map { unsafe String(cString: $0) } ?? "?" }
}
