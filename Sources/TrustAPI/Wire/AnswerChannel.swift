/// The interface through which a request arrives; messages use its parameter names.
package enum AnswerChannel: Sendable {
    /// An HTTP request with JSON members or query parameters.
    case http
    /// The command `anchord evaluate` with options.
    case commandLine

    /// Phrases that name a parameter in remedies and problems, each with its replacement for the command line.
    private static let options = [
        ("in the request's `crls` or `ocsp`", "with --crl or --ocsp"),
        ("in the request's `ocsp` or `crls`", "with --ocsp or --crl"),
        ("in the request's `crls`", "with --crl"),
        ("in the policy's `crls` or `ocsp`", "with --crl or --ocsp, or in the policy"),
        ("in the policy's `crls`", "with --crl, or in the policy"),
        ("in the request's `ocsp`", "with --ocsp"),
        ("in the request's `scts`", "with --sct"),
        ("in the request's `host`", "with --host"),
        ("in the request's `policy`", "with --policy"),
        ("in the request's `at`", "with --at"),
        ("the request's `at`", "--at"),
        ("to the policy's `anchors`", "to the policy's `anchors`, or give it with --anchors"),
    ]

    /// Returns a message with the parameter names of this channel.
    package func adapted(_ text: String) -> String {
        guard self == .commandLine else { return text }
        var text = text
        for (part, option) in Self.options { text = text.replacing(part, with: option) }
        return text
    }
}
