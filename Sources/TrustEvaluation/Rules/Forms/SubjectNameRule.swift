import TrustModel

/// Requires an issuer name and a subject name, in which every character is valid in its string type.
///
/// Except in CA certificates, alternative names may replace the subject name. Alternative names must be critical if the
/// subject is empty (RFC 5280 sections 4.1.2.4, 4.1.2.6, 4.2.1.6). In a server certificate, they must not be
/// critical if the subject is not empty (CA/Browser Forum Baseline Requirements section 7.1.2.7.12).
struct SubjectNameRule: Rule {
    static let name = "subjectNames"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let isServer = context.requirements.purpose == .serverAuth
        let own = context.findings { depth, facts in
            Self.complaints(of: facts, isServer: isServer && depth == 0).map { code, message in
                Finding(code, depth: depth, message: message)
            }.and(Self.characters(of: facts, at: depth))
        }
        return .applied(own, why: "the issuer, subject and alternative names of each certificate were checked")
    }

    private static func complaints(of facts: CertificateFacts, isServer: Bool) -> [(ReasonCode, String)] {
        var complaints: [(ReasonCode, String)] = []
        let (name, extensions) = (facts.displayName, facts.extensions)
        let hasAlternatives = extensions.contains(.subjectAlternativeName)
        let isCritical = extensions.isCritical(.subjectAlternativeName)
        if facts.issuer.isEmpty { complaints.append((.strictIssuerNameEmpty, "\(name) has an empty issuer name.")) }
        if facts.subject.isEmpty, facts.isAuthority || !hasAlternatives {
            complaints.append((.strictSubjectNameEmpty, "\(name) has an empty subject name."))
        }
        if extensions.subjectAlternativeNames?.isEmpty == true {
            complaints.append(
                (.strictSubjectAltNameEmpty, "The subject alternative name extension of \(name) contains no names.")
            )
        }
        if facts.subject.isEmpty, hasAlternatives, !isCritical {
            let message = "\(name) has an empty subject, but its subject alternative name extension is not critical."
            complaints.append((.strictSubjectAltNameNotCritical, message))
        }
        guard isServer else { return complaints }
        if !facts.subject.isEmpty, isCritical {
            let message =
                "The subject alternative name extension of \(name) is critical although its subject is not empty."
            complaints.append((.webpkiSubjectAltNameCritical, message))
        }
        return complaints
    }

    private static func characters(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        // The issuer of a root is its subject, which is checked already.
        let issuer = facts.issuer === facts.subject ? nil : character(in: facts.issuer, "issuer", of: facts, at: depth)
        return [character(in: facts.subject, "subject", of: facts, at: depth), issuer].compactMap(\.self)
    }

    private static func character(
        in name: DistinguishedName,
        _ kind: String,
        of facts: CertificateFacts,
        at depth: Int
    ) -> Finding? {
        guard let attribute = name.firstForeignAttribute else { return nil }
        let type = DistinguishedName.shortName(of: attribute.type)
        return Finding(
            .strictNameCharacters,
            depth: depth,
            message:
                "The attribute \(type) in the \(kind) of \(facts.displayName) contains a character that its string "
                + "type does not allow.",
            facts: [Fact("attribute", type)]
        )
    }
}
