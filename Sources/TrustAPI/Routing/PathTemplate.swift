/// A path as in openapi.yaml, in which each segment in braces matches any single segment.
struct PathTemplate: Sendable {
    /// The segments after the first slash; nil for one in braces.
    private let segments: [String?]

    init(_ path: String) {
        segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            $0.first == UInt8(ascii: "{") ? nil : String(Substring($0))
        }
    }

    func matches(_ path: String) -> Bool {
        guard path.utf8.first == UInt8(ascii: "/") else { return false }
        var rest = path.utf8.dropFirst()
        for (position, segment) in segments.enumerated() {
            let found = rest.prefix { $0 != UInt8(ascii: "/") }
            guard segment.map({ found.elementsEqual($0.utf8) }) ?? !found.isEmpty else { return false }
            rest = rest[found.endIndex...]
            guard position < segments.count - 1 else { return rest.isEmpty }
            guard rest.popFirst() != nil else { return false }
        }
        return false
    }
}
