import StructuredDocuments
import TrustIdentities
import TrustModel
import TrustService

/// An authentication challenge that a client received, and asks how to answer.
struct ChallengeRequest {
    /// The method of the challenge, named like Apple's NSURLAuthenticationMethod constants.
    enum Method: Equatable {
        case serverTrust
        case clientCertificate
        /// Any other method, such as `httpBasic`.
        case other(String)
    }

    let method: Method
    let host: String?
    let port: Int?
    let realm: String?
    let previousFailureCount: Int
    /// The issuers that the server accepts; empty if it accepts any.
    let distinguishedNames: [DistinguishedName]

    private static let maximumNames = 1000
    private static let maximumRealmBytes = 4096

    /// Decodes a JSON body to a challenge and the inquiry about the server's chain; nil without a chain.
    ///
    /// - Throws: ``Problem`` with all invalid members, or with the first unreadable certificate or piece of evidence.
    static func decode(
        _ body: [UInt8],
        chains: ChainDecoder,
        evidence: EvidenceDecoder
    ) throws(Problem) -> (ChallengeRequest, Inquiry?) {
        let issues = DocumentIssues()
        var reader = try MappingReader.body(body, issues)
        let method = reader.required("authenticationMethod", expected: "a method such as serverTrust")
            .flatMap(Self.method)
        let port = reader.integer("port", in: 0...65535)
        let realm = reader.value("realm").flatMap(Self.realm)
        let failures = reader.integer("previousFailureCount", in: 0...1_000_000)
        let names: [DistinguishedName]? =
            if let value = reader.value("distinguishedNames") { Self.names(value) } else { [] }
        let isEvaluation = method == .serverTrust && reader.keys.contains("chain")
        let members = isEvaluation ? EvaluationRequest.SharedMembers(&reader, length: body.count) : nil
        let host = members?.host ?? reader.string("host")
        if !isEvaluation { Self.ignoreEvaluation(&reader) }
        reader.finish()
        guard issues.isEmpty, let method, let names else { throw Problem(DocumentError(issues.all)) }
        let challenge = ChallengeRequest(
            method: method,
            host: host,
            port: port,
            realm: realm,
            previousFailureCount: failures ?? 0,
            distinguishedNames: names
        )
        return (challenge, try members?.inquiry(chains, evidence))
    }

    /// Accepts the members of an evaluation, which a challenge of another method does not need.
    private static func ignoreEvaluation(_ reader: inout MappingReader) {
        for member in ["chain", "policy", "at", "ocsp", "crls", "scts", "explain"] { _ = reader.value(member) }
    }

    private static func method(_ value: DocumentValue) -> Method? {
        guard let text = value.name() else { return nil }
        switch text {
        case "serverTrust": return .serverTrust
        case "clientCertificate": return .clientCertificate
        default:
            // Default handling of a misspelled method would silently skip the evaluation.
            if let name = intended(by: text) {
                value.refuse("expected the method `\(name)`, found \(QuotedText.of(text))")
                return nil
            }
            return .other(text)
        }
    }

    private static func realm(_ value: DocumentValue) -> String? {
        guard let text = value.string() else { return nil }
        guard text.utf8.count <= maximumRealmBytes else {
            value.refuse("expected at most \(maximumRealmBytes) bytes, found \(text.utf8.count)")
            return nil
        }
        return text
    }

    /// Returns the method of which a text is a misspelling or a name in other software; nil for other methods.
    private static func intended(by text: String) -> String? {
        let names = ["serverTrust", "clientCertificate"]
        let letters = text.lowercased().filter(\.isLetter)
        let similar = names.first { letters.contains($0.lowercased()) }
        return similar ?? (letters.hasPrefix("clientcert") ? names[1] : NearestName.nearest(to: text, among: names))
    }

    private static func names(_ value: DocumentValue) -> [DistinguishedName]? {
        guard let items = value.list() else { return nil }
        guard items.count <= maximumNames else {
            value.refuse("the list has \(items.count) items; at most \(maximumNames) are allowed")
            return nil
        }
        let names = items.map { item -> DistinguishedName? in
            guard let der = item.base64() else { return nil }
            guard let name = AcceptableIssuer.name(der) else {
                item.refuse("expected the DER of a distinguished name in base64")
                return nil
            }
            return name
        }
        return names.contains(nil) ? nil : names.compactMap(\.self)
    }
}
