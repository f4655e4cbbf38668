import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation
@testable import TrustScripts

/// A script with the path that it is asked about.
struct ScriptCase {
    /// The default limits, with enough time for a debug build with sanitizers.
    var limits: ScriptLimits = {
        var limits = ScriptLimits()
        limits.time = .seconds(10)
        return limits
    }()
    var host: String? = "api.example.com"
    var isAnchored = true
    var isTraced = false
    var findings: [Finding] = []
    var timestamps: [VerifiedTimestamp] = []
    var revocation: [ScriptedPath.Revocation] = []
    var certificates: [Certificate] = []

    /// Compiles a script.
    func script(_ source: String) throws -> any TrustScript {
        try LuaRuntime(limits: limits).compile(Array(source.utf8))
    }

    /// The path and the circumstances.
    var path: ScriptedPath {
        ScriptedPath(
            certificates: certificates,
            isAnchored: isAnchored,
            host: host,
            instant: Instant(TestInstant.reference),
            policy: PolicyIdentity(set: "payments", name: "scripted", rule: nil, revision: "sha256:0"),
            findings: findings,
            timestamps: timestamps,
            revocation: revocation,
            isTraced: isTraced
        )
    }

    /// Returns the decision of a script.
    func decision(_ source: String) throws -> ScriptDecision {
        try script(source).decide(about: path)
    }

    /// Returns the outcome of the body of `evaluate(trust, host)`.
    func outcome(_ body: String) throws -> ScriptDecision.Outcome {
        try decision("function evaluate(trust, host)\n\(body)\nend").outcome
    }

    /// Returns the value of an expression as text.
    func value(_ expression: String) throws -> String {
        switch try outcome("return false, tostring(\(expression))") {
        case .rejected(let reason, _): reason ?? ""
        case let outcome: "\(outcome)"
        }
    }
}

extension Instant {
    init(_ instant: TestInstant) { self.init(secondsSince1970: instant.secondsSince1970) }
}

extension TestCertificate {
    /// Parses the certificate with the daemon's parser.
    func read() throws -> Certificate {
        try OpenSSLCertificateReader().certificates(in: der, limits: CertificateLimits())[0]
    }
}
