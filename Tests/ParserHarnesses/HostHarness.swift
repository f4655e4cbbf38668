import StructuredDocuments
import TrustModel
import TrustOpenSSL
import TrustPolicies

extension ParserHarness {
    /// A host in requests and documents: a name, an address or a pattern.
    static let host = ParserHarness("host", maximumLength: 128) { input throws(BrokenRule) in
        guard let text = String(validating: input, as: UTF8.self) else { return .rejected }
        try checkAddress(text)
        try checkPolicyName(text)
        try checkPattern(text)
        guard let host = try? HostName(ofBounded: text, names: IDN2Names()) else { return .rejected }
        try checkHost(host, text)
        return .accepted
    }

    private static func checkHost(_ host: HostName, _ text: String) throws(BrokenRule) {
        let shown = host.description
        try require(
            (try? HostName(shown, names: IDN2Names())) == host,
            "\(shown), the normal form of \(text), is its own normal form"
        )
        guard case .dns(let name) = host else {
            guard case .ip(let address) = host else { return }
            return try require(address.unmapped == address, "an IPv4 address has one form: \(shown)")
        }
        try require((1...253).contains(name.utf8.count), "\(name) has a valid length")
        for label in name.split(separator: ".", omittingEmptySubsequences: false) {
            try require(
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0) },
                "\(name) has valid labels"
            )
        }
        try require(IPAddress(name) == nil, "\(name) is not an address in another notation")
        for other in [name + ".", name.uppercased()] {
            try require((try? HostName(other, names: IDN2Names())) == host, "\(other) is the host \(name)")
        }
    }

    private static func checkAddress(_ text: String) throws(BrokenRule) {
        guard let address = IPAddress(text) else { return }
        try require([4, 16].contains(address.octets.count), "an address has 4 or 16 octets: \(text)")
        try require(
            IPAddress(address.description) == address,
            "\(address), the normal form of \(text), is the same address"
        )
    }

    private static func checkPolicyName(_ text: String) throws(BrokenRule) {
        guard let name = PolicyName(text) else { return }
        try require(name.description.hasSameBytes(as: text), "\(name) is written unchanged")
    }

    private static func checkPattern(_ text: String) throws(BrokenRule) {
        guard let pattern = try? HostPattern(text, names: IDN2Names(), suffixes: Daemon.suffixes) else { return }
        let again = try? HostPattern(pattern.description, names: IDN2Names(), suffixes: Daemon.suffixes)
        try require(again == pattern, "\(pattern), the normal form of \(text), is its own normal form")
        let rules = HostRules([HostRule(pattern: pattern, text: text, handling: .deny)])
        let (inside, outside): (String?, String?) =
            switch pattern {
            case .exact: (nil, "other.\(pattern)")
            case .oneLabelBefore(let name): ("a.\(name)", "b.a.\(name)")
            case .labelsBefore(let name): ("b.a.\(name)", name)
            }
        if case .exact(let host) = pattern {
            try require(rules.position(for: host) == 0, "\(pattern) matches its host")
        }
        if let inside, let host = try? HostName(inside, names: IDN2Names()) {
            try require(rules.position(for: host) == 0, "\(pattern) matches \(host)")
        }
        if let outside, let host = try? HostName(outside, names: IDN2Names()) {
            try require(rules.position(for: host) == nil, "\(pattern) does not match \(host)")
        }
    }
}
