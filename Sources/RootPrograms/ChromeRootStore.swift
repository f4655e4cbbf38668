package import TrustModel

/// Translates the constraint sets of Chrome's root_store.textproto, for the newest version of the browser.
///
/// Sets are alternatives. A set that only older versions of the browser use is omitted, and so is a set with a condition
/// that documents cannot express: an omitted alternative never holds, so that the translation is stricter. The conditions
/// of Merkle tree certificates do not apply to X.509 (root_store.proto).
package struct ChromeRootStore {
    private static let anchorFields = [
        "sha256_hex", "ev_policy_oids", "constraints", "display_name", "eutl", "enforce_anchor_expiry",
        "enforce_anchor_constraints", "tls_trust_anchor", "trust_anchor_id", "crs_root_id",
    ]
    private static let ignoredFields = ["version_major", "mtc_anchors"]

    private let certificates: [Fingerprint: CertificateFacts]
    private var warnings: [RootProgramMessage] = []

    /// Translates a file.
    ///
    /// - Parameters:
    ///   - bytes: The text of root_store.textproto.
    ///   - certificates: The certificates of root_store.certs, which the text names by digest.
    /// - Returns: The constraints.
    /// - Throws: ``RootProgramMessage`` for the first line that is malformed or has an unknown meaning.
    package static func constraints(
        in bytes: [UInt8],
        certificates: [Certificate]
    ) throws(RootProgramMessage) -> RootProgramData {
        var store = ChromeRootStore(
            certificates: Dictionary(certificates.map { ($0.facts.fingerprint, $0.facts) }) { first, _ in first }
        )
        var constraints: [ImportedConstraint] = []
        let fields = try ProtoText.fields(in: bytes)
        for field in fields {
            switch (field.name, field.value) {
            case ("trust_anchors", .message(let anchor)):
                if let constraint = try store.constraint(on: anchor, field.line) { constraints.append(constraint) }
            case ("additional_certs", .message(let anchor)):
                let isAnchor = anchor.contains { field in
                    if case .word("true") = field.value { field.name == "tls_trust_anchor" } else { false }
                }
                guard isAnchor else { continue }
                if let constraint = try store.constraint(on: anchor, field.line) { constraints.append(constraint) }
            case (let name, _) where ignoredFields.contains(name): continue
            default: throw unknown(field)
            }
        }
        guard fields.contains(where: { $0.name == "trust_anchors" }) else {
            throw RootProgramMessage(line: 1, text: "the file has no trust_anchors: it is not root_store.textproto")
        }
        return RootProgramData(constraints, warnings: store.warnings)
    }

    private static func unknown(_ field: ProtoField) -> RootProgramMessage {
        RootProgramMessage(
            line: field.line,
            text: "the field \(RootProgramText.quoted(field.name)) is unknown here; it may restrict trust"
        )
    }

    /// Returns the constraint on an anchor; nil if it is trusted without conditions.
    private mutating func constraint(
        on anchor: [ProtoField],
        _ line: Int
    ) throws(RootProgramMessage) -> ImportedConstraint? {
        var digests: [Fingerprint] = []
        var sets: [(fields: [ProtoField], line: Int)] = []
        for field in anchor {
            guard Self.anchorFields.contains(field.name) else { throw Self.unknown(field) }
            switch (field.name, field.value) {
            case ("sha256_hex", .string(let text)):
                guard let digest = Self.digest(text) else {
                    throw RootProgramMessage(line: field.line, text: "sha256_hex is not 64 hexadecimal digits")
                }
                digests.append(digest)
            case ("constraints", .message(let set)): sets.append((set, field.line))
            case ("sha256_hex", _), ("constraints", _):
                throw RootProgramMessage(line: field.line, text: "\(field.name) has a value of the wrong type")
            default: break
            }
        }
        guard digests.count == 1 else {
            throw RootProgramMessage(line: line, text: "the anchor has \(digests.count) sha256_hex instead of one")
        }
        guard !sets.isEmpty else { return nil }
        guard let certificate = certificates[digests[0]] else {
            throw RootProgramMessage(
                line: line,
                text: "the certificate \(digests[0].hex) is not in the file of certificates, so that its key is unknown"
            )
        }
        var alternatives: [ImportedConstraint.Alternative] = []
        for (fields, line) in sets {
            guard let alternative = try alternative(fields, line) else { continue }
            // A set without conditions on certificates always holds.
            if alternative.isEmpty { return nil }
            alternatives.append(alternative)
        }
        if alternatives.isEmpty {
            warn(line, "\(certificate.displayName) is fully distrusted: no constraint set remains")
        }
        return ImportedConstraint(certificate, alternatives)
    }

    /// Returns the conditions of a set; nil if the set never holds in the newest browser, or cannot be expressed.
    private mutating func alternative(
        _ set: [ProtoField],
        _ line: Int
    ) throws(RootProgramMessage) -> ImportedConstraint.Alternative? {
        var alternative = ImportedConstraint.Alternative()
        var isOmitted = false
        for field in set {
            switch field.name {
            case "sct_not_after_sec":
                let instant = try Self.instant(field)
                alternative.sctNotAfter = min(instant, alternative.sctNotAfter ?? instant)
            case "validity_starts_not_after_sec":
                let instant = try Self.instant(field)
                alternative.leafNotBeforeUntil = min(instant, alternative.leafNotBeforeUntil ?? instant)
            case "permitted_dns_names": alternative.dnsNames += try Self.patterns(field)
            case "min_version": warn(field.line, "min_version is ignored: the newest version of Chrome is assumed")
            case "max_version_exclusive":
                warn(field.line, "the constraint set is omitted: only older versions of Chrome use it")
                isOmitted = true
            case "sct_all_after_sec", "validity_starts_after_sec":
                warn(field.line, "the constraint set is omitted: documents cannot express \(field.name)")
                isOmitted = true
            case "index_not_after", "index_after": break
            default: throw Self.unknown(field)
            }
        }
        return isOmitted ? nil : alternative
    }

    private mutating func warn(_ line: Int, _ text: String) {
        warnings.append(RootProgramMessage(line: line, text: text))
    }

    private static func instant(_ field: ProtoField) throws(RootProgramMessage) -> Instant {
        // The last second of the year 9999, after which documents cannot express times.
        guard case .word(let text) = field.value, let seconds = Int64(text), (0...253_402_300_799).contains(seconds)
        else {
            throw RootProgramMessage(line: field.line, text: "\(field.name) is not a number of seconds since 1970")
        }
        return Instant(secondsSince1970: seconds)
    }

    private static func patterns(_ field: ProtoField) throws(RootProgramMessage) -> [String] {
        guard case .string(let text) = field.value, let patterns = RootProgramText.patterns(ofSubtree: text) else {
            throw RootProgramMessage(line: field.line, text: "\(field.name) is not a DNS name")
        }
        return patterns
    }

    private static func digest(_ text: String) -> Fingerprint? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        return Fingerprint(stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
