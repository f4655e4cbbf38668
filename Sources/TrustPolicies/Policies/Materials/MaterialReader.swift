import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// The places from which the items of a document may be read.
enum MaterialSource {
    /// PEM text, or paths relative to a directory; the journal records the files read.
    case files(relativeTo: MaterialDirectory, MaterialJournal)
    /// Only PEM text or base64 DER: the document comes from a client, which must not read the daemon's files.
    case text

    /// The directory to which paths are relative; nil if no paths are permitted.
    var directory: MaterialDirectory? { if case .files(let directory, _) = self { directory } else { nil } }
}

/// The directory to which the paths in a document are relative.
struct MaterialDirectory {
    let path: String
    /// Whether the document may name files below the directory only, since a client wrote it.
    let isConfined: Bool

    /// Returns the path of a file that the document names.
    func path(of name: String) throws(MaterialFailure) -> String {
        guard !isConfined || UploadPath.isValid(name) else {
            let reason = "names no file of the upload: use the path as it is in the archive"
            throw MaterialFailure(reason: "\(QuotedText.of(name)) \(reason)")
        }
        return LocalFiles.path(name, from: path)
    }
}

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
    private var cache: [String: [Material]] = [:]

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
            return try parse(bytes, atMost: count, name: "the PEM text", unreadable: unreadable)
        }
        switch source {
        case .text:
            guard let der = try? Base64.decode(bytes[...]) else {
                let reason = "the text is neither PEM nor base64 DER (file names are allowed only in policy sets)"
                throw failure(reason + InputHint.suffix(for: bytes), .malformedPEM)
            }
            return try parse(der, atMost: count, name: "the base64 DER", unreadable: unreadable)
        case .files(let directory, let journal):
            let path = try directory.path(of: text)
            let materials = try readPath(path, from: journal, atMost: count, unreadable: unreadable)
            fromFiles += materials.flatMap(kind.digests)
            return materials
        }
    }

    private func failure(_ reason: String, _ code: CertificateReadingError.Code) -> MaterialFailure {
        MaterialFailure(reason: reason, unreadable: kind.isOfCertificates ? code : nil)
    }

    private func readPath(
        _ path: String,
        from journal: MaterialJournal,
        atMost count: Int,
        unreadable: Unreadable
    ) throws(MaterialFailure) -> [Material] {
        if let known = cache[path], known.count <= count { return known }
        let materials: [Material]
        do {
            materials =
                switch try journal.kind(of: path) {
                case .directory: try readDirectory(path, from: journal, atMost: count, unreadable: unreadable)
                case .file, .special: try readFile(path, from: journal, atMost: count, unreadable: unreadable)
                }
        } catch let error as LocalFiles.Failure {
            throw MaterialFailure(reason: "\(path) \(error.reason)")
        } catch let error as MaterialFailure {
            throw error
        } catch {
            throw MaterialFailure(reason: "\(path) cannot be read: \(error)")
        }
        // Do not cache a result with skipped parts: another item that names this file may have to reject them.
        if case .refused = unreadable { cache[path] = materials }
        return materials
    }

    private func readDirectory(
        _ path: String,
        from journal: MaterialJournal,
        atMost count: Int,
        unreadable: Unreadable
    ) throws -> [Material] {
        let files = try journal.paths(in: path, extensions: kind.extensions)
        guard !files.isEmpty else {
            throw MaterialFailure(reason: "\(path) contains no \(DocumentValue.alternatives(kind.extensions)) file")
        }
        var materials: [Material] = []
        for file in files {
            materials += try readFile(file, from: journal, atMost: count - materials.count, unreadable: unreadable)
        }
        return materials
    }

    private func readFile(
        _ path: String,
        from journal: MaterialJournal,
        atMost count: Int,
        unreadable: Unreadable
    ) throws -> [Material] {
        let bytes: [UInt8]
        do {
            bytes = try journal.bytes(of: path, maximum: kind.maximumFileBytes)
        } catch {
            throw MaterialFailure(reason: "\(path) \(error.reason)")
        }
        return try parse(bytes, atMost: count, name: path, unreadable: unreadable)
    }

    private func parse(
        _ bytes: [UInt8],
        atMost count: Int,
        name: String,
        unreadable: Unreadable
    ) throws(MaterialFailure) -> [Material] {
        let limits = CertificateLimits(count: count, bytesEach: limits.bytesEach)
        let (materials, failures) = kind.parse(bytes, limits)
        for failure in failures {
            let reason = "\(name): \(failure.reason)"
            guard case .skipped(let report) = unreadable, failure.mayBeSkipped else {
                throw MaterialFailure(reason: reason, unreadable: failure.unreadable)
            }
            report(reason)
        }
        return materials
    }
}

/// The failure to read one part of a file or text.
struct PartFailure {
    /// A clause that names the part and its offset.
    let reason: String
    /// Whether the other parts may be used; false for an exposed private key and for an exceeded bound.
    let mayBeSkipped: Bool
    /// The error code of an unreadable certificate, or of a private key in evidence; nil for other failures.
    let unreadable: CertificateReadingError.Code?

    init(_ error: CertificateReadingError) {
        reason = "\(error)"
        unreadable = error.code
        mayBeSkipped = error.code != .privateKey && error.code != .tooManyCertificates
    }

    init(_ error: EvidenceReadingError) {
        reason = "\(error)"
        unreadable = error.code == .privateKey ? .privateKey : nil
        mayBeSkipped = error.code != .privateKey && error.code != .tooManyPieces
    }
}
