import Logging
import Synchronization
import TrustAPI
import TrustPolicies
import TrustService

/// Logs proxies whose policy may admit unintended clients, or cannot be used.
final class ProxyLog: Sendable {
    /// The last logged warnings about a proxy, and the revision of its policy set.
    private struct Report {
        let revision: String?
        let warnings: [String]
    }

    private let proxies: [ProxyConfiguration]
    private let evaluations: Evaluations
    private let logger: Logger
    /// By the name of the proxy; a proxy whose policy cannot be used has no report.
    private let reports = Mutex<[String: Report]>([:])

    /// Creates a log of the configured proxies.
    init(_ proxies: [ProxyConfiguration], _ evaluations: Evaluations, logger: Logger) {
        (self.proxies, self.evaluations, self.logger) = (proxies, evaluations, logger)
    }

    /// Checks that each policy exists, and that its proxy has a host if the policy requires one.
    ///
    /// Messages begin with `place`, where `proxies` is configured.
    ///
    /// - Throws: ``CommandFailure`` with all problems.
    func check(_ snapshot: PolicySnapshot, place: String) throws(CommandFailure) {
        let problems = proxies.compactMap { configured in
            problem(of: configured.proxy, under: snapshot).map { "\(place): \(configured.name): \($0)" }
        }
        guard problems.isEmpty else { throw CommandFailure(problems, status: .usage) }
    }

    /// Returns a clause for each proxy whose policy cannot be used.
    @Sendable func problems(under snapshot: PolicySnapshot) -> [String] {
        proxies.compactMap { configured in
            problem(of: configured.proxy, under: snapshot).map { "the proxy \(configured.name) needs it: \($0)" }
        }
    }

    /// Returns the warnings about all proxies.
    func warnings(under snapshot: PolicySnapshot) -> [String] {
        proxies.flatMap { configured in
            ProxyAdvice.warnings(about: configured.proxy, under: snapshot).map { "proxy \(configured.name): \($0)" }
        }
    }

    /// Logs the proxies whose policy cannot be used, and the warnings that are new or whose policy set has changed.
    func report(_ snapshot: PolicySnapshot) {
        for configured in proxies {
            if let problem = problem(of: configured.proxy, under: snapshot) {
                reports.withLock { $0[configured.name] = nil }
                logger.log(.proxyUnusable, details(of: configured, problem))
                continue
            }
            let current = Report(
                revision: snapshot.policySet(named: configured.proxy.policy.set)?.revision,
                warnings: ProxyAdvice.warnings(about: configured.proxy, under: snapshot)
            )
            let previous = reports.withLock { $0.updateValue(current, forKey: configured.name) }
            let known = previous.map { $0.revision == current.revision ? $0.warnings : [] } ?? []
            for warning in current.warnings where !known.contains(warning) {
                logger.log(.proxyWarning, details(of: configured, warning))
            }
        }
    }

    private func problem(of proxy: TrustedProxy, under snapshot: PolicySnapshot) -> String? {
        do throws(InquiryError) {
            try evaluations.check(.named(proxy.policy), host: proxy.host, under: snapshot)
            return nil
        } catch .hostRequired {
            return "the policy validates the host: set `host`"
        } catch {
            return Problem(ofUnanswered: error).forReaders.detail
        }
    }

    private func details(of configured: ProxyConfiguration, _ reason: String) -> Logger.Metadata {
        ["proxy": "\(configured.name)", "policy": "\(configured.proxy.policy)", "reason": "\(reason)"]
    }
}
