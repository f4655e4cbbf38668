import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the policy keys, except pins, that all path evaluators without `compatibility` share.
enum RequirementsDecoding {
    /// Reads the requirements on a path; invalid values become issues.
    ///
    /// Without `anchors`, the `pinned` certificates are trust anchors in addition to the system trust store.
    static func requirements(
        _ reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context,
        pinned: [Certificate] = []
    ) -> PathRequirements {
        let domains = TrustDomainDecoding(&reader, context)
        var requirements = PathRequirements(
            profile: profile(&reader),
            purpose: purpose(&reader),
            anchors: anchors(&reader, context, orPinned: pinned, of: domains)
        )
        if requirements.profile.demands.requiresSVID {
            refuseSystemAnchors(&reader, under: requirements.profile, domains)
        }
        if let value = reader.value("anchorConstraints") {
            let decoding = AnchorConstraintDecoding(
                anchors: context.anchors,
                names: context.names,
                allowance: context.allowance
            )
            requirements.anchorConstraints = AnchorConstraints(decoding.constraints(value))
        }
        noteLogList(for: [requirements.anchorConstraints] + requirements.anchors.map(\.constraints), context)
        context.warnOfUnappliedConstraints(on: requirements, reader.value("anchors"))
        requirements.intermediates = IntermediateDecoding.intermediates(
            &reader,
            under: requirements.anchors,
            context
        )
        readHost(&reader, into: &requirements)
        readLimits(&reader, into: &requirements)
        readNames(&reader, context, into: &requirements)
        requirements.allowedClients =
            reader.value("allowedClients").map { AllowedClientsDecoding.clients($0, context) }
        if let value = reader.value("clientPurpose") {
            ClientPurposeDecoding.read(value, context, into: &requirements)
        }
        domains.apply(to: &requirements, &reader)
        requirements.certificatePolicies = certificatePolicies(&reader, context)
        if let value = reader.value("constraints") { ConstraintDecoding(context).read(value, into: &requirements) }
        requirements.severities =
            reader.value("checks").map {
                SeverityTable.read($0, validatesHost: requirements.validateHost)
            } ?? [:]
        requirements.revocation = reader.value("revocation").map { RevocationSettings.read($0, context) }
        requirements.fetchesIssuers = NetworkPermission.issuers(&reader, context)
        requirements.transparency =
            reader.value("transparency").flatMap { TransparencyDecoding.requirements($0, context) }
        return requirements
    }

    /// Returns the trust anchors of a compatible mode: those of the policy, otherwise the system trust store.
    static func systemAnchors(
        _ reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context
    ) -> [AnchorSet] {
        let anchors = anchors(&reader, context, orPinned: [])
        noteLogList(for: anchors.map(\.constraints), context)
        return anchors
    }

    /// Includes the log list in the revision of the document if constraints compare timestamps.
    private static func noteLogList(for constraints: [AnchorConstraints?], _ context: EvaluatorDecoding.Context) {
        if constraints.contains(where: { $0?.compareTimestamps ?? false }) { _ = context.logs.use() }
    }

    private static func profile(_ reader: inout MappingReader) -> Profile {
        reader.value("profile")?.oneOf(Profile.self) ?? .server
    }

    /// Returns the purpose; nil for the default of the profile.
    private static func purpose(_ reader: inout MappingReader) -> KeyPurpose? {
        let names: [KeyPurpose] = [.serverAuth, .clientAuth, .emailProtection, .codeSigning, .any]
        return reader.value("purpose").flatMap(ListedValue.init).flatMap {
            IdentifierDecoding.value($0, names: names.map(\.description), KeyPurpose.init(name:))
        }
    }

    private static func anchors(
        _ reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context,
        orPinned pinned: [Certificate],
        of domains: TrustDomainDecoding? = nil
    ) -> [AnchorSet] {
        let only = reader.value("anchorsOnly")
        let isOnly = only?.bool()
        let value = reader.value("anchors")
        guard value != nil || domains?.anchors != nil else {
            if isOnly == true { only?.refuse("`anchorsOnly: true` requires the key `anchors`") }
            let pins = AnchorSet(
                name: "the pins of \(context.owner)",
                certificates: pinned,
                owner: .policy(systemRoots: context.systemAnchors)
            )
            return (pinned.isEmpty ? [] : [pins]) + [context.systemAnchors]
        }
        guard let items = value.map({ $0.list() }) ?? [] else { return [] }
        if let value, items.isEmpty {
            value.refuse("the list of anchors is empty: remove the key to use the system trust store")
        }
        let own = AnchorSet(
            name: context.owner,
            certificates: context.anchors.certificates(of: items) { context.record(.anchor($0), at: $1) }
                + (domains?.anchors ?? []),
            owner: .policy(systemRoots: context.systemAnchors)
        )
        return isOnly ?? true ? [own] : [own, context.systemAnchors]
    }

