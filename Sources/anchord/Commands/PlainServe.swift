/// A command line `serve` or `serve --config FILE`, with which daemons are usually started.
///
/// It needs no parser. The parser would take a fifth of the time until the daemon serves, because it creates all flags
/// and their help texts.
struct PlainServe {
    /// The configuration file; nil if none is named.
    let config: String?

    /// Reads the arguments; returns nil for every other command line, valid or not.
    init?(_ arguments: [String]) {
        switch arguments.count {
        case 1 where arguments[0] == "serve":
            config = nil
        case 3 where arguments[..<2] == ["serve", "--config"] && arguments[2].utf8.first != UInt8(ascii: "-"):
            config = arguments[2]
        default:
            return nil
        }
    }
}
