import EvidenceFiles
import FetcherClient
import FileAccess
import Glibc
import Logging
import MicrohttpdServer
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// The problems because of which a daemon would not start, or would start without an identity, and the warnings about it.
///
/// The check reads what the daemon reads. It listens on no address, connects to nothing and changes no file, so that a daemon
/// with the same configuration may be running.
struct StartupCheck {
    /// The problems, one line each; empty if the daemon starts.
    private(set) var problems: [String] = []
    /// The warnings, one line each.
    private(set) var warnings: [String] = []
    /// The policies; nil if they cannot be loaded.
    private(set) var snapshot: PolicySnapshot?
    /// The exit status of the daemon: `usage` if a problem is in the configuration, `refused` for other problems.
    private(set) var status = ExitStatus.done

    /// Checks everything that ``Composition`` creates; the values of the configuration are valid already.
    init(_ effective: EffectiveConfiguration) {
        let configuration = effective.values
        warnings = effective.warnings
        do throws(CommandFailure) {
            let parts = try EvaluationComponents(configuration)
            checkPolicies(effective, parts)
        } catch {
            add(error)
        }
        checkAccounts(configuration)
        checkNetwork(configuration)
        checkDecisions(configuration)
        checkIdentities(configuration)
        checkAddresses(configuration)
    }

    /// Checks only the policies and their use by proxies, for a machine on which the daemon need not be installed.
    init(policiesOf effective: EffectiveConfiguration, _ parts: EvaluationComponents) {
        checkPolicies(effective, parts)
    }

    private mutating func add(_ failure: CommandFailure) { add(failure.messages, failure.status) }

    private mutating func add(_ messages: [String], _ status: ExitStatus) {
        problems += messages
        if self.status != .usage { self.status = status }
    }

    private mutating func checkPolicies(_ effective: EffectiveConfiguration, _ parts: EvaluationComponents) {
        var configuration = effective.values
        if let written = configuration.writtenPolicies {
            do throws(CommandFailure) {
                // The daemon creates the directory, which has no policies then.
                if try !PolicyWrites.check(written) { configuration.writtenPolicies = nil }
            } catch {
                add(error)
            }
        }
        if let directory = configuration.blocks.directory {
            do throws(CommandFailure) {
                if try !BlockWrites.check(directory) { configuration.blocks.directory = nil }
            } catch {
                add(error)
            }
        }
        let loaded: PolicySnapshot
        do throws(PolicyLoadError) {
            loaded = try parts.loader(configuration, floorsPlace: effective.place(of: .floors)).load()
        } catch {
            return add(error.problems.map(\.description), error.isMistake(in: effective) ? .usage : .refused)
        }
        snapshot = loaded
        warnings += PolicyListing.warnings(of: loaded, at: WallClock.now().instant)
        do throws(CommandFailure) {
            try checkProxies(effective, under: loaded, with: parts)
        } catch {
            add(error)
        }
    }

    private mutating func checkProxies(
        _ effective: EffectiveConfiguration,
        under snapshot: PolicySnapshot,
        with parts: EvaluationComponents
    ) throws(CommandFailure) {
        let configuration = effective.values
        let evaluations = try parts.evaluations(
            budget: WorkBudget(configuration.limits),
            limits: CertificateLimits(configuration.limits),
            allowsInlinePolicies: configuration.inlinePolicies
        )
        let log = ProxyLog(
            configuration.proxies ?? [],
            evaluations,
            logger: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
        )
        try log.check(snapshot, place: effective.place(of: ConfigurationSection.proxies))
        warnings += log.warnings(under: snapshot)
    }

    /// Checks that accounts have numbers now; those that do not exist are mistakes in the configuration, found before.
    private mutating func checkAccounts(_ configuration: Configuration) {
        do throws(CommandFailure) {
            _ = try configuration.unixSocketGroup?.resolved(as: .group, for: "unixSocketGroup")
            for client in configuration.clients ?? [] { _ = try client.resolved() }
        } catch {
            add(error)
        }
    }

    private mutating func checkNetwork(_ configuration: Configuration) {
        guard configuration.network.enabled else { return }
        do throws(CommandFailure) {
            let location = try FetcherLocation(configuration.network)
            if let obstacle = location.obstacle { warnings.append("nothing can be fetched: \(obstacle)") }
        } catch {
            add(error)
        }
        guard let directory = configuration.evidence.directory else { return }
        checkDirectory(directory, of: "evidence.directory")
        // The daemon creates the directory of issuers beside the evidence.
        if InputFile.exists(directory) {
            checkDirectory(EvidenceDisk.issuerDirectory(in: directory), of: "evidence.directory")
        }
    }

    private mutating func checkDecisions(_ configuration: Configuration) {
        do throws(CommandFailure) { try configuration.checkDecisionDirectory() } catch { add(error) }
        do throws(CommandFailure) { _ = try DecisionMask(configuration) } catch { add(error) }
        if let directory = configuration.decisions.directory { checkDirectory(directory, of: "decisions.directory") }
    }

    private mutating func checkDirectory(_ path: String, of key: String) {
        do throws(LocalFiles.Failure) {
            try LocalFiles.checkPrivateDirectory(path)
        } catch {
            add([QuotedText.printable("\(key): \(path) \(error.reason)")], .usage)
        }
    }

    /// Loads the identities; a daemon starts without those that fail, so that its log must not be the first to report them.
    private mutating func checkIdentities(_ configuration: Configuration) {
        let loader = IdentityLoader(reader: OpenSSLCertificateReader())
        for identity in configuration.identities ?? [] {
            do throws(IdentityError) {
                let loaded = try loader.load(identity)
                warnings += loaded.warnings.map { "identity \(identity.name): \($0)" }
                if loaded.chainNotAfter < WallClock.now().instant.adding(seconds: IdentityLoading.expiryNotice) {
                    warnings.append("identity \(identity.name): it ends or ended at \(loaded.chainNotAfter)")
                }
            } catch {
                // Root may ask for a daemon of another user, to whom the file then has to belong.
                if error.code == .permissions, geteuid() == 0 {
                    warnings.append("\(error); if the daemon has another user, run the check as that user")
                } else {
                    add(["\(error)"], .refused)
                }
            }
        }
        warnings += configuration.identitiesWithoutSigner.map { identity, reason in
            "identity \(identity): no client can sign with it: \(reason)"
        }
    }

    /// Checks the addresses; the default one is not used if systemd passes sockets, which is unknown here.
    private mutating func checkAddresses(_ configuration: Configuration) {
        let message = configuration.clients == nil ? LogMessage.reachable : .reachableWithTokens
        for address in configuration.listen {
            if case .tcp = address, !address.isLoopback {
                warnings.append("listen: \(address): \(message.rawValue)")
            }
        }
        let group = try? configuration.unixSocketGroup?.resolved(as: .group, for: "unixSocketGroup")
        for problem in ListenCheck(configuration.listen, unixSocketGroup: group).problems {
            add(["listen: \(problem)"], problem.code == .groupNotPermitted ? .usage : .refused)
        }
    }
}
