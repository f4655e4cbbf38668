import TrustEvaluation
import TrustModel

/// The effect of each key of a policy whose direction is certain, found by the decoded values of both versions.
///
/// Each key is considered alone. Since a path must meet all requirements, a requirement that fewer paths meet is stricter.
struct PolicyKeyEffects {
    typealias Effect = PolicyDifference.Effect

    private let old, new: TrustPolicy

    init(_ old: TrustPolicy, _ new: TrustPolicy) {
        (self.old, self.new) = (old, new)
    }

    /// Returns the effect of a key of the policy, such as `revocation.scope`.
    func effect(of key: String) -> Effect {
        switch key {
        case "description", "shadow": return .none
        case "evaluator": return evaluator
        case "mode": return Self.flag(old.mode == .enforce, new.mode == .enforce)
        case "reportChains": return Self.flag(!old.reportsChains, !new.reportsChains)
        case "exceptions": return Self.subset(Set(new.exceptions), Set(old.exceptions))
        default: break
        }
        guard type(of: old.evaluator) == type(of: new.evaluator), let first = old.evaluator.pathRequirements,
            let second = new.evaluator.pathRequirements, isMonotonic(first, second)
        else { return .unknown }
        return pathEffect(of: key, first, second)
    }

    /// Whether a path that meets more requirements is never denied instead of a path that meets fewer.
    ///
    /// Report mode and exceptions allow chains with some findings only if others are absent. If not everything is enforced, an
    /// anchor can also make evidence usable that denies the chain.
    private func isMonotonic(_ first: PathRequirements, _ second: PathRequirements) -> Bool {
        old.mode == .enforce && new.mode == .enforce && old.exceptions.isEmpty && new.exceptions.isEmpty
            && first.enforcement == .everything && second.enforcement == .everything
    }

    private var evaluator: Effect {
        let isDisabled = (old.evaluator is DisabledEvaluator, new.evaluator is DisabledEvaluator)
        return isDisabled.0 == isDisabled.1 ? .unknown : isDisabled.1 ? .looser : .stricter
    }

    private func pathEffect(
        of key: String,
        _ old: PathRequirements,
        _ new: PathRequirements
    )
        -> Effect
    {
        switch key {
        case "validateHost": Self.flag(old.validateHost, new.validateHost)
        case "maxChainDepth": Self.limit(old.maximumIntermediates, new.maximumIntermediates)
        case "minimumRSABits": Self.floor(old.minimumRSABits, new.minimumRSABits)
        case "minimumSecurityLevel": Self.floor(old.minimumSecurityLevel, new.minimumSecurityLevel)
        case "keyUsage": Self.subset(Set(old.keyUsage.names), Set(new.keyUsage.names))
        case "emails": Self.subset(Set(old.emails), Set(new.emails))
        case "clientPurpose", "clientPurpose.serverAuthUntil":
            Self.floor(new.serverAuthUntil, old.serverAuthUntil)
        case "allowedClients": Self.presence(old.allowedClients == nil, new.allowedClients == nil)
        case "constraints.maximumLifetime": Self.limit(old.maximumLifetime, new.maximumLifetime)
        case "constraints": Self.presence(Self.isUnconstrained(old), Self.isUnconstrained(new))
        case "transparency": Self.presence(old.transparency == nil, new.transparency == nil)
        case "issuers", "issuers.fetch": Self.flag(!old.fetchesIssuers, !new.fetchesIssuers)
        case "anchors", "anchorsOnly": anchors(old, new)
        case "pins", "keys", "publicKeys", "certificates", "scope", "expires", "onExpiry":
            pins(of: key, old, new)
        case _ where key.hasPrefix("revocation."): revocation(of: key, old, new)
        case _ where key.hasPrefix("checks."):
            severity(of: String(key.dropFirst("checks.".count)), old, new)
        default: .unknown
        }
    }

    private static func isUnconstrained(_ requirements: PathRequirements) -> Bool {
        requirements.constraints == nil && requirements.maximumLifetime == nil
    }

    /// Anchors with trust settings or constraints can also reject paths.
    private func anchors(_ old: PathRequirements, _ new: PathRequirements) -> Effect {
        let sets = old.anchors + new.anchors
        guard sets.allSatisfy({ $0.contentDigests.count == $0.certificates.count }) else {
            return .unknown
        }
        func fingerprints(_ requirements: PathRequirements) -> Set<Fingerprint> {
            Set(requirements.anchors.flatMap(\.certificates).map(\.facts.fingerprint))
        }
        return Self.subset(fingerprints(new), fingerprints(old))
    }

