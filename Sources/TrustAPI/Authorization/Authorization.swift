import MicrohttpdServer
import StructuredDocuments

/// The decision whether a caller may use a route, computed from the head, the caller and the configuration only.
///
/// ``APIResponder`` makes the decision for each admitted head, before any handler runs. Without configured clients,
/// everyone may evaluate and read, and no one may see or use identities or blocks, ask as a proxy or read decisions. Unless the
/// configuration denies it, root and the daemon's user may reload over a Unix socket, where the kernel reports the user, and root may read.
enum Authorization: Equatable {
    case granted
    /// The caller has no known credential, and one could help; the reason is one sentence.
    case unauthorized(reason: String, hasUnknownToken: Bool)
    /// The reason is one sentence.
    case forbidden(reason: String)

    /// Decides about a request to a route.
    ///
    /// - Parameters:
    ///   - caller: the clients of the request.
    ///   - permission: the permission that the route requires.
    ///   - head: the head of the request.
    ///   - rules: the parts of the configuration that the decision needs.
    init(of caller: Caller, for permission: Permission, _ head: HTTPRequestHead, _ rules: AuthorizationRules) {
        switch permission {
        case .open: self = .granted
        case .evaluate: self.init(of: caller, for: .evaluate)
        case .read: self.init(of: caller, for: .read)
        case .readIdentities:
            self = Self.identities(caller) { caller.mayReadIdentities }
        case .sign:
            let names = rules.signers(of: AuthorizationRules.identity(in: head.path))
            self = Self.identities(caller) { caller.client(with: .sign, named: names) != nil }
        case .proxy:
            let proxy = rules.proxy(named: ProxyCheck.name(in: head.target))
            let isProxy = proxy.map { proxy in
                caller.clients.contains { $0.credential != .anonymous && $0.name.hasSameBytes(as: proxy.client) }
            }
            self = isProxy == true ? .granted : Self.denied(caller, "is not this proxy")
        case .decisions: self = Self.decisions(caller)
        case .readBlocks: self = Self.blocks(caller) { caller.mayReadBlocks }
        case .block:
            let decision = Self.blocks(caller) { caller.mayBlock }
            self =
                decision == .granted && !rules.permitsBlocks
                ? .forbidden(reason: "The configuration has no `blocks.directory`, so no one may write blocks.")
                : decision
        case .reload: self.init(ofReloadBy: caller, from: head.peer, rules)
        case .write: self = Self.write(PolicySetPath.name(in: head.path), caller, under: rules)
        case .check: self = Self.check(caller, head, under: rules)
        }
    }

    /// Decides about a change of a policy set, regardless of whether it exists.
    private static func write(_ set: String, _ caller: Caller, under rules: AuthorizationRules) -> Authorization {
        guard caller.isRestricted else {
            return .forbidden(reason: "The configuration names no `clients`, so no one may write policy sets.")
        }
        guard caller.mayWrite(set) else { return denied(caller, "may not write this policy set") }
        guard rules.permitsWrites else {
            return .forbidden(reason: "The configuration has no `writtenPolicies`, so no one may write policy sets.")
        }
        guard rules.floors?.hasSameBytes(as: set) != true || caller.has(.writeFloors) else {
            return denied(caller, "needs the right writeFloors, since this policy set has the floors")
        }
        return .granted
    }

    /// Decides about the check of a candidate for a policy set, which shows decisions or verdicts.
    private static func check(
        _ caller: Caller,
        _ head: HTTPRequestHead,
        under rules: AuthorizationRules
    ) -> Authorization {
        let decision = write(PolicySetPath.name(in: head.path), caller, under: rules)
        guard decision == .granted else { return decision }
        let usesDecisions = head.query.contains {
            $0.name.hasSameBytes(as: CandidateRequest.decisionsParameter)
        }
        return usesDecisions ? decisions(caller) : Authorization(of: caller, for: .evaluate)
    }

    /// Decides about a right that everyone has without configured clients.
    init(of caller: Caller, for right: ClientRight) {
        let isGranted = !caller.isRestricted || caller.has(right)
        self = isGranted ? .granted : Self.denied(caller, "may not \(right.rawValue)")
    }

    /// Decides about the use of identities; the reason is the same for known and unknown identities.
    private static func identities(_ caller: Caller, isGranted: () -> Bool) -> Authorization {
        guard caller.isRestricted else {
            return .forbidden(reason: "The configuration names no `clients`, so no one may see or use identities.")
        }
        return isGranted() ? .granted : denied(caller, identityReason)
    }

