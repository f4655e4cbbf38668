import TrustModel

/// Requires that a certificate of the verified part of the path is pinned, or has a pinned key.
///
/// See ``PathContext/verifiedPart``.
struct PinRule: Rule {
    /// The period before the expiry of a pin set in which verdicts contain a warning: thirty days, in seconds.
    static let notice: Int64 = 30 * 86400

    static let name = "pins"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let pins = context.requirements.pins else { return .skipped(why: "the policy has no pins") }
        var findings = pins.hazards(context.requirements.enforcement)
        if pins.fingerprints.isEmpty {
            findings.append(Finding(.pinSetEmpty, message: "The policy requires a pin but has none."))
            return .applied(findings, why: "there are no pins")
        }
        if let expiry = pins.expiry(at: context.time, context.requirements.enforcement) {
            findings.append(expiry)
            if pins.hasExpired(at: context.time) { return .applied(findings, why: "the pins have expired") }
        }
        guard let match = Self.match(in: context) else {
            findings.append(mismatch(with: pins, in: context))
            return .applied(findings, why: context.why("none of \(pins.fingerprints.count) pins matched"))
        }
        findings.append(matched(match, by: pins, in: context))
        return .applied(findings, why: context.why("\(match.facts.displayName) matched a pin"))
    }

    /// The first certificate, from the leaf, that matches an unexpired pin.
    static func match(in context: PathContext) -> Certificate? {
        guard let pins = context.requirements.pins, !pins.hasExpired(at: context.time) else { return nil }
        return pins.candidates(in: context).first { pins.fingerprints.contains(pins.digest(of: $0)) }
    }

    private func matched(_ certificate: Certificate, by pins: PinRequirements, in context: PathContext) -> Finding {
        let what = pins.kind == .certificates ? "is pinned" : "has a pinned key"
        return Finding(
            .noticePin,
            severity: .notice,
            depth: context.path.certificates.firstIndex(of: certificate),
            message: "\(certificate.facts.displayName) \(what).",
            facts: [
                Fact("pin", certificate.facts.publicKeyFingerprint.pin),
                Fact("sha256", certificate.facts.fingerprint.hex),
            ]
        )
    }

    private func mismatch(with pins: PinRequirements, in context: PathContext) -> Finding {
        let offered = pins.candidates(in: context)
        let unverified = context.path.certificates.count - context.verifiedPart.count
        let noun = pins.kind == .certificates ? "certificates" : "public keys"
        // Without an explanation, a pin of a certificate that is visible in the path would seem to be ignored.
        let omitted =
            if unverified == 0 {
                ""
            } else if context.isVerifiedThroughout {
                " The first issuer that is not a CA and the issuers above it were not compared with the pins."
            } else {
                " The issuers above the first signature that cannot be verified were not compared with the pins."
            }
        let confusion = confusion(pins, context)
        return Finding(
            pins.kind == .certificates ? .pinCertificateMismatch : .pinKeyMismatch,
            message: "None of the path's \(noun) matches a pin.\(confusion.map { " " + $0.sentence } ?? "")\(omitted)",
            facts: [
                Fact("scope", pins.scope.rawValue),
                Fact("offered", offered.prefix(20).map { pins.spelling(of: $0) }),
                Fact("pins", pins.fingerprints.count),
                Fact("unverified", unverified),
            ] + (confusion.map { [$0.fact] } ?? []),
            remedy: confusion?.remedy
        )
    }

    /// Returns what a pin is, if it is the digest of the wrong part of a certificate in the verified part of the path.
    private func confusion(_ pins: PinRequirements, _ context: PathContext) -> ConfusedPin? {
        for (depth, certificate) in context.verifiedPart.enumerated() {
            let facts = certificate.facts
            let digest = pins.kind == .certificates ? facts.publicKeyFingerprint : facts.fingerprint
            guard pins.fingerprints.contains(digest) else { continue }
            return ConfusedPin(digest: digest, name: "certificate \(depth), \(facts.displayName)", kind: pins.kind)
        }
        return nil
    }
}

