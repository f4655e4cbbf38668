import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Where certificates and keys of a document may come from.
enum MaterialSource {
    /// PEM text, or paths relative to a directory; the journal notes what is found there.
    case files(relativeTo: String, MaterialJournal)
    /// PEM text or base64 DER only: the document comes from a client, who must not reach the daemon's files.
    case text
}

/// Why an item of a document cannot be read.
struct MaterialFailure: Error {
    /// A clause.
    let reason: String
    /// How a certificate is unreadable; nil where it is no certificate that cannot be read.
    var unreadable: CertificateReadingError.Code?
    /// Whether nothing more may be read, so that the items after it fail as well.
    var isOfAllowance = false
}

extension DocumentValue {
    /// Adds as an issue that what this place names cannot be read.
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

/// Reads certificates or keys that a document gives in place, by file or by directory.
///
/// One reader serves one document: a file named twice is read once, and what files held is remembered for the revision.
final class MaterialReader<Material> {
    /// What is read.
    struct Kind {
        /// What several are called.
        let plural: String
        /// Whether it is certificates, or what stands beside them, and failures are those of reading certificates.
        let isOfCertificates: Bool
        /// The extensions that files in directories must have.
        let extensions: [String]
        /// Reads what can be read; a failure for each part that cannot, or where there is nothing at all.
        let parse: ([UInt8], CertificateLimits) -> ([Material], [PartFailure])
        /// What represents a material in the revision; nothing where there is no revision.
        let digests: (Material) -> [Fingerprint]
    }

    /// The handling of parts that cannot be read.
    enum Unreadable {
        /// The whole item is refused.
        case refused
        /// The parts are left out, and each is reported as a clause.
        case skipped((String) -> Void)
    }

    /// Digests of what files held, in the order of the document.
    private(set) var fromFiles: [Fingerprint] = []
    private let kind: Kind
    private let source: MaterialSource
    private let limits: CertificateLimits
    private let shared: MaterialAllowance?
    private var cache: [String: [Material]] = [:]

    /// Takes what to read, where from, and how much; an allowance where all lists together are bounded, not each.
    init(_ kind: Kind, source: MaterialSource, limits: CertificateLimits, sharing allowance: MaterialAllowance? = nil) {
        self.kind = kind
        self.source = source
        self.limits = limits
        shared = allowance
    }

    /// What may be read of one list.
    var allowance: MaterialAllowance { shared ?? MaterialAllowance(limits.count) }

    /// Why nothing more of a list is read.
    func reasonForRefusingMore(than allowance: MaterialAllowance) -> String {
        "more than \(allowance.total) \(kind.plural) are given" + (shared == nil ? "" : " in all")
    }

    /// What a list of items gives, in its order; what cannot be read becomes an issue of its item.
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

    /// What one item gives.
    ///
    /// - Parameters:
    ///   - text: PEM text, or a path or base64 DER as the source says.
    ///   - allowance: how much may be read; what is read, or fails, is taken from it.
    ///   - unreadable: what happens to parts that cannot be read.
    /// - Returns: the materials in the order of the bytes; files of a directory in the order of their names.
    /// - Throws: ``MaterialFailure`` where the item cannot be read, or nothing more may be.
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
            let materials = try read(text, atMost: allowance.remaining, unreadable)
            allowance.take(max(1, materials.count))
            return materials
        } catch {
            allowance.take(1)
            throw error
        }
    }

    private func read(
        _ text: String,
        atMost count: Int,
        _ unreadable: Unreadable
    ) throws(MaterialFailure) -> [Material] {
        let bytes = Array(text.utf8)
        if PEMText.hasBlock(in: bytes) {
            return try parse(bytes, atMost: count, name: "the PEM text", unreadable)
        }
        switch source {
        case .text:
            guard let der = try? Base64.decode(bytes[...]) else {
                let reason = "is neither PEM text nor base64 DER (files can be named in policy sets only)"
                throw failure(reason, .malformedPEM)
            }
            return try parse(der, atMost: count, name: "the base64 DER", unreadable)
        case .files(let directory, let journal):
            let path = LocalFiles.path(text, from: directory)
            let materials = try readPath(path, journal, atMost: count, unreadable)
            fromFiles += materials.flatMap(kind.digests)
            return materials
        }
    }

    private func failure(_ reason: String, _ code: CertificateReadingError.Code) -> MaterialFailure {
        MaterialFailure(reason: reason, unreadable: kind.isOfCertificates ? code : nil)
    }

    private func readPath(
        _ path: String,
        _ journal: MaterialJournal,
        atMost count: Int,
        _ unreadable: Unreadable
    ) throws(MaterialFailure) -> [Material] {
        if let known = cache[path], known.count <= count { return known }
        let materials: [Material]
        do {
            materials =
                switch try journal.kind(of: path) {
                case .directory: try readDirectory(path, journal, atMost: count, unreadable)
                case .file, .special: try readFile(path, journal, atMost: count, unreadable)
                }
        } catch let error as LocalFiles.Failure {
            throw MaterialFailure(reason: "\(path) \(error.reason)")
        } catch let error as MaterialFailure {
            throw error
        } catch {
            throw MaterialFailure(reason: "\(path) cannot be read: \(error)")
        }
        // What was left out once may be refused elsewhere in the document.
        if case .refused = unreadable { cache[path] = materials }
        return materials
    }

    private func readDirectory(
        _ path: String,
        _ journal: MaterialJournal,
        atMost count: Int,
        _ unreadable: Unreadable
    ) throws -> [Material] {
        let files = try journal.paths(in: path, extensions: kind.extensions)
        guard !files.isEmpty else {
            throw MaterialFailure(reason: "\(path) holds no \(DocumentValue.alternatives(kind.extensions)) file")
        }
        var materials: [Material] = []
        for file in files {
            materials += try readFile(file, journal, atMost: count - materials.count, unreadable)
        }
        return materials
    }

    private func readFile(
        _ path: String,
        _ journal: MaterialJournal,
        atMost count: Int,
        _ unreadable: Unreadable
    ) throws -> [Material] {
        let bytes: [UInt8]
        do {
            bytes = try journal.bytes(of: path)
        } catch {
            throw MaterialFailure(reason: "\(path) \(error.reason)")
        }
        return try parse(bytes, atMost: count, name: path, unreadable)
    }

    private func parse(
        _ bytes: [UInt8],
        atMost count: Int,
        name: String,
        _ unreadable: Unreadable
    ) throws(MaterialFailure) -> [Material] {
        let limits = CertificateLimits(count: count, bytesEach: limits.bytesEach)
        let (materials, failures) = kind.parse(bytes, limits)
        for failure in failures {
            let reason = "\(name): \(failure.reason)"
            guard case .skipped(let tell) = unreadable, failure.mayBeSkipped else {
                throw MaterialFailure(reason: reason, unreadable: failure.unreadable)
            }
            tell(reason)
        }
        return materials
    }
}

/// Why one part of some bytes cannot be read.
struct PartFailure {
    /// A clause that says which part, and where.
    let reason: String
    /// Whether the rest may be used without the part; not after a private key, which is exposed, or an exceeded bound.
    let mayBeSkipped: Bool
    /// How a certificate is unreadable, or that evidence is a private key; nil where the part is neither.
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
