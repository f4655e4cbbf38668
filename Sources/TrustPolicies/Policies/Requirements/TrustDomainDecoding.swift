import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the keys `trustDomain` and `trustDomains`: the SPIFFE trust domains of a policy's anchors.
struct TrustDomainDecoding {
    /// The trust domain of all anchors of the policy.
    private(set) var common: String?
    /// The anchors of each trust domain.
    private(set) var listed: [(anchor: Certificate, domain: String)] = []
    /// The place of one of the keys; nil if the policy has neither.
    private let place: DocumentValue?
    /// Whether the policy has the key `trustDomains`.
    private let hasList: Bool

    /// Reads the keys; invalid values become issues.
    init(_ reader: inout MappingReader, _ context: EvaluatorDecoding.Context) {
        let one = reader.value("trustDomain")
        let several = reader.value("trustDomains")
        place = several ?? one
        hasList = several != nil
        if let one, several != nil {
            one.refuse("`trustDomain` and `trustDomains` are both given: keep one of them")
        }
        common = one.flatMap { value in value.string().flatMap { Self.domain($0, value) } }
        guard var domains = several?.mapping() else { return }
        if domains.count == 0 { several?.refuse("the mapping is empty: add the anchors of at least one trust domain") }
        for (name, value) in domains.all() {
            guard let domain = Self.domain(name, value), let items = value.list() else { continue }
            if items.isEmpty { value.refuse("the list is empty: add the anchors of the trust domain") }
            listed += context.anchors.certificates(of: items) { context.record(.anchor($0), at: $1) }
                .map { ($0, domain) }
        }
    }

    /// The anchors that `trustDomains` adds to those of `anchors`; nil without this key.
    var anchors: [Certificate]? { hasList ? listed.map(\.anchor) : nil }

    private static func domain(_ text: String, _ place: DocumentValue) -> String? {
        let prefix = "spiffe://"
        if text.hasPrefix(prefix) {
            place.refuse(
                "expected a trust domain such as corp.example, found \(QuotedText.of(text)): remove `\(prefix)`"
            )
            return nil
        }
        guard let defect = TrustDomainBindings.defect(ofDomain: text) else { return text }
        place.refuse("expected a trust domain such as corp.example, found \(QuotedText.of(text)), which \(defect)")
        return nil
    }

    /// Binds the anchors of a policy that identifies clients by SPIFFE IDs; without effect on other policies.
    ///
    /// More than one anchor, any of them unbound, is an issue: the CAs of one trust domain could issue IDs of another.
    func apply(to requirements: inout PathRequirements, _ reader: inout MappingReader) {
        let names = requirements.allowedClients?.namesSPIFFEIDs ?? false
        guard place != nil || names || requirements.profile.demands.requiresSVID else { return }
        var bindings = TrustDomainBindings()
        for anchors in requirements.anchors where !anchors.isSystem {
            if let common { for anchor in anchors.certificates { bindings.bind(anchor, to: common) } }
        }
        for (anchor, domain) in listed { bindings.bind(anchor, to: domain) }
        var unbound: [Fingerprint: Certificate] = [:]
        var count: Set<Fingerprint> = []
        for anchor in requirements.anchors.flatMap(\.certificates) {
            count.insert(anchor.facts.fingerprint)
            bindOwnDomain(of: anchor, &bindings)
            if bindings.domains(of: anchor) == nil { unbound[anchor.facts.fingerprint] = anchor }
        }
        refuseSharedKeys(of: requirements.anchors, bindings, place ?? reader.value("anchors"))
        requirements.trustDomains = bindings
        guard let first = unbound.values.first else { return }
        if count.count == 1 {
            requirements.unboundAnchor = first
        } else {
            let key = place ?? reader.value("anchors") ?? reader.value(names ? "allowedClients" : "profile")
            key?.refuse(Self.reason(unbound.count, of: count.count, requirements))
        }
    }

    /// Rejects a CA in two trust domains, also with two certificates for one key: it could issue the IDs of both.
    ///
    /// This applies to trust domains that the policy lists, and to those in the SPIFFE IDs of the anchors.
    private func refuseSharedKeys(
        of anchors: [AnchorSet],
        _ bindings: TrustDomainBindings,
        _ place: DocumentValue?
    ) {
        var domains: [Fingerprint: Set<String>] = [:]
        for anchor in anchors.flatMap(\.certificates) {
            let key = anchor.facts.publicKeyFingerprint
            let all = domains[key, default: []].union(bindings.domains(of: anchor) ?? [])
            domains[key] = all
            guard all.count > 1 else { continue }
            place?.refuse(
                "the anchor \(QuotedText.excerpt(anchor.facts.displayName)) belongs to two trust domains, "
                    + all.sorted().prefix(2).map { QuotedText.excerpt($0) }.joined(separator: " and ")
                    + ", so its CAs could issue SPIFFE IDs of both: list each CA under one trust domain"
            )
            return
        }
    }

    /// Binds an anchor whose own certificate has a SPIFFE ID to that trust domain alone.
    private func bindOwnDomain(of anchor: Certificate, _ bindings: inout TrustDomainBindings) {
        guard let own = TrustDomainBindings.ownDomain(of: anchor) else { return }
        if let other = bindings.domains(of: anchor)?.first(where: { $0 != own }) {
            place?.refuse(
                "the anchor \(QuotedText.excerpt(anchor.facts.displayName)) has the SPIFFE ID of the trust domain "
                    + "\(QuotedText.excerpt(own)), not of \(QuotedText.excerpt(other))"
            )
        }
        bindings.bind(anchor, to: own)
    }

    private static func reason(_ unbound: Int, of count: Int, _ requirements: PathRequirements) -> String {
        let fix =
            requirements.anchors.contains(where: \.isSystem)
            ? "use only `anchors`, because the system trust store belongs to no trust domain, and set `trustDomain`"
            : "set `trustDomain` if all anchors belong to one trust domain, otherwise list the anchors of each in "
                + "`trustDomains`"
        return "\(unbound) of \(count) trust anchors belong to no trust domain, so the CAs of one trust domain could "
            + "issue SPIFFE IDs of another: \(fix)"
    }
}
