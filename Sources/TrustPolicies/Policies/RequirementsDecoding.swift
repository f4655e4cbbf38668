import TrustEvaluation
import TrustModel

/// Reads the keys that every evaluator of paths has, pins and compatible modes apart.
enum RequirementsDecoding {
    /// What a path must meet by these keys.
    ///
    /// - Parameters:
    ///   - reader: the policy's keys.
    ///   - context: what certificates are read with.
    ///   - pinned: certificates that are anchors where the policy names none: whoever pins the certificate of an authority
    ///     of one's own trusts it.
    /// - Returns: the requirements; what cannot be read has become an issue.
    static func requirements(
        _ reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context,
        pinned: [Certificate] = []
    ) -> PathRequirements {
        var requirements = PathRequirements(
            profile: profile(&reader),
            purpose: purpose(&reader),
            anchors: anchors(&reader, context, besides: pinned)
        )
        readHost(&reader, into: &requirements)
        readLimits(&reader, into: &requirements)
        readNames(&reader, into: &requirements)
        requirements.certificatePolicies = certificatePolicies(&reader)
        requirements.maximumLifetime = maximumLifetime(&reader)
        requirements.severities = reader.value("checks").map(SeverityTable.read) ?? [:]
        requirements.revocation = reader.value("revocation").map { RevocationSettings.read($0, context.evidence) }
        return requirements
    }

    /// The anchors of a compatible mode: those given, else the system's.
    static func systemAnchors(
        _ reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context
    ) -> [AnchorSet] {
        anchors(&reader, context, besides: [])
    }

    private static func profile(_ reader: inout MappingReader) -> Profile {
        reader.value("profile")?.oneOf(Profile.self) ?? .server
    }

    private static func purpose(_ reader: inout MappingReader) -> KeyPurpose {
        guard let value = reader.value("purpose"), let text = value.string() else { return .serverAuth }
        let names: [KeyPurpose] = [.serverAuth, .clientAuth, .emailProtection, .codeSigning, .any]
        guard let purpose = KeyPurpose(name: text) else {
            let spellings = names.map(\.description)
            let expected = DocumentValue.alternatives(spellings + ["an object identifier"])
            let hint = NearestName.hint(for: text, among: spellings)
            value.refuse("expected \(expected), found \(QuotedText.of(text))" + hint)
            return .serverAuth
        }
        return purpose
    }

    private static func anchors(
        _ reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context,
        besides pinned: [Certificate]
    ) -> [AnchorSet] {
        let only = reader.value("anchorsOnly")
        let isOnly = only?.bool()
        guard let value = reader.value("anchors") else {
            if isOnly == true { only?.refuse("`anchorsOnly: true` needs the key `anchors`") }
            let pins = AnchorSet(
                name: "the pins of \(context.owner)",
                certificates: pinned,
                owner: .policy(besides: context.systemAnchors)
            )
            return (pinned.isEmpty ? [] : [pins]) + [context.systemAnchors]
        }
        guard let items = value.list() else { return [] }
        if items.isEmpty { value.refuse("the list of anchors is empty: leave the key out for the system's anchors") }
        let own = AnchorSet(
            name: context.owner,
            certificates: context.anchors.certificates(of: items),
            owner: .policy(besides: context.systemAnchors)
        )
        return isOnly ?? true ? [own] : [own, context.systemAnchors]
    }

    private static func readHost(_ reader: inout MappingReader, into requirements: inout PathRequirements) {
        guard let value = reader.value("validateHost"), let validates = value.bool() else { return }
        if validates, !requirements.profile.demands.checksHost {
            value.refuse("the profile `\(requirements.profile.rawValue)` checks no host: leave the key out")
        }
        requirements.validateHost = validates
    }

    private static func readLimits(_ reader: inout MappingReader, into requirements: inout PathRequirements) {
        requirements.maximumIntermediates = reader.integer("maxChainDepth", in: 0...1000)
        readRSABits(&reader, into: &requirements)
        requirements.minimumSecurityLevel = reader.integer("minimumSecurityLevel", in: 0...5)
    }

    private static func readRSABits(_ reader: inout MappingReader, into requirements: inout PathRequirements) {
        // OpenSSL takes no RSA key of more than 16384 bits and makes none of less than 512.
        guard let value = reader.value("minimumRSABits"), let bits = value.integer(in: 512...16384) else { return }
        let profile = requirements.profile
        if bits < profile.demands.leastRSABits {
            value.refuse("the profile `\(profile.rawValue)` demands \(profile.demands.leastRSABits) bits or more")
        }
        requirements.minimumRSABits = bits
    }

    /// How many mailboxes or certificate policies one policy may name; real ones name a handful.
    private static let maximumNames = 100

    private static func readNames(_ reader: inout MappingReader, into requirements: inout PathRequirements) {
        for item in reader.value("keyUsage")?.list(ofAtMost: maximumNames) ?? [] {
            guard let name = item.string() else { continue }
            if let usage = KeyUsage(name: name) {
                requirements.keyUsage.formUnion(usage)
            } else {
                let known = KeyUsage(rawValue: .max).names
                item.refuse("unknown key usage \(QuotedText.of(name))" + NearestName.hint(for: name, among: known))
            }
        }
        for item in reader.value("emails")?.list(ofAtMost: maximumNames) ?? [] {
            guard let email = item.string() else { continue }
            if isMailbox(email) {
                requirements.emails.append(email)
            } else {
                item.refuse("expected a mailbox such as ann@example.com, found \(QuotedText.of(email))")
            }
        }
    }

    /// Whether text has the form of a mailbox: a local part, `@` and a domain, without white space.
    private static func isMailbox(_ text: String) -> Bool {
        guard let at = text.lastIndex(of: "@") else { return false }
        return at != text.startIndex && text.index(after: at) != text.endIndex
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
    }

    private static func certificatePolicies(_ reader: inout MappingReader) -> CertificatePolicyInputs? {
        guard var reader = reader.mapping("certificatePolicies") else { return nil }
        var inputs = CertificatePolicyInputs()
        if let items = reader.value("initialPolicySet")?.list(ofAtMost: maximumNames) {
            inputs.initialPolicySet = items.compactMap(policyIdentifier)
        }
        inputs.requireExplicitPolicy = reader.bool("requireExplicitPolicy") ?? false
        inputs.inhibitPolicyMapping = reader.bool("inhibitPolicyMapping") ?? false
        inputs.inhibitAnyPolicy = reader.bool("inhibitAnyPolicy") ?? false
        reader.finish()
        return inputs
    }

    private static func policyIdentifier(_ item: DocumentValue) -> OID? {
        guard let text = item.string() else { return nil }
        guard let oid = text == "anyPolicy" ? .anyPolicy : OID(dotted: text) else {
            item.refuse(
                "expected an object identifier such as 2.23.140.1.2.1, or anyPolicy, found \(QuotedText.of(text))"
            )
            return nil
        }
        return oid
    }

    private static func maximumLifetime(_ reader: inout MappingReader) -> Int64? {
        guard var reader = reader.mapping("constraints") else { return nil }
        let lifetime = reader.duration("maximumLifetime")
        reader.finish()
        return lifetime
    }
}