/// A pin that is the fingerprint of a certificate where a public key is pinned, or the digest of a key where a certificate is.
private struct ConfusedPin {
    let digest: Fingerprint
    let name: String
    let kind: PinRequirements.Kind

    private var isOfCertificates: Bool { kind == .certificates }

    var sentence: String {
        isOfCertificates
            ? "The pin \(digest.hex) is the digest of the public key of \(name), not the fingerprint of a certificate."
            : "The pin \(digest.hex) is the fingerprint of \(name), not the digest of its public key."
    }

    var fact: Fact { Fact(isOfCertificates ? "pinnedKey" : "pinnedFingerprint", digest.hex) }

    var remedy: SpecialRemedy { isOfCertificates ? .keyDigestAsCertificatePin : .fingerprintAsKeyPin }
}

extension PinRequirements {
    func hasExpired(at time: Moment) -> Bool {
        expires.map(time.hasEnded) ?? false
    }

    /// The certificates of the verified part that are within the scope of the pins.
    fileprivate func candidates(in context: PathContext) -> ArraySlice<Certificate> {
        switch scope {
        case .any: context.verifiedPart
        case .leaf: context.verifiedPart.prefix(1)
        case .ca: context.verifiedPart.dropFirst()
        }
    }

    fileprivate func digest(of certificate: Certificate) -> Fingerprint {
        kind == .certificates ? certificate.facts.fingerprint : certificate.facts.publicKeyFingerprint
    }

    fileprivate func spelling(of certificate: Certificate) -> String {
        kind == .certificates ? certificate.facts.fingerprint.hex : certificate.facts.publicKeyFingerprint.pin
    }

    /// The finding that the pin set has expired or expires soon; nil otherwise.
    ///
    /// If the policy checks only host and pins, expiry is always an error, because no other check establishes trust.
    fileprivate func expiry(at time: Moment, _ enforcement: Enforcement) -> Finding? {
        guard let expires else { return nil }
        if hasExpired(at: time) {
            let isClosed = onExpiry == .closed || enforcement == .hostAndPins
            return Finding(
                .pinSetExpired,
                severity: isClosed ? .error : .warning,
                message: isClosed
                    ? "The pin set expired on \(expires), and the policy accepts no chain without valid pins."
                    : "The pin set expired on \(expires), so pins are no longer checked.",
                facts: [Fact("expires", expires), Fact("onExpiry", onExpiry.rawValue)]
            )
        }
        guard time.hasBegun(expires.adding(seconds: -PinRule.notice)) else { return nil }
        return Finding(
            .noticePinSetExpiring,
            severity: .warning,
            message: "The pin set expires on \(expires).",
            facts: [Fact("expires", expires), Fact("onExpiry", onExpiry.rawValue)]
        )
    }

    /// The maximum number of ignored pins in a message; the facts can contain more.
    private static let maximumExplained = 2

    private var ignoredPins: Finding {
        let count = unreadable.count
        let more = count > Self.maximumExplained ? "; \(count - Self.maximumExplained) more" : ""
        let subject =
            count == 1
            ? "One pin of the policy cannot be decoded and is" : "\(count) pins of the policy cannot be decoded and are"
        return Finding(
            .pinUnreadable,
            severity: .warning,
            message: "\(subject) ignored: \(unreadable.prefix(Self.maximumExplained).joined(separator: "; "))\(more).",
            facts: [Fact("unreadable", Array(unreadable.prefix(20)))]
        )
    }

    /// The pin warnings that do not depend on the path.
    fileprivate func hazards(_ enforcement: Enforcement) -> [Finding] {
        var findings: [Finding] = []
        if enforcement == .hostAndPins {
            findings.append(
                Finding(
                    .hazardKeyOnly,
                    severity: .warning,
                    message: "Trust depends on the pins alone: the chain is not validated."
                )
            )
        }
        if !unreadable.isEmpty { findings.append(ignoredPins) }
        if waivesBackup, fingerprints.count == 1 {
            findings.append(
                Finding(
                    .pinNoBackup,
                    severity: .warning,
                    message: "The policy has only one pin: if the pinned key is lost or replaced, no chain will match."
                )
            )
        }
        return findings
    }
}
