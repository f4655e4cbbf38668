package import TrustEvaluation
import TrustModel

/// Translates NSS's certdata.txt: the purposes for which roots are trusted, and the dates after which they are not.
///
/// Certificates and trust objects are paired by issuer and serial number. A certificate without a trust object is trusted
/// for no purpose. If several objects apply to a certificate, all of them restrict it.
package struct NSSCertificateData {
    private struct Identity: Hashable {
        let issuer: [UInt8]
        let serialNumber: [UInt8]

        init(_ object: NSSObject) throws(RootProgramMessage) {
            issuer = try object.bytes("CKA_ISSUER")
            serialNumber = try object.bytes("CKA_SERIAL_NUMBER")
        }
    }

    private static let purposes: [(name: String, trust: String, distrustAfter: String?)] = [
        ("serverAuth", "CKA_TRUST_SERVER_AUTH", "CKA_NSS_SERVER_DISTRUST_AFTER"),
        ("emailProtection", "CKA_TRUST_EMAIL_PROTECTION", "CKA_NSS_EMAIL_DISTRUST_AFTER"),
        ("codeSigning", "CKA_TRUST_CODE_SIGNING", nil),
    ]

    private static let certificateKind = "CKO_CERTIFICATE"
    private static let trustKinds = ["CKO_NSS_TRUST", "CKO_NETSCAPE_TRUST", "CKO_TRUST"]
    private static let otherKinds = ["CKO_NSS_BUILTIN_ROOT_LIST", "CKO_NETSCAPE_BUILTIN_ROOT_LIST", "CKO_DATA"]
    /// The values that make a certificate a trust anchor.
    private static let trusted = ["CKT_NSS_TRUSTED_DELEGATOR", "CKT_NETSCAPE_TRUSTED_DELEGATOR", "CKT_TRUST_ANCHOR"]
    private static let untrusted = [
        "CKT_NSS_MUST_VERIFY_TRUST", "CKT_NETSCAPE_MUST_VERIFY", "CKT_TRUST_MUST_VERIFY_TRUST", "CKT_NSS_NOT_TRUSTED",
        "CKT_NETSCAPE_UNTRUSTED", "CKT_NOT_TRUSTED", "CKT_NSS_TRUST_UNKNOWN", "CKT_NETSCAPE_TRUST_UNKNOWN",
        "CKT_TRUST_UNKNOWN", "CKT_NSS_TRUSTED", "CKT_TRUSTED", "CKT_NSS_VALID_DELEGATOR",
        "CKT_NETSCAPE_VALID_DELEGATOR",
    ]

    private let reader: any CertificateReading
    private var warnings: [RootProgramMessage] = []

    /// Translates a file.
    ///
    /// - Throws: ``RootProgramMessage`` for the first line that is malformed or has an unknown meaning.
    package static func constraints(
        in bytes: [UInt8],
        reader: any CertificateReading
    ) throws(RootProgramMessage) -> RootProgramData {
        var data = NSSCertificateData(reader: reader)
        let constraints = try data.constraints(of: NSSObjectReader.objects(in: bytes))
        return RootProgramData(constraints, warnings: data.warnings)
    }

    private mutating func constraints(of objects: [NSSObject]) throws(RootProgramMessage) -> [ImportedConstraint] {
        var certificates: [(identity: Identity, object: NSSObject)] = []
        var trusts: [Identity: [NSSObject]] = [:]
        for object in objects {
            if object.kind == Self.certificateKind {
                certificates.append((try Identity(object), object))
            } else if Self.trustKinds.contains(object.kind) {
                trusts[try Identity(object), default: []].append(object)
            } else if !Self.otherKinds.contains(object.kind) {
                throw RootProgramMessage(
                    line: object.line,
                    text: "objects of the class \(RootProgramText.quoted(object.kind)) are unknown"
                )
            }
        }
        warnOfTrustWithoutCertificate(trusts, among: Set(certificates.map(\.identity)))
        var constraints: [ImportedConstraint] = []
        for (identity, object) in certificates {
            constraints.append(try constraint(of: object, trusts[identity] ?? []))
        }
        return constraints
    }

    private mutating func warnOfTrustWithoutCertificate(_ trusts: [Identity: [NSSObject]], among known: Set<Identity>) {
        for object in trusts.filter({ !known.contains($0.key) }).flatMap(\.value).sorted(by: { $0.line < $1.line }) {
            warnings.append(
                RootProgramMessage(
                    line: object.line,
                    text:
                        "the trust of \(object.label) is not translated: the file does not have its certificate, so that "
                        + "its key is unknown"
                )
            )
        }
    }

    private mutating func constraint(
        of object: NSSObject,
        _ trusts: [NSSObject]
    ) throws(RootProgramMessage) -> ImportedConstraint {
        let der = try object.bytes("CKA_VALUE")
        let certificate: Certificate
        do throws(CertificateReadingError) {
            let found = try reader.certificates(in: der, limits: CertificateLimits(count: 1))
            certificate = found[0]
        } catch {
            throw RootProgramMessage(
                line: object.line,
                text: "the certificate of \(object.label) is unreadable: \(error)"
            )
        }
        if trusts.isEmpty {
            warnings.append(
                RootProgramMessage(
                    line: object.line,
                    text: "\(object.label) has no trust object: it is fully distrusted"
                )
            )
        }
        var purposes: [PurposeTrust] = []
        for (name, trust, distrustAfter) in Self.purposes {
            var purpose = PurposeTrust(purpose: name, isTrusted: !trusts.isEmpty)
            for object in trusts where try !isTrusted(object, trust) { purpose.isTrusted = false }
            if let distrustAfter {
                for object in [object] + trusts {
                    guard let date = try date(object, distrustAfter) else { continue }
                    purpose.leafNotBeforeUntil = min(date, purpose.leafNotBeforeUntil ?? date)
                }
            }
            purposes.append(purpose)
        }
        return ImportedConstraint(certificate.facts, PurposeTrust.alternatives(of: purposes))
    }

    private func isTrusted(_ object: NSSObject, _ name: String) throws(RootProgramMessage) -> Bool {
        guard let (value, line) = object.attributes[name] else { return false }
        guard case .text(let text) = value, (Self.trusted + Self.untrusted).contains(text) else {
            throw RootProgramMessage(line: line, text: "\(name) has an unknown value")
        }
        return Self.trusted.contains(text)
    }

    /// Returns the date of an attribute: a UTCTime or GeneralizedTime without tag; nil for `CK_FALSE`.
    private func date(_ object: NSSObject, _ name: String) throws(RootProgramMessage) -> Instant? {
        guard let (value, line) = object.attributes[name] else { return nil }
        switch value {
        case .text("CK_FALSE"): return nil
        case .text: throw RootProgramMessage(line: line, text: "\(name) is neither CK_FALSE nor a date")
        case .bytes(let bytes):
            guard let instant = Self.instant(bytes) else {
                throw RootProgramMessage(line: line, text: "\(name) is not a date of the form YYMMDDHHMMSSZ")
            }
            return instant
        }
    }

    private static func instant(_ bytes: [UInt8]) -> Instant? {
        guard [13, 15].contains(bytes.count), bytes.last == UInt8(ascii: "Z") else { return nil }
        let digits = bytes.dropLast().compactMap { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
        }
        guard digits.count == bytes.count - 1 else { return nil }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let rest = pairs.suffix(5).map(\.self)
        // RFC 5280 section 4.1.2.5.1: years of UTCTime are 1950 to 2049.
        let year = pairs.count == 7 ? pairs[0] * 100 + pairs[1] : pairs[0] + (pairs[0] < 50 ? 2000 : 1900)
        return Instant(year: year, month: rest[0], day: rest[1], hour: rest[2], minute: rest[3], second: rest[4])
    }
}
