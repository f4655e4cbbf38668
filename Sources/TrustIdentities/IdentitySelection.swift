package import TrustModel
import X509Parsing

/// The reason why a configured identity cannot be presented.
package enum IdentityDefect: Sendable, Equatable {
    case expired(Instant)
    case notYetValid(Instant)
    case notLoaded(IdentityError)
}

/// The result of selecting an identity for a server.
package enum IdentitySelection: Sendable {
    case selected(ClientIdentity)
    /// No identity is configured for the server, or the server accepts none of their issuers.
    case none
    /// Identities are configured for the server, but none can be used.
    case unusable([(name: String, defect: IdentityDefect)])
}

extension IdentitySnapshot {
    /// Selects an identity for a server.
    ///
    /// Only the identities with the most specific host pattern are considered, as in the host rules of policies. The
    /// identity that ends last is selected from the valid ones whose issuers the server accepts.
    ///
    /// - Parameters:
    ///   - host: The server.
    ///   - port: Its port; nil if it is unknown.
    ///   - issuers: The issuers that the server accepts; empty if it accepts any.
    ///   - instant: The current time.
    /// - Returns: The identity, or the reason why there is none.
    package func select(
        for host: HostName,
        port: Int? = nil,
        issuers: [DistinguishedName],
        at instant: Instant
    ) -> IdentitySelection {
        let ranked = entries.compactMap { entry in
            entry.configuration.hosts.compactMap { $0.specificity(for: host, port: port) }.max().map { (entry, $0) }
        }
        guard let best = ranked.map(\.1).max() else { return .none }
        var selected: ClientIdentity?
        var defects: [(name: String, defect: IdentityDefect)] = []
        for (entry, rank) in ranked where rank == best {
            switch entry.state {
            case .failed(let error): defects.append((entry.configuration.name, .notLoaded(error)))
            case .loaded(let identity):
                guard issuers.isEmpty || issuers.contains(where: identity.issuers.contains) else { continue }
                if let defect = identity.defect(at: instant) {
                    defects.append((identity.name, defect))
                } else if selected.map({ $0.notAfter < identity.notAfter }) ?? true {
                    selected = identity
                }
            }
        }
        if let selected { return .selected(selected) }
        return defects.isEmpty ? .none : .unusable(defects)
    }
}

extension ClientIdentity {
    /// The reason why the identity cannot be used at a time; nil if it can.
    package func defect(at instant: Instant) -> IdentityDefect? {
        if instant < notBefore { return .notYetValid(notBefore) }
        return notAfter < instant ? .expired(notAfter) : nil
    }
}

extension HostPattern {
    /// A number that is greater for more specific patterns; nil if the pattern does not match the host.
    ///
    /// An exact pattern is followed by the longest wildcard; `*.` precedes `**.` before the same name.
    func specificity(for host: HostName) -> Int? {
        switch (self, host) {
        case (.exact(let name), _): name == host ? Int.max : nil
        case (.oneLabelBefore(let parent), .dns(let name)): matches(dnsName: name) ? 2 * parent.utf8.count + 1 : nil
        case (.labelsBefore(let parent), .dns(let name)): matches(dnsName: name) ? 2 * parent.utf8.count : nil
        case (.oneLabelBefore, .ip), (.labelsBefore, .ip): nil
        }
    }
}

/// A name of an issuer that a TLS server accepts (RFC 8446 section 4.2.4, RFC 5246 section 7.4.4).
package enum AcceptableIssuer {
    /// Parses the DER of a Name; nil if it is malformed.
    package static func name(_ der: [UInt8]) -> DistinguishedName? { try? NameParser.parse(der) }
}
