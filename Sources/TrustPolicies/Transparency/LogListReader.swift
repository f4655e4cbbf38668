import StructuredDocuments
import TrustEvaluation
package import TrustModel

/// The result of reading the log list.
package struct LogListReport: Sendable, Equatable {
    /// The path of the file.
    package let path: String
    /// The time at which the list was made.
    package let timestamp: Instant
    /// The number of logs.
    package let count: Int
    /// The names of the logs whose timestamps cannot be verified, because their keys have unsupported types.
    package let unsupported: [String]
}

/// Reads a log list in the JSON form that Chrome publishes (version 3, with `logs` and `tiled_logs`).
///
/// Members that anchord does not use, such as URLs, are ignored.
struct LogListReader {
    private let keys: any TransparencyKeyReading
    private let issues = DocumentIssues()
    private var logs: [TransparencyLog] = []
    private var known: Set<Fingerprint> = []
    private let sha256: ([UInt8]) -> Fingerprint

    /// Parses a list.
    ///
    /// - Throws: ``DocumentError`` with all issues.
    static func read(
        _ bytes: [UInt8],
        keys: any TransparencyKeyReading,
        sha256: ([UInt8]) -> Fingerprint
    ) throws(DocumentError) -> TransparencyLogList {
        let root = try YAMLDocument.parse(bytes)
        return try withoutActuallyEscaping(sha256) { sha256 throws(DocumentError) in
            var reader = LogListReader(keys: keys, sha256: sha256)
            return try reader.list(root, digest: sha256(bytes))
        }
    }

    private init(keys: any TransparencyKeyReading, sha256: @escaping ([UInt8]) -> Fingerprint) {
        self.keys = keys
        self.sha256 = sha256
    }

    private mutating func list(
        _ root: DocumentNode,
        digest: Fingerprint
    ) throws(DocumentError) -> TransparencyLogList {
        var timestamp: Instant?
        if var list = DocumentValue(root, issues: issues).mapping() {
            timestamp = list.required("log_list_timestamp", expected: "the time of the list").flatMap(Self.instant)
            let operators = list.required("operators", expected: "a list of operators")
            for item in operators?.list() ?? [] { addOperator(item) }
            if let operators, logs.isEmpty, issues.isEmpty { operators.refuse("the list contains no log") }
        }
        try issues.check()
        guard let timestamp else { throw DocumentError(detail: "the log list cannot be read") }
        return TransparencyLogList(timestamp: timestamp, digest: digest, logs: logs)
    }

    private mutating func addOperator(_ value: DocumentValue) {
        guard var reader = value.mapping() else { return }
        let name = reader.required("name", expected: "the name of the operator")?.string() ?? ""
        for (key, isTiled) in [("logs", false), ("tiled_logs", true)] {
            for item in reader.list(key) ?? [] {
                guard let log = log(item, operatorName: name, isTiled: isTiled) else { continue }
                guard known.insert(log.id).inserted else {
                    item.refuse("there are two logs with the log_id \(Base64.encode(log.id.bytes))")
                    continue
                }
                logs.append(log)
            }
        }
    }

    private func log(_ value: DocumentValue, operatorName: String, isTiled: Bool) -> TransparencyLog? {
        guard var reader = value.mapping() else { return nil }
        let name = reader.value("description")?.string()
        let id = reader.required("log_id", expected: "the SHA-256 of the key in base64").flatMap(Self.bytes)
        let keyValue = reader.required("key", expected: "the public key as base64 DER")
        let der = keyValue.flatMap(Self.bytes)
        let (state, since) = reader.value("state").map(Self.state) ?? (nil, Self.noTime)
        let previous = (reader.list("previous_operators") ?? []).compactMap(Self.previousOperator)
        guard let id, let keyValue, let der, let key = key(der, keyValue) else { return nil }
        guard let logID = Fingerprint(id), logID == sha256(der) else {
            reader.value("log_id")?.refuse(
                "expected the SHA-256 of the key, \(Base64.encode(sha256(der).bytes)), found \(Base64.encode(id))"
            )
            return nil
        }
        return TransparencyLog(
            id: logID,
            name: QuotedText.excerpt(name ?? Base64.encode(id)),
            operatorName: QuotedText.excerpt(operatorName),
            previousOperators: previous,
            state: state,
            stateSince: since,
            isTiled: isTiled,
            key: key.key
        )
    }

    /// The key of a log; nil inside if its type is not supported.
    private struct Key {
        let key: TransparencyLogKey?
    }

    private func key(_ der: [UInt8], _ value: DocumentValue) -> Key? {
        do throws(EvidenceReadingError) {
            return Key(key: try keys.logKey(in: der))
        } catch {
            value.refuse("the key is malformed: \(error)")
            return nil
        }
    }

    private static let noTime = Instant(secondsSince1970: 0)

    /// Reads an object with one member, which is named after the state and contains its first second.
    private static func state(_ value: DocumentValue) -> (TransparencyLog.State?, Instant) {
        guard var reader = value.mapping() else { return (nil, noTime) }
        guard let name = reader.keys.first, reader.count == 1, let state = TransparencyLog.State(rawValue: name),
            var details = reader.mapping(name)
        else {
            let names = TransparencyLog.State.allCases.map(\.rawValue)
            value.refuse("expected an object with one of the members \(DocumentValue.alternatives(names))")
            return (nil, noTime)
        }
        let since = details.required("timestamp", expected: "the time since which the log has this state")
        return (state, since.flatMap(instant) ?? noTime)
    }

    private static func previousOperator(_ value: DocumentValue) -> TransparencyLog.PreviousOperator? {
        guard var reader = value.mapping() else { return nil }
        let name = reader.required("name", expected: "the name of the operator")?.string()
        let end = reader.required("end_time", expected: "the time at which the operator changed").flatMap(instant)
        guard let name, let end else { return nil }
        return TransparencyLog.PreviousOperator(name: QuotedText.excerpt(name), end: end)
    }

    private static func instant(_ value: DocumentValue) -> Instant? {
        guard let text = value.name() else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            value.refuse("expected an RFC 3339 instant such as 2026-11-20T00:00:00Z, found \(QuotedText.of(text))")
            return nil
        }
        return instant
    }

    private static func bytes(_ value: DocumentValue) -> [UInt8]? {
        guard let text = value.string() else { return nil }
        do throws(Base64.DecodingError) {
            return try Base64.decode(Array(text.utf8)[...])
        } catch {
            value.refuse("the text is not base64: at byte \(error.offset), it \(error.reason)")
            return nil
        }
    }
}
