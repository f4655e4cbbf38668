extension FetchURL {
    /// Parses the URL of a redirect, which may lack the scheme, the host, or the beginning of the path.
    ///
    /// Dot segments are not removed: the server that is asked interprets the path.
    ///
    /// - Throws: ``FetchURLError`` as ``init(_:)``.
    package init(_ reference: String, relativeTo base: FetchURL) throws(FetchURLError) {
        let colon = reference.firstIndex(of: ":")
        let end = reference.firstIndex { "/?#".contains($0) } ?? reference.endIndex
        let authority = "http://\(base.hostText)" + (base.port == 80 ? "" : ":\(base.port)")
        if let colon, colon < end {
            try self.init(reference)
        } else if reference.hasPrefix("//") {
            try self.init("http:" + reference)
        } else if reference.hasPrefix("/") {
            try self.init(authority + reference)
        } else {
            let path = base.target.prefix { $0 != "?" }
            let isQuery = reference.hasPrefix("?") || reference.hasPrefix("#") || reference.isEmpty
            let directory = isQuery ? path : path[...(path.lastIndex(of: "/") ?? path.startIndex)]
            try self.init(authority + directory + reference)
        }
    }
}