    private func pins(of key: String, _ old: PathRequirements, _ new: PathRequirements) -> Effect {
        guard let first = old.pins, let second = new.pins else {
            let pins = old.pins ?? new.pins
            let areKeys = pins?.kind == .publicKeys && pins?.certificates.isEmpty == true
            return areKeys ? Self.presence(old.pins == nil, new.pins == nil) : .unknown
        }
        // Pinned certificates can be trust anchors, and their trust settings can reject a path.
        guard first.kind == second.kind, first.certificates.isEmpty, second.certificates.isEmpty else {
            return .unknown
        }
        switch key {
        case "scope":
            return first.scope == .any ? .stricter : second.scope == .any ? .looser : .unknown
        case "onExpiry": return Self.flag(first.onExpiry == .closed, second.onExpiry == .closed)
        case "expires":
            guard first.onExpiry == second.onExpiry else { return .unknown }
            // Expired pins reject every chain, or none.
            return first.onExpiry == .closed
                ? Self.limit(first.expires, second.expires) : Self.limit(second.expires, first.expires)
        default:
            return Self.subset(second.fingerprints, first.fingerprints)
        }
    }

    private func revocation(
        of key: String,
        _ old: PathRequirements,
        _ new: PathRequirements
    )
        -> Effect
    {
        guard let first = old.revocation, let second = new.revocation else { return .unknown }
        switch key {
        case "revocation.requirePositiveResponse":
            return Self.flag(first.requirePositiveResponse, second.requirePositiveResponse)
        case "revocation.scope": return Self.flag(first.scope == .chain, second.scope == .chain)
        case "revocation.noRevAvail":
            return Self.flag(first.noRevAvail == .deny, second.noRevAvail == .deny)
        // The method that is asked first can be the only one that knows a revocation.
        case "revocation.prefer": return first.networkAccess || second.networkAccess ? .unknown : .none
        default: return .unknown
        }
    }

    /// The standard severity of a code depends on the profile, and a warning may be more or less than it.
    private func severity(of name: String, _ old: PathRequirements, _ new: PathRequirements) -> Effect {
        let codes = Set(old.severities.keys).union(new.severities.keys)
        guard let code = codes.first(where: { $0.name == name }) else { return .unknown }
        return switch (old.severities[code], new.severities[code]) {
        case (_, .error), (.ignore, _): .stricter
        case (.error, _), (_, .ignore): .looser
        default: .unknown
        }
    }
}

/// The directions of requirements.
extension PolicyKeyEffects {
    /// Returns the effect of a requirement that is made or not.
    private static func flag(_ old: Bool, _ new: Bool) -> Effect {
        old == new ? .none : new ? .stricter : .looser
    }

    /// Returns the effect of a requirement that was added or removed; its contents are not compared.
    private static func presence(_ wasNil: Bool, _ isNil: Bool) -> Effect {
        wasNil == isNil ? .unknown : isNil ? .looser : .stricter
    }

    /// Returns the effect of a highest value; nil for no limit.
    private static func limit<Value: Comparable>(_ old: Value?, _ new: Value?) -> Effect {
        guard old != new else { return .none }
        guard let old, let new else { return new == nil ? .looser : .stricter }
        return new < old ? .stricter : .looser
    }

    /// Returns the effect of a lowest value; nil for no limit.
    private static func floor<Value: Comparable>(_ old: Value?, _ new: Value?) -> Effect {
        guard old != new else { return .none }
        guard let old, let new else { return new == nil ? .looser : .stricter }
        return new > old ? .stricter : .looser
    }

    /// Returns the effect of a set that became larger (stricter) or smaller (looser) than the other one.
    private static func subset<Element>(_ smaller: Set<Element>, _ larger: Set<Element>) -> Effect {
        if smaller == larger { return .none }
        if smaller.isSubset(of: larger) { return .stricter }
        return larger.isSubset(of: smaller) ? .looser : .unknown
    }
}

extension Evaluator {
    /// The requirements on a path; nil for evaluators that reproduce libraries, composites and `disabled`.
    var pathRequirements: PathRequirements? {
        switch self {
        case let evaluator as PathEvaluator: evaluator.requirements
        case let evaluator as CustomEvaluator: evaluator.requirements
        default: nil
        }
    }
}
