import Foundation

/// A Certificate Transparency log that signs timestamps (RFC 6962), with its own encoder.
package struct TestLog: Sendable {
    /// The log's key pair.
    package let key: TestKey
    /// The description in log lists.
    package var name: String
    /// The operator in log lists.
    package var operatorName: String
    /// The name of the state in log lists; nil for none.
    package var state: String? = "usable"
    /// The beginning of the state.
    package var since = TestInstant.reference.adding(days: -400)
    /// Whether the log is listed as a static log.
    package var isTiled = false
    /// The previous operator with the end of its operation.
    package var previousOperator: (name: String, end: TestInstant)?
    /// The identifier in log lists; the digest of the key unless set.
    package var listedID: [UInt8]?

    /// Creates a log.
    package init(_ name: String, operator operatorName: String, key: TestKey? = nil) throws {
        self.key = try key ?? TestKey.shared(.ecdsaP256, "log \(name)")
        self.name = name
        self.operatorName = operatorName
    }

    /// Returns the identifier: the SHA-256 of the key.
    package func identifier() throws -> [UInt8] { try TestDigest.sha256.hash(key.subjectPublicKeyInfo) }

    /// Signs a timestamp for a certificate that is delivered beside it.
    package func timestamp(
        for certificate: TestCertificate,
        at instant: TestInstant = .reference.adding(days: -20),
        edit: (inout TestTimestamp) -> Void = { _ in }
    ) throws -> [UInt8] {
        try timestamp(over: .certificate(certificate.der), at: instant, edit: edit)
    }

    /// Signs a timestamp for a log entry.
    ///
    /// - Parameters:
    ///   - entry: The certificate or precertificate.
    ///   - instant: The time of the timestamp.
    ///   - edit: Changes the timestamp before it is signed.
    /// - Returns: The serialized timestamp.
    /// - Throws: ``OpenSSLFailure`` if the key cannot sign.
    package func timestamp(
        over entry: TestTimestamp.Entry,
        at instant: TestInstant = .reference.adding(days: -20),
        edit: (inout TestTimestamp) -> Void = { _ in }
    ) throws -> [UInt8] {
        var timestamp = TestTimestamp(
            logID: try identifier(),
            milliseconds: UInt64(instant.secondsSince1970) * 1000,
            extensions: isTiled ? [0, 0, 5, 0, 0, 0, 0, 7] : []
        )
        edit(&timestamp)
        return try timestamp.signed(by: key, over: entry)
    }

    /// The object of the log in a log list.
    var object: [String: Any] {
        get throws {
            var log: [String: Any] = [
                "description": name, "log_id": Data(try listedID ?? identifier()).base64EncodedString(),
                "key": Data(key.subjectPublicKeyInfo).base64EncodedString(), "url": "https://log.example/",
                "mmd": 86400,
            ]
            if let state { log["state"] = [state: ["timestamp": Self.text(since)]] }
            if let previousOperator {
                log["previous_operators"] = [
                    ["name": previousOperator.name, "end_time": Self.text(previousOperator.end)]
                ]
            }
            return log
        }
    }

    /// Returns a log list in the form of Chrome's list, with one operator for each name.
    package static func list(
        _ logs: [TestLog],
        at instant: TestInstant = .reference.adding(days: -10)
    ) throws -> String {
        let operators = try Dictionary(grouping: logs, by: \.operatorName).sorted { $0.key < $1.key }.map {
            [
                "name": $0.key, "email": ["logs@example.com"],
                "logs": try $0.value.filter { !$0.isTiled }.map { try $0.object },
                "tiled_logs": try $0.value.filter(\.isTiled).map { try $0.object },
            ] as [String: Any]
        }
        let list: [String: Any] = ["version": "1.0", "log_list_timestamp": text(instant), "operators": operators]
        let json = try JSONSerialization.data(withJSONObject: list, options: [.prettyPrinted, .sortedKeys])
        return String(decoding: json, as: UTF8.self)
    }

    private static func text(_ instant: TestInstant) -> String {
        Date(timeIntervalSince1970: TimeInterval(instant.secondsSince1970)).ISO8601Format()
    }
}

/// The fields of a timestamp, which a test can change before signing.
package struct TestTimestamp: Sendable {
    /// The signed log entry (RFC 6962 section 3.2).
    package enum Entry: Sendable {
        case certificate([UInt8])
        /// The signed part without timestamps, and the issuer's key.
        case precertificate([UInt8], issuer: TestKey)
    }

    /// The identifier of the log.
    package var logID: [UInt8]
    /// The time since 1970 in milliseconds.
    package var milliseconds: UInt64
    /// The content of the extensions.
    package var extensions: [UInt8]
    /// The version octet; 0 is version 1.
    package var version: UInt8 = 0
    /// Whether the signature is made over other bytes.
    package var isCorrupt = false
    /// The numbers of the digest and signature algorithms; nil for those of the key.
    package var algorithms: (UInt8, UInt8)?

    func signed(by key: TestKey, over entry: Entry) throws -> [UInt8] {
        var content: [UInt8] = [0, 0] + Self.number(milliseconds, 8)
        switch entry {
        case .certificate(let der): content += [0, 0] + Self.number(UInt64(der.count), 3) + der
        case .precertificate(let part, let issuer):
            content +=
                try [0, 1] + TestDigest.sha256.hash(issuer.subjectPublicKeyInfo) + Self.number(UInt64(part.count), 3)
                + part
        }
        content += Self.counted(extensions) + (isCorrupt ? [1] : [])
        let isRSA = if case .rsa = key.kind { true } else { false }
        let signature = try key.sign(content, with: isRSA ? .rsa(.sha256) : .ecdsa(.sha256))
        let (hash, algorithm) = algorithms ?? (4, isRSA ? 1 : 3)
        return [version] + logID + Self.number(milliseconds, 8) + Self.counted(extensions) + [hash, algorithm]
            + Self.counted(signature)
    }

    /// Returns a SignedCertificateTimestampList.
    package static func list(_ timestamps: [[UInt8]]) -> [UInt8] { counted(timestamps.flatMap(counted)) }

    /// Returns the octets after their number in two octets.
    package static func counted(_ octets: [UInt8]) -> [UInt8] { number(UInt64(octets.count), 2) + octets }

    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

extension TestExtension {
    /// The type of the extension with timestamps in certificates.
    package static let timestampType: TestObjectIdentifier = "1.3.6.1.4.1.11129.2.4.2"

    /// Creates the certificate extension with a list of timestamps (RFC 6962 section 3.3).
    package static func timestamps(_ timestamps: [[UInt8]]) -> TestExtension {
        .raw(timestampType, value: DERWriter.octetString(TestTimestamp.list(timestamps)))
    }

    /// Creates the extension of a single OCSP response with a list of timestamps.
    package static func stapledTimestamps(_ timestamps: [[UInt8]]) -> TestExtension {
        .raw("1.3.6.1.4.1.11129.2.4.5", value: DERWriter.octetString(TestTimestamp.list(timestamps)))
    }
}

extension CertificateTemplate {
    /// Embeds a timestamp of each log, signed for the template as it is.
    package mutating func embedTimestamps(
        of logs: [TestLog],
        issuer: TestAuthority,
        at instant: TestInstant = .reference.adding(days: -20),
        edit: (inout TestTimestamp) -> Void = { _ in }
    ) throws {
        let entry = TestTimestamp.Entry.precertificate(signedPart, issuer: issuer.key)
        extensions.append(.timestamps(try logs.map { try $0.timestamp(over: entry, at: instant, edit: edit) }))
    }
}
