import StructuredDocuments
import Synchronization
package import TrustEvaluation
import TrustModel
package import TrustService

/// Encodes verdicts as JSON.
package enum VerdictEncoder {
    /// Returns the JSON form of a verdict, with the offsets of the identifier and the evaluation time.
    ///
    /// `included` adds certificates and the matched key as PEM, as long as the size permits (``AnswerBounds/bytes``).
    package static func json(
        _ verdict: Verdict,
        id: DecisionID,
        nonce: String?,
        including included: Set<EvaluationRequest.Inclusion> = []
    ) -> EncodedVerdict {
        var writer = JSONWriter()
        var idStart = 0
        var timeEnd = 0
        writer.object { writer in
            writer.member("id") { bytes in
                idStart = bytes.count
                bytes.append(contentsOf: repeatElement(0, count: DecisionID.length))
                id.write(over: &bytes, at: idStart)
            }
            writeContent(of: verdict, including: included, to: &writer)
            writer.member("nonce", nonce)
            writer.member("evaluatedAt") { bytes in
                verdict.evaluatedAt.append(to: &bytes)
                timeEnd = bytes.count
            }
            writer.member("validUntil", verdict.validUntil)
        }
        let timeStart = timeEnd - Instant.textLength
        let isUsual = writer.bytes[timeStart - 1] == UInt8(ascii: "\"")
        return EncodedVerdict(writer.bytes, id: idStart, evaluatedAt: isUsual ? timeStart : nil)
    }

    /// Returns the JSON form of what all decisions with a verdict have in common.
    static func common(_ verdict: Verdict) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writeContent(of: verdict, including: [], to: &writer)
            writer.member("validUntil", verdict.validUntil)
        }
        return writer.bytes.exactCopy
    }

    /// Writes the members between the identifier and what the request determines.
    private static func writeContent(
        of verdict: Verdict,
        including included: Set<EvaluationRequest.Inclusion>,
        to writer: inout JSONWriter
    ) {
        let includesCertificates = included.contains(.certificates)
        writeDecision(verdict, to: &writer)
        let reasons = writer.bounded("reasons", verdict.reasons, upTo: AnswerBounds.reasonBytes) {
            write($1, to: &$0)
        }
        if !verdict.checks.isEmpty {
            writer.member("checks", verdict.checks) { write($1, to: &$0) }
        }
        var omittedPEM = 0
        writer.member("path", verdict.path.enumerated()) { writer, item in
            let (depth, element) = item
            write(element, depth: depth, includesCertificate: includesCertificates, &omittedPEM, to: &writer)
        }
        var unlisted: [OmittedElements] = [reasons, (name: "pem", count: omittedPEM)]
        if !verdict.checks.isEmpty {
            unlisted.append(writer.bounded("rejectedPaths", verdict.rejectedPaths) { write($1, to: &$0) })
        }
        if includesCertificates, let certificate = verdict.matchedCertificate {
            let info = Array(certificate.handle.publicKeyInfo)
            unlisted.append(("matchedKey", writer.pem("matchedKey", info, label: "PUBLIC KEY") ? 0 : 1))
        }
        writer.unlisted(unlisted)
        writer.member("matchedPin", pin: verdict.matchedPin)
        if let principal = verdict.principal {
            writer.member("principal") { writer in
                writer.member("kind", principal.kind.rawValue)
                writer.member("value", principal.value)
            }
        }
        if let offer = verdict.exceptionOffer {
            writer.member("exceptionOffer") { write(offer, to: &$0) }
        }
    }

    /// Writes the outcome, and the policies that decided.
    private static func writeDecision(_ verdict: Verdict, to writer: inout JSONWriter) {
        writer.member("verdict", verdict.outcome.rawValue)
        writer.member("trusted", verdict.action == .allow)
        writer.member("action", verdict.action.rawValue)
        writer.member("disposition", verdict.disposition.rawValue)
        writer.member("result", verdict.result.rawValue)
        writer.member("resultRule", verdict.resultRule.rawValue)
        writer.member("mode", verdict.mode.rawValue)
        writer.member("policy") { write(verdict.policy, to: &$0) }
        if let floor = verdict.floor { writer.member("floor") { write(floor, to: &$0) } }
    }

    static func write(_ policy: PolicyIdentity, to writer: inout JSONWriter) {
        writer.member("set", policy.set)
        writer.member("name", policy.name)
        writer.member("rule", policy.rule)
        writer.member("revision", policy.revision)
        if policy == .inline { writer.member("inline", true) }
    }

    static func write(_ finding: Finding, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", finding.code.name)
            writer.member("severity", finding.severity.rawValue)
            writer.excerpt("message", finding.message, ofAtMost: AnswerBounds.messageCharacters)
            writer.member("depth", finding.depth)
            if let facts = finding.certificate?.facts {
                writer.member("certificate") { writer in
                    writer.member("sha256", facts.fingerprint)
                    writer.excerpt("subject", facts.subject.description)
                }
            }
            writer.member("facts") { writer in
                for fact in finding.facts { write(fact, to: &writer) }
            }
            writer.member("remedy", finding.remedy)
            writer.member("reference", finding.code.reference)
            if let number = finding.code.openSSL?.number {
                writer.member("native") { $0.member("openssl", number) }
            }
        }
    }

    /// Writes an exception in the form of policy documents, so that clients can copy it into a document.
    static func write(_ exception: TrustException, to writer: inout JSONWriter) {
        writer.member("codes", exception.codes.map(\.name))
        writer.member("chain", exception.chain.map(\.hex))
        writer.member("host", exception.host?.description)
        writer.member("until", exception.until)
    }

    private static func write(_ fact: Fact, to writer: inout JSONWriter) {
        // A script may have named the fact.
        writer.key(escaping: fact.name)
        switch fact.value {
        case .text(let text): writer.string(QuotedText.excerpt(text, ofAtMost: AnswerBounds.characters))
        case .number(let number): writer.number(number)
        case .flag(let flag): writer.bool(flag)
        case .list(let list): writer.excerpts(list, ofAtMost: AnswerBounds.factTexts)
        }
    }

    private static func write(_ check: CheckReport, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", check.name)
            writer.member("status", check.status.rawValue)
            writer.excerpt("why", check.why, ofAtMost: AnswerBounds.messageCharacters)
        }
    }

    /// Writes an element of a path; counts its certificate if that is omitted.
    private static func write(
        _ element: PathElement,
        depth: Int,
        includesCertificate: Bool,
        _ omittedPEM: inout Int,
        to writer: inout JSONWriter
    ) {
        let certificate = element.certificate
        writer.object { writer in
            writer.member("depth", depth)
            // Few leaves occur in several verdicts.
            if depth == 0 {
                write(certificate.facts, to: &writer)
            } else {
                writer.members(encodedMembers(of: certificate))
            }
            writer.member("origin", element.origin.rawValue)
            guard includesCertificate else { return }
            if !writer.pem("pem", certificate.der, label: "CERTIFICATE") { omittedPEM += 1 }
        }
    }

    private static func write(_ facts: CertificateFacts, to writer: inout JSONWriter) {
        writer.excerpt("subject", facts.subject.description)
        writer.excerpt("issuer", facts.issuer.description)
        writer.octets("serialNumber", facts.serialNumber)
        writer.member("sha256", facts.fingerprint)
        writer.member("spkiSha256", pin: facts.publicKeyFingerprint)
        writer.member("notBefore", facts.notBefore)
        writer.member("notAfter", facts.notAfter)
    }

    /// Returns the description of an issuer, and keeps it with the facts unless it is longer than the certificate.
    ///
    /// Escapes can make names of an unusual certificate many times as long, and caches bound the memory of certificates.
    private static func encodedMembers(of issuer: Certificate) -> EncodedMembers {
        if let known = issuer.facts.encodedMembers.load() { return known }
        let members = JSONWriter.members { write(issuer.facts, to: &$0) }
        return members.bytes.count > issuer.der.count ? members : issuer.facts.encodedMembers.storeIfNil(members)
    }

    private static func write(_ rejected: RejectedPath, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("path", rejected.path.map(\.certificate.facts.fingerprint.hex))
            let reasons = writer.bounded("reasons", rejected.reasons, ofAtMost: AnswerBounds.rejectedReasons) {
                write($1, to: &$0)
            }
            writer.unlisted([reasons])
        }
    }
}
