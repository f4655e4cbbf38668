import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustScripts
import TrustService

/// The components shared by all commands that evaluate chains or read policies.
struct EvaluationComponents: Sendable {
    let documents: DocumentPorts
    let requestCertificates: OpenSSLCertificateReader
    let caches: EvaluationCaches

    /// Creates the shared components.
    ///
    /// - Parameters:
    ///   - caches: The caches shared by requests; disabled by default, for commands that evaluate once.
    ///   - scripts: The limits of scripts; nil if they are disabled. Commands run the scripts of the policies that they
    ///     are given.
    ///   - networkEnabled: Whether policies may ask for the network. Commands read such policies, but fetch nothing.
    ///   - crlBytes: The maximum length of a CRL in the files of policies, in bytes.
    /// - Throws: ``CommandFailure`` if the public suffix list is missing, which the evaluation of wildcards requires.
    init(
        caches: EvaluationCaches = EvaluationCaches(certificates: 0, signatures: 0),
        scripts: ScriptLimits? = ScriptLimits(),
        networkEnabled: Bool = true,
        crlBytes: Int = Configuration.Evidence().crlBytes
    ) throws(CommandFailure) {
        self.caches = caches
        requestCertificates = OpenSSLCertificateReader(cache: caches.certificates)
        guard let suffixes = PSLSuffixes() else {
            throw CommandFailure(
                ["libpsl has no public suffix list; install the package publicsuffix"],
                status: .refused
            )
        }
        var documents = DocumentPorts(
            certificates: OpenSSLCertificateReader(),
            evidence: OpenSSLEvidenceReader(),
            names: IDN2Names(),
            suffixes: suffixes,
            sha256: { SHA256.fingerprint(of: $0[...]) },
            now: { WallClock.now().instant }
        )
        documents.logKeys = OpenSSLTimestampVerifier()
        documents.scripts = scripts.map { LuaRuntime(limits: $0) }
        documents.networkEnabled = networkEnabled
        documents.crlBytes = crlBytes
        self.documents = documents
    }

    /// Creates the components of a daemon.
    ///
    /// - Throws: ``CommandFailure`` if the public suffix list is missing.
    init(_ configuration: Configuration) throws(CommandFailure) {
        try self.init(
            caches: EvaluationCaches(configuration.caches),
            scripts: configuration.scripts.enabled ? ScriptLimits(configuration.scripts) : nil,
            networkEnabled: configuration.network.enabled,
            crlBytes: configuration.evidence.crlBytes
        )
    }

    /// Creates the policy loader of a daemon; `floorsPlace` is the place of `floors`, for messages.
    func loader(_ configuration: Configuration, floorsPlace: String) -> PolicyLoader {
        loader(
            directory: configuration.policies,
            written: configuration.writtenPolicies,
            systemAnchors: configuration.systemAnchors,
            anchorConstraints: configuration.evidence.anchorConstraints,
            floors: configuration.floors,
            floorsPlace: floorsPlace,
            logList: configuration.evidence.logList,
            blocks: configuration.blocks.file,
            writtenBlocks: configuration.blocks.directory
        )
    }

    /// Creates a policy loader that has not read any file yet.
    func loader(
        directory: String?,
        written: String? = nil,
        systemAnchors: String,
        anchorConstraints: [String] = [],
        floors: String? = nil,
        floorsPlace: String = "--floors",
        logList: String? = nil,
        blocks: String? = nil,
        writtenBlocks: String? = nil
    ) -> PolicyLoader {
        PolicyLoader(
            directory: directory,
            written: written,
            systemAnchors: systemAnchors,
            anchorConstraints: anchorConstraints,
            ports: documents,
            floors: floors,
            floorsPlace: floorsPlace,
            logList: logList,
            blocks: blocks,
            writtenBlocks: writtenBlocks
        )
    }

    /// Creates evaluations with their own engine; `limits` applies to the anchors of inline policies.
    ///
    /// - Throws: ``CommandFailure`` if OpenSSL runs out of memory.
    func evaluations(
        budget: WorkBudget,
        limits: CertificateLimits,
        allowsInlinePolicies: Bool,
        decisions: Decisions = Decisions(ids: DecisionIDSource(workers: 1))
    ) throws(CommandFailure) -> Evaluations {
        Evaluations(
            engine: TrustEngine(ports: try evaluationPorts(), budget: budget),
            documents: documents,
            limits: limits,
            allowsInlinePolicies: allowsInlinePolicies,
            decisions: decisions
        )
    }

    /// Creates the adapters of an engine.
    ///
    /// - Throws: ``CommandFailure`` if OpenSSL runs out of memory.
    func evaluationPorts() throws(CommandFailure) -> EvaluationPorts {
        guard let verifier = OpenSSLSignatureVerifier(signatures: caches.signatures) else {
            throw CommandFailure(["OpenSSL could not be initialized: out of memory"], status: .refused)
        }
        return EvaluationPorts(
            signatures: verifier,
            evidence: OpenSSLEvidenceVerifier(),
            timestamps: OpenSSLTimestampVerifier(),
            publicSuffixes: documents.suffixes
        )
    }
}
