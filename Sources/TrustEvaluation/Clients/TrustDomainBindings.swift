package import TrustModel

/// The SPIFFE trust domains of a policy's trust anchors (SPIFFE Federation section 7.3).
///
/// Every SPIFFE ID belongs to one trust domain, and the anchors of this domain alone may issue it. Otherwise the CA of one
/// trust domain could issue the identities of every other.
package struct TrustDomainBindings: Sendable, Hashable {
    private var domains: [Fingerprint: Set<String>] = [:]

    /// Creates bindings of no anchor.
    package init() {}

    /// Binds an anchor to a trust domain, besides those to which it is bound already.
    package mutating func bind(_ anchor: Certificate, to domain: String) {
        domains[anchor.facts.fingerprint, default: []].insert(domain)
    }

    /// Returns the trust domains of an anchor, compared byte by byte; nil if the anchor is bound to none.
    package func domains(of anchor: Certificate) -> Set<String>? { domains[anchor.facts.fingerprint] }

    /// Returns the trust domain in the anchor's own SPIFFE ID; nil if it has no valid one.
    package static func ownDomain(of anchor: Certificate) -> String? {
        for case .uri(let uri) in anchor.facts.extensions.subjectAlternativeNames ?? [] {
            if let identity = try? SPIFFEID(uri) { return identity.trustDomain }
        }
        return nil
    }

    /// Returns the reason why a text is not the name of a trust domain, as a clause; nil if it is one.
    package static func defect(ofDomain text: String) -> String? {
        do throws(SPIFFEID.Defect) {
            let identity = try SPIFFEID("spiffe://" + text)
            return identity.hasPath ? "has a path" : nil
        } catch {
            return error.reason
        }
    }
}