    /// Refuses the system trust store, whose certificates do not belong to a trust domain.
    private static func refuseSystemAnchors(
        _ reader: inout MappingReader,
        under profile: Profile,
        _ domains: TrustDomainDecoding
    ) {
        if reader.value("anchors") == nil, domains.anchors == nil {
            reader.value("profile")?.refuse(
                "the profile `\(profile.rawValue)` requires the key `anchors` or `trustDomains`: add the CA certificates of the trust domain"
            )
        } else if let only = reader.value("anchorsOnly"), only.bool() == false {
            only.refuse(
                "the profile `\(profile.rawValue)` does not use the system trust store, whose anchors belong to no trust "
                    + "domain: remove the key"
            )
        }
    }

    private static func readHost(_ reader: inout MappingReader, into requirements: inout PathRequirements) {
        guard let value = reader.value("validateHost"), let validates = value.bool() else { return }
        if validates, !requirements.profile.demands.checksHost {
            value.refuse("the profile `\(requirements.profile.rawValue)` does not check the host: remove the key")
        }
        requirements.validateHost = validates
    }

    private static func readLimits(_ reader: inout MappingReader, into requirements: inout PathRequirements) {
        requirements.maximumIntermediates = reader.integer("maxChainDepth", in: 0...1000)
        readRSABits(&reader, into: &requirements)
        requirements.minimumSecurityLevel = reader.integer("minimumSecurityLevel", in: 0...5)
    }

    private static func readRSABits(_ reader: inout MappingReader, into requirements: inout PathRequirements) {
        // OpenSSL rejects RSA keys of more than 16384 bits and does not create keys of less than 512.
        guard let value = reader.value("minimumRSABits"), let bits = value.integer(in: 512...16384) else { return }
        let profile = requirements.profile
        if bits < profile.demands.leastRSABits {
            value.refuse("the profile `\(profile.rawValue)` requires at least \(profile.demands.leastRSABits) bits")
        }
        requirements.minimumRSABits = bits
    }

    /// The maximum number of mailboxes, or of certificate policies, in one policy; real policies name a handful.
    private static let maximumNames = 100

    private static func readNames(
        _ reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context,
        into requirements: inout PathRequirements
    ) {
        for item in reader.value("keyUsage")?.list(ofAtMost: maximumNames) ?? [] {
            guard let name = item.name() else { continue }
            if let usage = KeyUsage(name: name) {
                requirements.keyUsage.formUnion(usage)
            } else {
                item.refuse(
                    "unknown key usage \(QuotedText.of(name))"
                        + NearestName.hint(for: name, among: KeyUsage(rawValue: .max).names)
                )
            }
        }
        guard let emails = reader.value("emails") else { return }
        requirements.emails = context.allowance.items(of: emails, .mailboxes, ofAtMost: maximumNames)
            .compactMap(mailbox)
    }

    /// The longest mailbox: a local part of 64 octets and a domain of 255 (RFC 5321 section 4.5.3.1).
    private static let maximumMailboxOctets = 320

    /// Text with the form of a mailbox: a local part, `@` and a domain, without white space.
    private static func mailbox(_ item: DocumentValue) -> String? {
        guard let text = item.string() else { return nil }
        guard text.utf8.count <= maximumMailboxOctets else {
            item.refuse("the mailbox is longer than \(maximumMailboxOctets) octets")
            return nil
        }
        let at = text.utf8.lastIndex(of: UInt8(ascii: "@"))
        let hasBothParts = at.map { $0 != text.startIndex && text.utf8.index(after: $0) != text.endIndex } ?? false
        let isOneWord = text.unicodeScalars.allSatisfy {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        }
        guard hasBothParts, isOneWord else {
            item.refuse("expected a mailbox such as ann@example.com, found \(QuotedText.of(text))")
            return nil
        }
        return text
    }

    private static func certificatePolicies(
        _ reader: inout MappingReader,
        _ context: EvaluatorDecoding.Context
    ) -> CertificatePolicyInputs? {
        guard var reader = reader.mapping("certificatePolicies") else { return nil }
        var inputs = CertificatePolicyInputs()
        if let value = reader.value("initialPolicySet") {
            inputs.initialPolicySet = context.allowance
                .items(of: value, .certificatePolicies, ofAtMost: maximumNames)
                .compactMap(ListedValue.init).compactMap(IdentifierDecoding.certificatePolicy)
        }
        inputs.requireExplicitPolicy = reader.bool("requireExplicitPolicy") ?? false
        inputs.inhibitPolicyMapping = reader.bool("inhibitPolicyMapping") ?? false
        inputs.inhibitAnyPolicy = reader.bool("inhibitAnyPolicy") ?? false
        reader.finish(.certificatePolicies)
        return inputs
    }
}
