import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// The system trust store in these tests.
let systemAnchors = AnchorSet(
    name: "system",
    certificates: FakeCertificateReader().readableCertificates(
        in: Array(FakeCertificate.pem("system-root").utf8),
        limits: .anchors
    ).certificates,
    owner: .system
)

/// Adapters for fake certificates, evidence and names.
let fakePorts = DocumentPorts(
    certificates: FakeCertificateReader(),
    evidence: FakeEvidenceReader(),
    names: FakeNames(),
    suffixes: FakeSuffixes(),
    sha256: fakeDigest,
    now: { Instant(secondsSince1970: 0) }
)

let policySetReader = PolicySetReader(ports: fakePorts, systemAnchors: systemAnchors)

/// Reads a policy set named `test`.
func policySet(_ yaml: String, in directory: String = "/nonexistent") throws(DocumentError) -> PolicySet {
    try policySetReader.policySet(named: "test", source: Array(yaml.utf8), directory: directory)
}

/// The issues of a policy set, as `line pointer: detail`.
func issues(_ yaml: String, in directory: String = "/nonexistent") -> [String] {
    do {
        _ = try policySet(yaml, in: directory)
        return []
    } catch {
        return error.issues.map(\.text)
    }
}

/// The issues of one policy with the given keys, one per line; line numbers start at the first key.
func policyIssues(_ keys: String, in directory: String = "/nonexistent") -> [String] {
    do {
        _ = try standardPolicy(keys, in: directory)
        return []
    } catch {
        return error.issues.map { issue in
            let pointer = issue.pointer.replacingOccurrences("/policies/p", with: "")
            return DocumentIssue(pointer: pointer, line: issue.line.map { $0 - 2 }, detail: issue.detail).text
        }
    }
}

/// The requirements of one policy with the given keys, one per line; nil for other evaluators than `default`.
func standardPolicy(_ keys: String, in directory: String = "/nonexistent") throws(DocumentError) -> PathRequirements? {
    let lines = keys.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    let set = try policySet("policies:\n  p:\n" + lines.joined(separator: "\n") + "\n", in: directory)
    return (set.policy(named: "p")?.evaluator as? PathEvaluator)?.requirements
}

extension DocumentIssue {
    var text: String { "\(line.map(String.init) ?? "-") \(pointer): \(detail)" }
}

extension String {
    fileprivate func replacingOccurrences(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}
