import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// The failure to read an item of a document.
struct MaterialFailure: Error {
    /// A clause that describes the failure.
    let reason: String
    /// The error code of an unreadable certificate; nil for other failures.
    var unreadable: CertificateReadingError.Code?
    /// Whether the allowance is used up, so that all later items fail as well.
    var isOfAllowance = false
}

extension DocumentValue {
    func refuse(_ failure: MaterialFailure) {
        issues.add(
            DocumentIssue(
                pointer: pointer,
                line: node.line,
                detail: failure.reason,
                unreadable: failure.unreadable
            )
        )
    }
}

/// Reads certificates, keys or revocation evidence given as text, as files or as directories.
///
/// Create one reader per document: it reads each file once and keeps the digests of file contents for the revision.
final class MaterialReader<Material> {
    struct Kind {
        /// The plural noun for messages.
        let plural: String
        /// Whether failures have a ``CertificateReadingError/Code``: true for certificates and pins.
        let isOfCertificates: Bool
        let extensions: [String]
        /// The maximum size of a file, in bytes.
        var maximumFileBytes = MaterialFiles.maximumBytes
        /// Returns the readable parts, and a failure for each unreadable part; one failure if there are no parts.
        let parse: ([UInt8], CertificateLimits) -> ([Material], [PartFailure])
        /// Returns the digests of a material for the revision; empty if the policy has no revision.
        let digests: (Material) -> [Fingerprint]
    }

    /// The treatment of unreadable parts.
    enum Unreadable {
        /// Rejects the whole item.
        case refused
        /// Skips the part and reports a clause about it.
        case skipped((String) -> Void)
    }

    /// Digests of the materials read from files, in document order.
    private(set) var fromFiles: [Fingerprint] = []
    private let kind: Kind
    private let source: MaterialSource
    private let limits: CertificateLimits
    private let shared: MaterialAllowance?
    private var known: [String: Result<Parts, MaterialFailure>] = [:]

    /// The content of files: the materials, and the unreadable parts with the names of their files.
    private struct Parts {
        var materials: [Material] = []
        var failures: [(name: String, failure: PartFailure)] = []
        /// Whether there was more than may be read, so that the rest is unknown.
        var isCutShort: Bool { failures.last?.failure.isOfCount ?? false }
    }

    /// Creates a reader of one kind of material.
    ///
    /// - Parameters:
    ///   - kind: The kind of material.
    ///   - source: The places that items may name.
    ///   - limits: The maximum number of materials per list, and the maximum size of each.
    ///   - allowance: The shared allowance of all lists; nil if each list has its own.
    init(_ kind: Kind, source: MaterialSource, limits: CertificateLimits, sharing allowance: MaterialAllowance? = nil) {
        self.kind = kind
        self.source = source
        self.limits = limits
        shared = allowance
    }

    /// The allowance for the next list.
    var allowance: MaterialAllowance { shared ?? MaterialAllowance(limits.count) }

    /// Returns the message for a list that exceeds its allowance.
    func reasonForRefusingMore(than allowance: MaterialAllowance) -> String {
        (shared == nil ? "the list" : "the policy") + " has more than \(allowance.total) \(kind.plural)"
    }

    /// Returns the materials of a list in order; an unreadable item becomes an issue.
    func materials(
        of items: [DocumentValue],
        _ visit: (Material, DocumentValue) -> Void = { _, _ in }
    ) -> [Material] {
        let allowance = allowance
        var materials: [Material] = []
        for item in items {
            guard let text = item.string() else { continue }
            do {
                let found = try read(text, within: allowance)
                for material in found { visit(material, item) }
                materials += found
            } catch {
                item.refuse(error)
                if error.isOfAllowance { break }
            }
        }
        return materials
    }

    /// Returns the materials of one item.
    ///
    /// - Parameters:
    ///   - text: PEM text, or, depending on the source, a path or base64 DER.
    ///   - allowance: The number of materials that may be read; every item reduces it, even an unreadable one.
    ///   - unreadable: The handling of unreadable parts.
    /// - Returns: The materials in the order of the bytes; files of a directory in the order of their names.
    /// - Throws: ``MaterialFailure`` if the item cannot be read or the allowance is used up.
    func read(
        _ text: String,
        within allowance: MaterialAllowance,
        unreadable: Unreadable = .refused
    ) throws(MaterialFailure) -> [Material] {
        guard !allowance.isUsedUp else {
            var refusal = failure(reasonForRefusingMore(than: allowance), .tooManyCertificates)
            refusal.isOfAllowance = true
            throw refusal
        }
        do {
            let materials = try read(text, atMost: allowance.remaining, unreadable: unreadable)
            allowance.spend(max(1, materials.count))
            return materials
        } catch {
            allowance.spend(1)
            throw error
        }
    }

