/// The media types that bodies may have and answers can have (RFC 9110 section 8.3).
enum MediaType {
    /// What a body holds.
    enum Body: Equatable {
        case json
        case pem
    }

    /// The kind of a body by its Content-Type; nil for a type that is not accepted.
    static func body(_ contentType: String?) -> Body? {
        switch essence(contentType ?? "") {
        case "application/json": .json
        case "application/x-pem-file", "application/pem-certificate-chain": .pem
        default: nil
        }
    }

    /// Whether a client prefers one type over JSON: it names the type, with a quality no lower than JSON's.
    static func prefers(_ type: String, accept: [String]) -> Bool {
        let ranges = accept.flatMap { $0.split(separator: ",") }.map { range in
            (name: essence(String(range)), quality: quality(String(range)))
        }
        guard let wanted = ranges.first(where: { $0.name == type }), wanted.quality > 0 else { return false }
        let json = ranges.first { $0.name == "application/json" }?.quality ?? 0
        return wanted.quality >= json
    }

    private static func essence(_ text: String) -> String {
        let name = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return name.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    private static func quality(_ range: String) -> Double {
        for parameter in range.split(separator: ";").dropFirst() {
            let text = parameter.filter { $0 != " " }.lowercased()
            if text.hasPrefix("q=") { return Double(text.dropFirst(2)) ?? 0 }
        }
        return 1
    }
}
