import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies

/// One case of `anchord policies test`: an evaluation and the expected verdict.
struct PolicyTestCase {
    /// The expected parts of a verdict; the absent ones are not compared.
    struct Expectation {
        var verdict: Verdict.Outcome
        var action: Verdict.Action?
        /// The codes that must be among the errors and warnings.
        var codes: [ReasonCode] = []
        var principal: String?
    }

    /// The file of the case, relative to the policy directory.
    let file: String
    let line: Int?
    let name: String
    let policy: PolicyName
    /// The chain: PEM text, or the path of a file.
    let chain: String
    let host: String?
    let instant: Instant?
    let crls: [String]
    let ocsp: [String]
    /// Certificate timestamps in base64.
    let scts: [String]
    let expectation: Expectation
}

extension PolicyTestCase {
    /// The keys that all cases of a file can share.
    private struct Shared {
        var policy: PolicyName?
        var chain: String?
        var host: String?
        var instant: Instant?
        var crls: [String] = []
        var ocsp: [String] = []
        var scts: [String] = []

        /// Reads the keys; those of the case replace those of the file.
        init(_ reader: inout MappingReader, before outer: Shared? = nil) {
            policy = reader.value("policy").flatMap(Self.policy) ?? outer?.policy
            chain = reader.string("chain") ?? outer?.chain
            host = reader.string("host") ?? outer?.host
            instant = reader.instantOrDay("at") ?? outer?.instant
            crls = reader.list("crls")?.compactMap { $0.string() } ?? outer?.crls ?? []
            ocsp = reader.list("ocsp")?.compactMap { $0.string() } ?? outer?.ocsp ?? []
            scts = reader.list("scts")?.compactMap { $0.string() } ?? outer?.scts ?? []
        }

        private static func policy(_ value: DocumentValue) -> PolicyName? {
            guard let text = value.name() else { return nil }
            let name = PolicyName(text)
            if name == nil { value.refuse("\(QuotedText.of(text)) is not a policy name: expected SET or SET/POLICY") }
            return name
        }
    }

    /// Reads the cases of a file; invalid ones become issues.
    static func cases(_ root: DocumentValue, file: String) -> [PolicyTestCase] {
        guard var reader = root.mapping() else { return [] }
        let shared = Shared(&reader)
        let items = reader.required("cases", expected: "a list of cases")?.list() ?? []
        if let value = reader.value("cases"), value.isEmptyList { value.refuse("the list is empty: add a case") }
        reader.finish()
        return items.compactMap { testCase($0, shared, file: file) }
    }

    private static func testCase(_ value: DocumentValue, _ shared: Shared, file: String) -> PolicyTestCase? {
        guard var reader = value.mapping() else { return nil }
        let name = reader.required("name", expected: "the name of the case")?.string()
        let keys = Shared(&reader, before: shared)
        let expectation = reader.required("expect", expected: "the expected verdict").flatMap(expectation)
        reader.finish()
        if keys.policy == nil { value.refuse("the key `policy` is missing: expected SET or SET/POLICY") }
        if keys.chain == nil { value.refuse("the key `chain` is missing: expected PEM text or the path of a file") }
        guard let name, let policy = keys.policy, let chain = keys.chain, let expectation else { return nil }
        return PolicyTestCase(
            file: file,
            line: value.node.line,
            name: name,
            policy: policy,
            chain: chain,
            host: keys.host,
            instant: keys.instant,
            crls: keys.crls,
            ocsp: keys.ocsp,
            scts: keys.scts,
            expectation: expectation
        )
    }

    private static func expectation(_ value: DocumentValue) -> Expectation? {
        guard var reader = value.mapping() else { return nil }
        let verdict = reader.required("verdict", expected: "trusted, untrusted or indeterminate")?
            .oneOf(Verdict.Outcome.self)
        let action = reader.oneOf("action", Verdict.Action.self)
        let codes = (reader.list("codes") ?? []).compactMap(code)
        let principal = reader.string("principal")
        reader.finish()
        return verdict.map { Expectation(verdict: $0, action: action, codes: codes, principal: principal) }
    }

    private static func code(_ value: DocumentValue) -> ReasonCode? {
        guard let text = value.name() else { return nil }
        guard let code = ReasonCode(name: text) else {
            value.refuse(
                "unknown reason code \(QuotedText.of(text))"
                    + NearestName.hint(for: text, among: ReasonCode.all.map(\.name))
            )
            return nil
        }
        return code
    }
}

extension PolicyTestCase.Expectation {
    /// Returns the differences between a verdict and the expectation, one clause each.
    func differences(from verdict: Verdict) -> [String] {
        // A rejection by a broken script would look like the expected one.
        var differences = verdict.scripts.failures.map { "the script failed: \($0.kind)" }
        if verdict.outcome != self.verdict {
            differences.append("expected the verdict \(self.verdict.rawValue), found \(verdict.outcome.rawValue)")
        }
        if let action, verdict.action != action {
            differences.append("expected the action \(action.rawValue), found \(verdict.action.rawValue)")
        }
        for code in codes where !verdict.reasons.contains(where: { $0.code == code && $0.severity != .notice }) {
            differences.append("expected the code \(code.name)")
        }
        if let principal, verdict.principal?.value.hasSameBytes(as: principal) != true {
            let found = verdict.principal.map { QuotedText.of($0.value) } ?? "none"
            differences.append("expected the principal \(QuotedText.of(principal)), found \(found)")
        }
        return differences
    }
}
