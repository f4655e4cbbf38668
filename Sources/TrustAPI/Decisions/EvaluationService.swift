package import MicrohttpdServer
import StructuredDocuments
package import TrustEvaluation
package import TrustEvidence
package import TrustModel
package import TrustPolicies

/// Evaluates requests: selects the policy and runs the engine, for both the HTTP API and the command line.
package struct EvaluationService: Sendable {
    /// A verdict, and the evidence in memory when its evaluation began; nil if it does not depend on fetched evidence.
    package typealias Evaluated = (verdict: Verdict, basis: EvidenceBasis?)

    /// The final result of a request, and the time that its rounds after the first one took, without waiting.
    package typealias Completed = (evaluated: Evaluated, later: Duration)

    /// The result of a request, or the problem that no one looked for evidence on which its permission depends.
    package typealias Outcome = Result<Completed, Problem>

    /// Returns the final verdict of a request after its first round, and waits for the evidence that it lacks.
    ///
    /// Throws the failure of a wait.
    package typealias Completion =
        @Sendable (_ first: consuming EvaluationRound, _ waiting: any HTTPWaiting) async throws(HTTPFailure) -> Outcome

    /// The completion of requests over HTTP.
    package var completion: Completion?
    /// The memory of evidence; nil without fetching.
    package var memory: (any EvidenceMemory)?
    /// The time for which a response may wait for evidence if the request gives none, and the shortest for a floor.
    package var deadline = Duration.milliseconds(1500)
    /// A deadline that a client chooses below this one, and below ``deadline``, is a choice not to look for evidence.
    private static let shortestSearch = Duration.milliseconds(500)
    let engine: TrustEngine
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

    /// Evaluates a request as ``evaluate(_:under:now:)`` with the evidence at hand; ``complete(_:_:)`` follows.
    ///
    /// Waiting and fetching are charged to `share`.
    ///
    /// - Throws: ``Problem`` as ``evaluate(_:under:now:)``.
    package func begin(
        _ request: EvaluationRequest,
        of share: ClientShare,
        under snapshot: PolicySnapshot,
        now: Instant
    ) throws(Problem) -> EvaluationRound {
        round(try prepared(request, under: snapshot, now: now), of: share)
    }

    /// Returns the final verdict of a request.
    ///
    /// - Throws: ``HTTPFailure`` if the request may not wait for the evidence that it lacks, or not as long.
    package func complete(
        _ first: consuming EvaluationRound,
        _ waiting: any HTTPWaiting
    ) async throws(HTTPFailure) -> Outcome {
        guard let completion else { return .success((first.evaluated, .zero)) }
        return try await completion(first, waiting)
    }

    /// Evaluates a request under a policy snapshot, at `now` if the request specifies no time.
    ///
    /// If the host name is invalid, or if the set has no policy for the host, the result is a verdict and not an error. If
    /// there is a floor for the host, it must allow the chain too.
    ///
    /// - Throws: ``Problem`` if the policy does not exist or is invalid, or if a required host is missing.
    package func evaluate(
        _ request: EvaluationRequest,
        under snapshot: PolicySnapshot,
        now: Instant
    ) throws(Problem) -> Evaluated {
        evaluate(try prepared(request, under: snapshot, now: now))
    }

    private func evaluate(_ prepared: Prepared) -> Evaluated {
        var prepared = prepared
        return evaluate(&prepared).evaluated
    }

    private func prepared(
        _ request: EvaluationRequest,
        under snapshot: PolicySnapshot,
        now: Instant
    ) throws(Problem) -> Prepared {
        let host = hostQuestion(request.host)
        let match = try match(of: request.policy, host, snapshot)
        let floor = floor(for: host, snapshot)
        for case .policy(let policy)? in [match, floor] { try Self.checkHost(host, for: policy) }
        var question = TrustQuestion(
            chain: request.chain,
            host: host,
            instant: request.instant ?? now,
            timeSource: request.instant == nil ? .clock : .request,
            clock: now,
            evidence: request.evidence,
            timestamps: request.timestamps,
            explain: request.explain,
            tracesScripts: request.tracesScripts
        )
        question.logs = snapshot.logList
        let wanted = request.deadline ?? deadline
        return Prepared(
            question: question,
            match: match,
            floor: floor,
            deadline: wanted,
            floorDeadline: max(wanted, deadline),
            isCutShort: request.acceptsShortSearch && wanted < min(deadline, Self.shortestSearch),
            inlineBytes: request.inlineBytes
        )
    }

    private func match(
        of policy: EvaluationRequest.Policy,
        _ host: RequestedHost,
        _ snapshot: PolicySnapshot
    ) throws(Problem) -> Match {
        if case .named(let name) = policy, name.policy == nil, let set = snapshot.policySet(named: name.set),
            let refusal = Self.refusal(ofUnreadable: host, by: set)
        {
            return refusal
        }
        return Match(try self.policy(policy, host: host, snapshot))
    }

    /// Returns the floor for a host; nil if there is none.
    private func floor(for host: RequestedHost, _ snapshot: PolicySnapshot) -> Match? {
        guard let set = snapshot.floors else { return nil }
        if let refusal = Self.refusal(ofUnreadable: host, by: set) { return refusal }
        switch set.match(Self.name(of: host)) {
        case .performDefaultHandling: return nil
        case let match: return Match(match)
        }
    }

    /// Returns the refusal of an invalid host name if the set has rules for hosts; otherwise nil.
    private static func refusal(ofUnreadable host: RequestedHost, by set: PolicySet) -> Match? {
        guard case .invalid(let text, let error) = host, !set.hosts.isEmpty else { return nil }
        let identity = PolicyIdentity(set: set.name, name: nil, rule: nil, revision: set.revision)
        return .unreadableHost(identity, text: text, error)
    }

    private static func name(of host: RequestedHost) -> HostName? {
        if case .name(let name) = host { name } else { nil }
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
        for case .policy(let policy)? in [try match(of: policy, host, snapshot), floor(for: host, snapshot)] {
            try Self.checkHost(host, for: policy)
        }
    }

    private static func checkHost(_ host: RequestedHost, for policy: TrustPolicy) throws(Problem) {
        guard host != .none || !policy.evaluator.traits.needsHost else {
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

    private func policy(
        _ policy: EvaluationRequest.Policy,
        host: RequestedHost,
        _ snapshot: PolicySnapshot
    ) throws(Problem) -> PolicyMatch {
        switch policy {
        case .named(let name):
            do throws(PolicyLookupError) {
                return try snapshot.policy(named: name, host: Self.name(of: host))
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
                        logList: snapshot.logList,
                        limits: limits
                    )
                )
            } catch {
                throw Problem(ofInlinePolicy: error)
            }
        }
    }
}
