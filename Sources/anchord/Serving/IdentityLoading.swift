import Dispatch
import Logging
import SecretMemory
import TrustAPI
import TrustIdentities
import TrustModel
import TrustOpenSSL

/// Loads the identities, and reports them to the log.
struct IdentityLoading: Sendable {
    /// How long before its end an identity is reported: 30 days, in seconds.
    static let expiryNotice: Int64 = 30 * 86400

    let store: IdentityStore
    let logger: Logger

    /// Protects the memory of the process, then loads the identities; an identity that fails does not prevent startup.
    ///
    /// Without identities, nothing is protected, so that the process can be debugged.
    init(_ configurations: [IdentityConfiguration], reader: OpenSSLCertificateReader, logger: Logger) {
        self.logger = logger
        if !configurations.isEmpty {
            if !ProcessDumps.disable() { logger.log(.dumpsNotDisabled) }
            let protection = SecureHeap.protection
            if protection != .locked { logger.log(.keysNotLocked, ["protection": "\(protection.rawValue)"]) }
        }
        let loader = IdentityLoader(reader: reader)
        store = IdentityStore(configurations) { configuration throws(IdentityError) in try loader.load(configuration) }
        report(changed: Set(configurations.map(\.name)))
    }

    /// Loads all identities again; an identity that cannot be loaded remains as it was.
    func reload() -> IdentityReloadOutcome {
        let outcome = store.reload(at: WallClock.now().instant)
        report(changed: Set(outcome.changed))
        return outcome
    }

    /// Logs the changed identities, and the errors and the approaching ends of all.
    private func report(changed: Set<String>) {
        let now = WallClock.now().instant
        for entry in store.snapshot.entries {
            let name = entry.configuration.name
            if let error = entry.lastError { logger.log(.identityFailed, ["problem": "\(error)"]) }
            guard let identity = entry.identity else { continue }
            if changed.contains(name) {
                logger.log(.identityLoaded, ["identity": "\(name)", "notAfter": "\(identity.notAfter)"])
                for warning in identity.warnings {
                    logger.log(.identityWarning, ["identity": "\(name)", "warning": "\(warning)"])
                }
            }
            if identity.chainNotAfter < now.adding(seconds: Self.expiryNotice) {
                logger.log(.identityEnds, ["identity": "\(name)", "notAfter": "\(identity.chainNotAfter)"])
            }
        }
    }

    /// Creates the service for the routes.
    var service: IdentityService {
        let start = ContinuousClock.now
        return IdentityService(
            store: store,
            rateLimit: SignatureRateLimit(now: { ContinuousClock.now - start }),
            sha256: { SHA256.fingerprint(of: $0[...]) },
            log: { [logger] use in logger.report(use) }
        )
    }
}

extension Logger {
    /// Logs an attempt to sign; the content is identified by its digest.
    fileprivate func report(_ use: SignatureUse) {
        var details: Metadata = ["client": "\(use.client)", "identity": "\(use.identity)"]
        details["kind"] = use.kind.map { "\($0)" }
        details["algorithm"] = use.algorithm.map { "\($0.rawValue)" }
        details["digest"] = use.digest.map { "\($0)" }
        details["problem"] = use.refusal.map { "\($0.rawValue)" }
        log(use.refusal == nil ? .signed : .notSigned, details)
    }
}
