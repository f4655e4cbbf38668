import EvidenceFiles
import FileAccess
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL

/// One file of the disk cache as the list shows it.
struct EvidenceRow {
    /// The facts of a file that is not damaged.
    private struct Facts {
        let method: EvidenceNeed.Method
        let location: String
        let issuer: String?
        /// The serial number in hexadecimal, or the CRL number.
        let number: String?
        let thisUpdate: Instant
        let end: Instant
        let storedAt: Instant
    }

    private let name: String
    private let bytes: Int
    /// Nil if the file is damaged.
    private let facts: Facts?

    init(_ file: FileCacheListing.File) {
        (name, bytes) = (file.name, file.bytes)
        facts = file.entry.flatMap(EvidenceRecord.init(decoding:)).map { record in
            let limits = CertificateLimits()
            let reader = OpenSSLCertificateReader()
            let issuer = try? reader.certificates(in: record.issuerCertificate, limits: limits).first
            return Facts(
                method: record.method,
                location: record.location,
                issuer: issuer?.facts.subject.description,
                number: record.number?.description
                    ?? (record.serialNumber.isEmpty ? nil : Hexadecimal.encode(record.serialNumber)),
                thisUpdate: record.thisUpdate,
                end: record.end,
                storedAt: record.storedAt
            )
        }
    }

    static let head = columns("KIND", "NUMBER", "THISUPDATE", "END", "BYTES", "AGE", "ISSUER", "LOCATION")

    func line(at now: Instant) -> String {
        guard let facts else {
            return Self.columns("damaged", "-", "-", "-", "\(bytes)", "-", "-", QuotedText.printable(name))
        }
        return Self.columns(
            facts.method.rawValue,
            facts.number ?? "-",
            "\(facts.thisUpdate)",
            "\(facts.end)",
            "\(bytes)",
            "\(age(of: facts, at: now))s",
            QuotedText.printable(facts.issuer ?? "-"),
            QuotedText.printable(facts.location)
        )
    }

    func write(to writer: inout JSONWriter, at now: Instant) {
        writer.object { writer in
            writer.member("file", name)
            writer.member("bytes", bytes)
            writer.member("damaged", facts == nil)
            guard let facts else { return }
            writer.member("ageSeconds", Int(age(of: facts, at: now)))
            writer.member("kind", facts.method.rawValue)
            writer.member("location", facts.location)
            writer.member("issuer", facts.issuer)
            writer.member(facts.method == .crl ? "crlNumber" : "serialNumber", facts.number)
            writer.member("thisUpdate", facts.thisUpdate)
            writer.member("end", facts.end)
        }
    }

    private func age(of facts: Facts, at now: Instant) -> Int64 {
        max(0, now.secondsSince1970 - facts.storedAt.secondsSince1970)
    }

    /// Pads all columns but the last one.
    private static func columns(_ texts: String...) -> String {
        let widths = [7, 20, 20, 20, 10, 9, 24]
        return zip(texts, widths + [0]).map { text, width in
            text + String(repeating: " ", count: max(0, width - text.count))
        }.joined(separator: "  ")
    }
}
