import StructuredDocuments
package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// The question that an inquiry asks: the host is read, and the policy and the floor are selected.
extension Evaluations {
    /// A deadline that a client chooses below this one, and below ``deadline``, is a choice not to look for evidence.
    private static let shortestSearch = Duration.milliseconds(500)

    /// Returns the question of an inquiry, at `now` if the inquiry specifies no time.
    ///
    /// - Throws: ``InquiryError`` if the policy does not exist or is invalid, or if a required host is missing.
    func question(
        for inquiry: Inquiry,
        under snapshot: PolicySnapshot,
        now: Instant
    ) throws(InquiryError) -> Question {
        let host = requestedHost(inquiry.host)
        let (match, floor) = try selection(of: inquiry.policy, host, snapshot)
        try Self.checkHost(host, for: match)
        if let floor { try Self.checkHost(host, for: floor) }
        var question = TrustQuestion(
            chain: inquiry.chain,
            host: host,
            instant: inquiry.instant ?? now,
            timeSource: inquiry.instant == nil ? .clock : .request,
            clock: now,
            evidence: inquiry.evidence,
            timestamps: inquiry.timestamps,
            explain: inquiry.explain,
            tracesScripts: inquiry.tracesScripts
        )
        question.logs = snapshot.logList
        // Blocks end by the clock of the machine, also if the inquiry specifies a time.
        question.blocks = snapshot.blocks.inForce(at: now)
        let wanted = inquiry.deadline ?? deadline
        let isShort = inquiry.acceptsShortSearch && wanted < min(deadline, Self.shortestSearch)
        return Question(
            trust: question,
            policy: match,
            floor: floor,
            deadline: floor == nil ? wanted : max(wanted, deadline),
            acceptsShortSearch: isShort && floor == nil,
            isTimed: inquiry.instant != nil,
            asked: decisions.recordsInputs ? inquiry.policy : nil,
            inlineBytes: inquiry.inlineBytes
        )
    }

    /// Selects the policy and the floor with which an inquiry about a host is evaluated, as ``question(for:under:now:)`` does.
    ///
    /// - Throws: ``InquiryError`` if the policy does not exist or is invalid.
    package func selection(
        of policy: Inquiry.Policy,
        host: String?,
        under snapshot: PolicySnapshot
    ) throws(InquiryError) -> (match: PolicyMatch, floor: PolicyMatch?) {
        try selection(of: policy, requestedHost(host), snapshot)
    }

    private func selection(
        of policy: Inquiry.Policy,
        _ host: RequestedHost,
        _ snapshot: PolicySnapshot
    ) throws(InquiryError) -> (match: PolicyMatch, floor: PolicyMatch?) {
        (try match(of: policy, host, snapshot), floor(for: host, snapshot))
    }

    private func match(
        of policy: Inquiry.Policy,
        _ host: RequestedHost,
        _ snapshot: PolicySnapshot
    ) throws(InquiryError) -> PolicyMatch {
        if case .invalid = host, case .named(let name) = policy, name.policy == nil,
            let set = snapshot.policySet(named: name.set), let refusal = Self.refusal(ofUnreadable: host, by: set)
        {
            return refusal
        }
        return try self.policy(policy, host: host, snapshot)
    }

    /// Returns the floor for a host; nil if there is none.
    private func floor(for host: RequestedHost, _ snapshot: PolicySnapshot) -> PolicyMatch? {
        guard let set = snapshot.floors else { return nil }
        if let refusal = Self.refusal(ofUnreadable: host, by: set) { return refusal }
        switch set.match(Self.name(of: host)) {
        case .performDefaultHandling: return nil
        case let match: return match
        }
    }

    /// Returns the refusal of an invalid host name if the set has rules for hosts; otherwise nil.
    private static func refusal(ofUnreadable host: RequestedHost, by set: PolicySet) -> PolicyMatch? {
        guard case .invalid(let text, let error) = host, !set.hosts.isEmpty else { return nil }
        let identity = PolicyIdentity(set: set.name, name: nil, rule: nil, revision: set.revision)
        return .unreadableHost(identity, text: text, error)
    }

    private static func name(of host: RequestedHost) -> HostName? {
        if case .name(let name) = host { name } else { nil }
    }

    /// Checks that the policy of a later request exists and is valid, and that the host is given if it is required.
    ///
    /// - Throws: ``InquiryError`` as ``decision(on:of:under:in:)``.
    package func check(
        _ policy: Inquiry.Policy,
        host: String?,
        under snapshot: PolicySnapshot
    ) throws(InquiryError) {
        let host = requestedHost(host)
        let (match, floor) = try selection(of: policy, host, snapshot)
        try Self.checkHost(host, for: match)
        if let floor { try Self.checkHost(host, for: floor) }
    }

    private static func checkHost(_ host: RequestedHost, for match: PolicyMatch) throws(InquiryError) {
        guard case .none = host, case .policy(let policy) = match, policy.evaluator.traits.needsHost else { return }
        throw .hostRequired
    }

    /// Reads a host.
    package func hostName(_ text: String) throws(HostNameError) -> HostName {
        try HostName(ofBounded: text, names: documents.names)
    }

    /// Reads the host of an inquiry.
    package func requestedHost(_ text: String?) -> RequestedHost {
        guard let text else { return .none }
        do throws(HostNameError) {
            return .name(try hostName(text))
        } catch {
            return .invalid(text: QuotedText.excerpt(text), error)
        }
    }

    private func policy(
        _ policy: Inquiry.Policy,
        host: RequestedHost,
        _ snapshot: PolicySnapshot
    ) throws(InquiryError) -> PolicyMatch {
        switch policy {
        case .named(let name):
            do throws(PolicyLookupError) {
                return try snapshot.policy(named: name, host: Self.name(of: host))
            } catch {
                throw .unknownPolicy(error)
            }
        case .inline(let node):
            guard allowsInlinePolicies else { throw .inlinePoliciesDisabled }
            do throws(DocumentError) {
                return .policy(
                    try InlinePolicy.decode(
                        node,
                        pointerPrefix: "/policy",
                        ports: documents,
                        systemAnchors: snapshot.systemAnchors,
                        logList: snapshot.logList,
                        limits: limits
                    )
                )
            } catch {
                throw .invalidPolicy(error)
            }
        }
    }
}
