import TrustModel

/// Requires issuer, subject and alternative names to be there, critical where there is no subject (RFC 5280 sections
/// 4.1.2.4, 4.1.2.6, 4.2.1.6), and not critical elsewhere (CA/Browser Forum Baseline Requirements section 7.1.2.7.12).
///
/// Strings in issuer and subject have only characters of their types.
struct SubjectNameRule: Rule {
    static let name = "subjectNames"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let own = context.findings { depth, facts in
            Self.complaints(of: facts, isLeaf: depth == 0).map { code, message in
                Finding(code, depth: depth, message: message)
            }.and(Self.characters(of: facts, depth))
        }
        return .applied(own, why: "issuer, subject and alternative names were looked for")
    }

    private static func complaints(of facts: CertificateFacts, isLeaf: Bool) -> [(ReasonCode, String)] {
        var complaints: [(ReasonCode, String)] = []
        let (name, extensions) = (facts.displayName, facts.extensions)
        let hasAlternatives = extensions.contains(.subjectAlternativeName)
        let isCritical = extensions.isCritical(.subjectAlternativeName)
        if facts.issuer.isEmpty { complaints.append((.strictIssuerNameEmpty, "\(name) has no issuer name.")) }
        if facts.subject.isEmpty, facts.isAuthority || !hasAlternatives {
            complaints.append((.strictSubjectNameEmpty, "\(name) has no subject name."))
        }
        if extensions.subjectAlternativeNames?.isEmpty == true {
            complaints.append((.strictSubjectAltNameEmpty, "The alternative names of \(name) are none."))
        }
        if facts.subject.isEmpty, hasAlternatives, !isCritical {
            let message = "\(name) has no subject, and its alternative names are not critical."
            complaints.append((.strictSubjectAltNameNotCritical, message))
        }
        guard isLeaf else { return complaints }
        if !facts.subject.isEmpty, isCritical {
            let message = "The alternative names of \(name) are critical although it has a subject."
            complaints.append((.webpkiSubjectAltNameCritical, message))
        }
        return complaints
    }

    private static func characters(of facts: CertificateFacts, _ depth: Int) -> [Finding] {
        // A root has the same name twice.
        let issuer = facts.issuer === facts.subject ? nil : character(in: facts.issuer, "issuer", facts, depth)
        return [character(in: facts.subject, "subject", facts, depth), issuer].compactMap(\.self)
    }

    private static func character(
        in name: DistinguishedName,
        _ kind: String,
        _ facts: CertificateFacts,
        _ depth: Int
    ) -> Finding? {
        guard let attribute = name.firstForeignAttribute else { return nil }
        let type = DistinguishedName.shortName(of: attribute.type)
        return Finding(
            .strictNameCharacters,
            depth: depth,
            message:
                "The attribute \(type) in the \(kind) of \(facts.displayName) has a character that its string type "
                + "does not allow.",
            facts: [Fact("attribute", type)]
        )
    }
}