    private func read(
        _ text: String,
        atMost count: Int,
        unreadable: Unreadable
    ) throws(MaterialFailure) -> [Material] {
        let bytes = Array(text.utf8)
        if PEMText.hasBlock(in: bytes) {
            return try materials(of: parts(in: bytes, atMost: count, name: "the PEM text"), unreadable)
        }
        switch source {
        case .text:
            guard let der = try? Base64.decode(bytes[...]) else {
                let reason = "the text is neither PEM nor base64 DER (file names are allowed only in policy sets)"
                throw failure(reason + InputHint.suffix(for: bytes), .malformedPEM)
            }
            return try materials(of: parts(in: der, atMost: count, name: "the base64 DER"), unreadable)
        case .files(let directory, let journal):
            let path = try directory.path(of: text)
            let parts = try parts(at: path, from: journal, atMost: count, in: directory.total)
            let materials = try self.materials(of: parts, unreadable)
            guard directory.total?.materials.admits(materials.count) ?? true else {
                throw refusalOfMore(than: directory.total)
            }
            fromFiles += materials.flatMap(kind.digests)
            return materials
        }
    }

    private func failure(_ reason: String, _ code: CertificateReadingError.Code) -> MaterialFailure {
        MaterialFailure(reason: reason, unreadable: kind.isOfCertificates ? code : nil)
    }

    private func refusalOfMore(than total: UploadAllowance?) -> MaterialFailure {
        let reason = total.map { UploadAllowance.reasonForRefusingMore(Self.all, than: $0.materials) } ?? ""
        var refusal = failure(reason, .tooManyCertificates)
        refusal.isOfAllowance = true
        return refusal
    }

    private static var all: String { "certificates, keys, CRLs and OCSP responses" }

    /// Returns the parts of a file or a directory, which is read once unless there was more than `count`.
    private func parts(
        at path: String,
        from journal: MaterialJournal,
        atMost count: Int,
        in total: UploadAllowance?
    ) throws(MaterialFailure) -> Parts {
        if let total, total.materials.isUsedUp { throw refusalOfMore(than: total) }
        if let known = known[path] {
            let parts = try known.get()
            if !parts.isCutShort, parts.materials.count <= count { return parts }
        }
        let result = Result { () throws(MaterialFailure) in try readPath(path, from: journal, atMost: count) }
        known[path] = result
        let parts = try result.get()
        // It is read again for each list with another allowance.
        if parts.isCutShort { total?.materials.spend(count) }
        return parts
    }

    private func readPath(
        _ path: String,
        from journal: MaterialJournal,
        atMost count: Int
    ) throws(MaterialFailure) -> Parts {
        do {
            return switch try journal.kind(of: path) {
            case .directory: try readDirectory(path, from: journal, atMost: count)
            case .file, .special: try readFile(path, from: journal, atMost: count)
            }
        } catch let error as LocalFiles.Failure {
            throw MaterialFailure(reason: "\(path) \(error.reason)")
        } catch let error as MaterialFailure {
            throw error
        } catch {
            throw MaterialFailure(reason: "\(path) cannot be read: \(error)")
        }
    }

    private func readDirectory(_ path: String, from journal: MaterialJournal, atMost count: Int) throws -> Parts {
        let files = try journal.paths(in: path, extensions: kind.extensions)
        guard !files.isEmpty else {
            throw MaterialFailure(reason: "\(path) contains no \(DocumentValue.alternatives(kind.extensions)) file")
        }
        var parts = Parts()
        for file in files {
            let read = try readFile(file, from: journal, atMost: count - parts.materials.count)
            parts.materials += read.materials
            parts.failures += read.failures
            if parts.isCutShort { break }
        }
        return parts
    }

    private func readFile(_ path: String, from journal: MaterialJournal, atMost count: Int) throws -> Parts {
        let bytes: [UInt8]
        do {
            bytes = try journal.bytes(of: path, maximum: kind.maximumFileBytes)
        } catch {
            throw MaterialFailure(reason: "\(path) \(error.reason)")
        }
        return parts(in: bytes, atMost: count, name: path)
    }

    private func parts(in bytes: [UInt8], atMost count: Int, name: String) -> Parts {
        let (materials, failures) = kind.parse(bytes, CertificateLimits(count: count, bytesEach: limits.bytesEach))
        return Parts(materials: materials, failures: failures.map { (name, $0) })
    }

    /// Returns the materials of parts, unless an unreadable one rejects them all.
    private func materials(of parts: Parts, _ unreadable: Unreadable) throws(MaterialFailure) -> [Material] {
        for (name, failure) in parts.failures {
            let reason = "\(name): \(failure.reason)"
            guard case .skipped(let report) = unreadable, failure.mayBeSkipped else {
                throw MaterialFailure(reason: reason, unreadable: failure.unreadable)
            }
            report(reason)
        }
        return parts.materials
    }
}
