/// The way in which a question was asked, which decides what texts call its parts.
package enum AnswerChannel: Sendable {
    /// A request over HTTP, whose parts are members of its JSON or parameters of its query.
    case http
    /// `anchord evaluate`, whose parts are options.
    case commandLine

    /// How remedies and problems call a part of a question, and its option on the command line.
    private static let options = [
        ("in the request's `crls` or `ocsp`", "with --crl or --ocsp"),
        ("in the request's `crls`", "with --crl"),
        ("in the request's `ocsp`", "with --ocsp"),
        ("in the request's `host`", "with --host"),
        ("in the request's `policy`", "with --policy"),
        ("in the request's `at`", "with --at"),
        ("the request's `at`", "--at"),
        ("to the policy's `anchors`", "to the policy's `anchors`, or give it with --anchors"),
    ]

    /// A text with the parts of a question as this channel calls them.
    package func adapted(_ text: String) -> String {
        guard self == .commandLine else { return text }
        var text = text
        for (part, option) in Self.options { text = text.replacing(part, with: option) }
        return text
    }
}