    /// Decides about the last decisions, before any is looked up; the reason is the same for known and unknown ones.
    static func decisions(_ caller: Caller) -> Authorization {
        guard caller.isRestricted else {
            return .forbidden(reason: "The configuration names no `clients`, so no one may read decisions.")
        }
        return caller.mayReadDecisions ? .granted : denied(caller, "may not read decisions")
    }

    /// Decides about blocks; the reason is the same for known and unknown ones.
    private static func blocks(_ caller: Caller, isGranted: () -> Bool) -> Authorization {
        guard caller.isRestricted else {
            return .forbidden(reason: "The configuration names no `clients`, so no one may see or write blocks.")
        }
        return isGranted() ? .granted : denied(caller, "may not use blocks in this way")
    }

    private static let identityReason = "may not use this identity, or not in this way"

    /// The problem for content that an identity does not sign, equal to that of an identity that the caller may not use.
    static func identityRefusal(of caller: Caller) -> Problem {
        Problem(.forbidden, "The client \(caller.names) \(identityReason).")
    }

    private init(ofReloadBy caller: Caller, from peer: HTTPPeer, _ rules: AuthorizationRules) {
        if rules.isAdministrator(peer) {
            self = .granted
        } else if caller.isRestricted {
            self = caller.has(.reload) ? .granted : Self.denied(caller, "may not reload")
        } else {
            let reason =
                rules.rootMayReload
                ? Self.reasonAgainstReload(from: peer, daemonUser: rules.daemonUser)
                : "The configuration permits no reload over HTTP: send SIGHUP to the daemon, or add a client with the right "
                    + "`reload`."
            self = .forbidden(reason: reason)
        }
    }

    private static func reasonAgainstReload(from peer: HTTPPeer, daemonUser: UInt32?) -> String {
        switch peer {
        case .ip:
            "Reloads are accepted only over a Unix socket, from root or the user of the daemon; without a Unix socket, "
                + "send SIGHUP to the daemon."
        case .unix(nil, _): "The system did not report the user of this connection, so the reload is refused."
        case .unix(APIClient.overflowID?, _) where daemonUser == APIClient.overflowID:
            "Only root may reload: the daemon runs as user ID 65534, which the system also reports for every unknown "
                + "user."
        case .unix(let user?, _):
            "Only root and the user of the daemon may reload; the client has user ID \(user)."
        }
    }

    private static func denied(_ caller: Caller, _ reason: String) -> Authorization {
        guard caller.isKnown else {
            return .unauthorized(
                reason: caller.hasUnknownToken
                    ? "The Authorization header has no token of a configured client."
                    : "The request comes from no configured client: send a bearer token, or connect to the Unix socket "
                        + "as a configured user.",
                hasUnknownToken: caller.hasUnknownToken
            )
        }
        return .forbidden(reason: "The client \(caller.names) \(reason).")
    }

    /// Throws the problem of a denied request.
    func check() throws(Problem) {
        switch self {
        case .granted: return
        case .unauthorized(let reason, let hasUnknownToken):
            // RFC 6750 section 3.1: no error code without a credential.
            let challenge = hasUnknownToken ? "Bearer error=\"invalid_token\"" : "Bearer"
            throw Problem(.unauthorized, reason, headers: ["WWW-Authenticate": challenge])
        case .forbidden(let reason): throw Problem(.forbidden, reason)
        }
    }
}

/// A permission that a route requires from its caller.
enum Permission: Sendable, Hashable {
    /// No permission: health, the overview and the specification.
    case open
    /// Evaluating chains.
    case evaluate
    /// Reading policies, the status and metrics.
    case read
    /// Reading the identities, which only known clients may.
    case readIdentities
    /// Signing with the identity that the last segment but one of the path names.
    case sign
    /// Reloading the policies.
    case reload
    /// Reading the last decisions, which only known clients may.
    case decisions
    /// Writing the policy set that the path names.
    case write
    /// Checking a candidate for the policy set that the path names, on chains in the request or on the last decisions.
    case check
    /// Reading the blocks, which only known clients may.
    case readBlocks
    /// Writing and removing blocks.
    case block
    /// Asking as the proxy that the target names.
    case proxy
}
