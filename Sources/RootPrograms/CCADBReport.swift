package import TrustEvaluation
import TrustModel

/// Translates a report of the Common CA Database with the certificates of Mozilla's root program, as CSV.
///
/// The report must have a column with the certificate in PEM. The trust bits give the purposes; without this column, the
/// purposes are those of the program: websites and email.
package struct CCADBReport {
    private enum Column: CaseIterable {
        case certificate
        case fingerprint
        case trustBits
        case distrustForTLS
        case distrustForEmail
        case constraints

        /// The titles of the column in different reports.
        var titles: [String] {
            switch self {
            case .certificate: ["PEM Info", "PEM", "X.509 Certificate (PEM)"]
            case .fingerprint: ["SHA-256 Fingerprint"]
            case .trustBits: ["Trust Bits", "Trust Bits for Root Cert"]
            case .distrustForTLS: ["Distrust for TLS After Date"]
            case .distrustForEmail: ["Distrust for S/MIME After Date"]
            case .constraints: ["Mozilla Applied Constraints"]
            }
        }
    }

    private let columns: [Column: Int]
    private let reader: any CertificateReading
    private var warnings: [RootProgramMessage] = []

    /// Translates a report.
    ///
    /// - Throws: ``RootProgramMessage`` for the first line that is malformed or has an unknown meaning.
    package static func constraints(
        in bytes: [UInt8],
        reader: any CertificateReading
    ) throws(RootProgramMessage) -> RootProgramData {
        let records = try CommaSeparatedValues.records(in: bytes)
        guard let header = records.first else { throw RootProgramMessage(line: 1, text: "the file is empty") }
        var report = try CCADBReport(header, reader)
        var constraints: [ImportedConstraint] = []
        for record in records.dropFirst() {
            guard record.fields.count == header.fields.count else {
                throw RootProgramMessage(
                    line: record.line,
                    text: "the record has \(record.fields.count) fields; the header has \(header.fields.count)"
                )
            }
            constraints.append(try report.constraint(record))
        }
        return RootProgramData(constraints, warnings: report.warnings)
    }

    private init(
        _ header: CommaSeparatedValues.Record,
        _ reader: any CertificateReading
    ) throws(RootProgramMessage) {
        var columns: [Column: Int] = [:]
        for column in Column.allCases {
            let positions = header.fields.indices.filter { column.titles.contains(header.fields[$0]) }
            guard positions.count < 2 else {
                throw RootProgramMessage(line: header.line, text: "the column \(column.titles[0]) occurs twice")
            }
            columns[column] = positions.first
        }
        guard columns[.certificate] != nil else {
            throw RootProgramMessage(
                line: header.line,
                text:
                    "there is no column with certificates (PEM Info): choose a report with PEM, because the keys of the "
                    + "anchors are needed"
            )
        }
        guard columns[.distrustForTLS] != nil || columns[.trustBits] != nil else {
            throw RootProgramMessage(
                line: header.line,
                text: "there is neither a column Distrust for TLS After Date nor a column Trust Bits"
            )
        }
        self.columns = columns
        self.reader = reader
    }

    private func value(_ column: Column, _ record: CommaSeparatedValues.Record) -> String {
        columns[column].map { record.fields[$0] } ?? ""
    }

    private mutating func constraint(
        _ record: CommaSeparatedValues.Record
    ) throws(RootProgramMessage) -> ImportedConstraint {
        let certificate = try certificate(record)
        let fingerprint = value(.fingerprint, record).lowercased().filter { $0 != ":" }
        guard fingerprint.isEmpty || fingerprint == certificate.facts.fingerprint.hex else {
            throw RootProgramMessage(line: record.line, text: "SHA-256 Fingerprint is not that of the certificate")
        }
        let bits = try trustBits(record)
        let names = try dnsNames(record)
        var server = PurposeTrust(purpose: "serverAuth", isTrusted: bits.contains("serverAuth"))
        server.leafNotBeforeUntil = try date(.distrustForTLS, record)
        server.dnsNames = names
        var email = PurposeTrust(purpose: "emailProtection", isTrusted: bits.contains("emailProtection"))
        email.leafNotBeforeUntil = try date(.distrustForEmail, record)
        var code = PurposeTrust(purpose: "codeSigning", isTrusted: bits.contains("codeSigning"))
        if !names.isEmpty, email.isTrusted || code.isTrusted {
            warnings.append(
                RootProgramMessage(
                    line: record.line,
                    text:
                        "\(certificate.facts.displayName) is trusted for serverAuth only: documents cannot express its "
                        + "constraints on names for other purposes"
                )
            )
            email.isTrusted = false
            code.isTrusted = false
        }
        return ImportedConstraint(certificate.facts, PurposeTrust.alternatives(of: [server, email, code]))
    }

    private func certificate(_ record: CommaSeparatedValues.Record) throws(RootProgramMessage) -> Certificate {
        // Spreadsheets would interpret the leading dashes, so that reports have apostrophes around the PEM.
        let pem = value(.certificate, record).utf8.filter { $0 != UInt8(ascii: "'") }
        do throws(CertificateReadingError) {
            let found = try reader.certificates(in: Array(pem), limits: CertificateLimits(count: 1))
            return found[0]
        } catch {
            throw RootProgramMessage(line: record.line, text: "the certificate is unreadable: \(error)")
        }
    }

    private func trustBits(_ record: CommaSeparatedValues.Record) throws(RootProgramMessage) -> Set<String> {
        guard columns[.trustBits] != nil else { return ["serverAuth", "emailProtection"] }
        var purposes: Set<String> = []
        for bit in value(.trustBits, record).split(separator: ";") {
            let text = String(decoding: RootProgramText.trimmed(Array(bit.utf8)[...]), as: UTF8.self)
            switch text {
            case "Websites": purposes.insert("serverAuth")
            case "Email": purposes.insert("emailProtection")
            case "Code": purposes.insert("codeSigning")
            case "All Trust Bits Turned Off": return []
            default:
                throw RootProgramMessage(line: record.line, text: "unknown trust bit \(RootProgramText.quoted(text))")
            }
        }
        return purposes
    }

    private func dnsNames(_ record: CommaSeparatedValues.Record) throws(RootProgramMessage) -> [String] {
        var patterns: [String] = []
        for text in value(.constraints, record).split(whereSeparator: { ",; \n".contains($0) }) {
            guard let found = RootProgramText.patterns(ofSubtree: String(text)) else {
                throw RootProgramMessage(
                    line: record.line,
                    text: "the applied constraint \(RootProgramText.quoted(String(text))) is not a DNS name"
                )
            }
            patterns += found
        }
        return patterns
    }

    /// Returns the last second of a day such as `2024.11.30` or `2024-11-30`; nil for an empty field.
    private func date(_ column: Column, _ record: CommaSeparatedValues.Record) throws(RootProgramMessage) -> Instant? {
        let text = value(column, record)
        guard !text.isEmpty else { return nil }
        guard let day = Instant(day: text.replacing(".", with: "-")) else {
            throw RootProgramMessage(
                line: record.line,
                text: "\(column.titles[0]) \(RootProgramText.quoted(text)) is not a day such as 2024.11.30"
            )
        }
        return day.adding(seconds: 86399)
    }
}
