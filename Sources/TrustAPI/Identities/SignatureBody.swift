import StructuredDocuments
import TrustIdentities
import TrustModel

/// The JSON body of a request for a signature.
struct SignatureBody: Equatable {
    /// The kinds of content, by the name of their member.
    enum Kind: String, CaseIterable {
        case tls13CertificateVerify
        case challenge
        case digest
        case message
    }

    let algorithm: SigningAlgorithm
    let kind: Kind
    let content: SignatureRequest
    /// Whether the request is for the signature of a TLS server, which identities never make.
    let isForServer: Bool

    private enum Role: String, CaseIterable {
        case client
        case server
    }

    /// Decodes a body; `now` is the time in the content of a challenge.
    ///
    /// - Throws: ``Problem`` with all invalid members.
    init(_ body: [UInt8], now: Instant) throws(Problem) {
        let issues = DocumentIssues()
        var reader = try MappingReader.body(body, issues)
        let algorithm = reader.required("algorithm", expected: "a signature algorithm")?.oneOf(SigningAlgorithm.self)
        let given = Kind.allCases.compactMap { kind in reader.value(kind.rawValue).map { (kind, $0) } }
        reader.finish()
        if given.count != 1 {
            let found = given.isEmpty ? "none" : given.map(\.0.rawValue).joined(separator: " and ")
            let expected = DocumentValue.alternatives(Kind.allCases.map(\.rawValue))
            reader.refuse("expected one of \(expected), found \(found)")
        }
        var isForServer = false
        let content = given.first.flatMap { Self.content($0.0, from: $0.1, now: now, isForServer: &isForServer) }
        guard issues.isEmpty, let algorithm, let kind = given.first?.0, let content else {
            throw Problem(DocumentError(issues.all))
        }
        self.algorithm = algorithm
        self.kind = kind
        self.content = content
        self.isForServer = isForServer
    }

    private static func content(
        _ kind: Kind,
        from value: DocumentValue,
        now: Instant,
        isForServer: inout Bool
    ) -> SignatureRequest? {
        switch kind {
        case .digest: return value.base64().map { .digest($0) }
        case .message: return value.base64().map { .message($0) }
        case .tls13CertificateVerify:
            guard var mapping = value.mapping() else { return nil }
            let role = mapping.required("role", expected: "client")?.oneOf(Role.self)
            let hash = mapping.required("transcriptHash", expected: "base64 of 32 or 48 bytes")?.base64()
            mapping.finish()
            isForServer = role == .server
            return hash.map { .tls13CertificateVerify(transcriptHash: $0) }
        case .challenge:
            guard var mapping = value.mapping() else { return nil }
            let namespace = mapping.required("namespace", expected: "text")?.string()
            let audience = mapping.required("audience", expected: "text")?.string()
            let nonce = mapping.required("nonce", expected: "base64 of 16 to 256 bytes")?.base64()
            mapping.finish()
            guard let namespace, let audience, let nonce else { return nil }
            return .challenge(namespace: namespace, audience: audience, nonce: nonce, time: now)
        }
    }
}

extension DocumentValue {
    /// Reads base64 with padding (RFC 4648 section 4); the text may be empty.
    func base64() -> [UInt8]? {
        guard case .string(let text) = node.content else {
            _ = string()
            return nil
        }
        do throws(Base64.DecodingError) {
            return try Base64.decode(Array(text.utf8)[...])
        } catch {
            refuse("expected base64: at byte \(error.offset), it \(error.reason)")
            return nil
        }
    }
}
