import StructuredDocuments
package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// Evaluates requests: selects the policy and runs the engine, for both the HTTP API and the command line.
package struct EvaluationService: Sendable {
    private let engine: TrustEngine
    private let documents: DocumentPorts
    private let limits: CertificateLimits
    private let allowsInlinePolicies: Bool

    /// Creates a service with an engine and the decoders of hosts and inline policies.
    package init(
        engine: TrustEngine,
        documents: DocumentPorts,
        limits: CertificateLimits,
        allowsInlinePolicies: Bool
    ) {
        self.engine = engine
        self.documents = documents
        self.limits = limits
        self.allowsInlinePolicies = allowsInlinePolicies
    }

    /// Evaluates a request under a policy snapshot, at `now` if the request specifies no time.
    ///
    /// If the host name is invalid, or if the set has no policy for the host, the result is a verdict and not an error.
    ///
    /// - Throws: ``Problem`` if the policy does not exist or is invalid, or if a required host is missing.
    package func evaluate(
        _ request: EvaluationRequest,
        under snapshot: PolicySnapshot,
        now: Instant
    ) throws(Problem) -> (verdict: Verdict, lifetime: CacheLifetime) {
        let host = hostQuestion(request.host)
        let instant = request.instant ?? now
        if let refusal = refusal(ofUnreadable: host, request.policy, snapshot, at: instant) {
            return (refusal, CacheLifetime(from: instant))
        }
        switch try policy(request.policy, host: host, snapshot) {
        case .policy(let policy):
            try Self.checkHost(host, for: policy)
            let question = TrustQuestion(
                chain: request.chain,
                host: host,
                instant: instant,
                timeSource: request.instant == nil ? .clock : .request,
                evidence: request.evidence,
                explain: request.explain
            )
            let verdict = engine.evaluate(question, under: policy)
            return (verdict, engine.cacheLifetime(of: verdict, question, under: policy))
        case .deny(let identity):
            let verdict = VerdictBuilder.noMatch(identity, host: host, leavesToClient: false, at: instant)
            return (verdict, CacheLifetime(from: instant))
        case .performDefaultHandling(let identity):
            let verdict = VerdictBuilder.noMatch(identity, host: host, leavesToClient: true, at: instant)
            return (verdict, CacheLifetime(from: instant))
        }
    }

    /// Checks that the policy of a later request exists and is valid, and that the host is given if it is required.
    ///
    /// - Throws: ``Problem`` as ``evaluate(_:under:now:)``.
    package func check(
        _ policy: EvaluationRequest.Policy,
        host: String?,
        under snapshot: PolicySnapshot
    ) throws(Problem) {
        let host = hostQuestion(host)
        if case .policy(let policy) = try self.policy(policy, host: host, snapshot) {
            try Self.checkHost(host, for: policy)
        }
    }

    private static func checkHost(_ host: RequestedHost, for policy: TrustPolicy) throws(Problem) {
        guard host != .none || !policy.evaluator.needsHost else {
            throw Problem(
                .hostRequired,
                "The policy validates the host: give the host in the request's `host`.",
                errors: [DocumentIssue(pointer: "/host", detail: "the policy requires a host")]
            )
        }
    }

    /// Recommends which keys of a chain to pin; see ``TrustEngine/pinPlan(for:at:)``.
    package func pinPlan(for certificates: [Certificate], at instant: Instant) throws(LibraryFailure) -> PinPlan {
        try engine.pinPlan(for: certificates, at: instant)
    }

    /// Parses the host of a challenge.
    ///
    /// - Throws: ``Problem`` if the host is invalid.
    func hostName(_ text: String) throws(Problem) -> HostName {
        do throws(HostNameError) {
            return try HostName(ofBounded: text, names: documents.names)
        } catch {
            let detail = "the host \(QuotedText.of(text)) \(error.reason)"
            throw Problem(DocumentError([DocumentIssue(pointer: "/host", detail: detail)]))
        }
    }

    private func hostQuestion(_ text: String?) -> RequestedHost {
        guard let text else { return .none }
        do throws(HostNameError) {
            return .name(try HostName(ofBounded: text, names: documents.names))
        } catch {
            return .invalid(text: QuotedText.excerpt(text), error)
        }
    }

    /// Returns the verdict for an invalid host name if the host rules of a set select the policy; otherwise nil.
    private func refusal(
        ofUnreadable host: RequestedHost,
        _ policy: EvaluationRequest.Policy,
        _ snapshot: PolicySnapshot,
        at instant: Instant
    ) -> Verdict? {
        guard case .invalid(let text, let error) = host, case .named(let name) = policy, name.policy == nil,
            let set = snapshot.policySet(named: name.set), !set.hosts.isEmpty
        else { return nil }
        let identity = PolicyIdentity(set: set.name, name: nil, rule: nil, revision: set.revision)
        return VerdictBuilder.unreadableHost(identity, text, error, at: instant)
    }

    private func policy(
        _ policy: EvaluationRequest.Policy,
        host: RequestedHost,
        _ snapshot: PolicySnapshot
    ) throws(Problem) -> PolicyMatch {
        switch policy {
        case .named(let name):
            let known: HostName? = if case .name(let host) = host { host } else { nil }
            do throws(PolicyLookupError) {
                return try snapshot.policy(named: name, host: known)
            } catch {
                throw Problem(error)
            }
        case .inline(let node):
            guard allowsInlinePolicies else {
                throw Problem(
                    .invalidPolicy,
                    "Inline policies are disabled (inlinePolicies); use the name of a policy set.",
                    errors: [DocumentIssue(pointer: "/policy", detail: "inline policies are disabled")]
                )
            }
            do throws(DocumentError) {
                return .policy(
                    try InlinePolicy.decode(
                        node,
                        pointerPrefix: "/policy",
                        ports: documents,
                        systemAnchors: snapshot.systemAnchors,
                        limits: limits
                    )
                )
            } catch {
                throw Problem(ofInlinePolicy: error)
            }
        }
    }
}
