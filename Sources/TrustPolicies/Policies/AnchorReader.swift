import TrustEvaluation
import TrustModel

/// Reads the certificates that documents give in place, by file or by directory.
///
/// One reader serves one document: a file named twice is read once, and what files held is remembered for the revision.
final class AnchorReader {
    /// Where certificates may come from.
    enum Source {
        /// PEM text, or paths relative to a directory.
        case files(relativeTo: String)
        /// PEM text or base64 DER only: the document comes from a client, who must not reach the daemon's files.
        case text
    }

    /// The largest file of anchors, in bytes; the bundle of all public authorities has a fifth of a megabyte.
    static let maximumFileBytes = 4 << 20
    /// What files of certificates are called; letter case does not matter.
    static let extensions = [".cer", ".crt", ".der", ".pem", ".p7b", ".p7c"]

    /// Fingerprints of the certificates that files held, in the order of the document.
    private(set) var fromFiles: [Fingerprint] = []
    private let reader: any CertificateReading
    private let source: Source
    private let limits: CertificateLimits
    private var cache: [String: [Certificate]] = [:]

    /// Takes where to read from and how much.
    init(reader: any CertificateReading, source: Source, limits: CertificateLimits) {
        self.reader = reader
        self.source = source
        self.limits = limits
    }

    /// The certificates of a list of items; what cannot be read becomes an issue of its item.
    func certificates(of items: [DocumentValue]) -> [Certificate] {
        var certificates: [Certificate] = []
        for item in items {
            guard let text = item.string() else { continue }
            do {
                certificates += try read(text, atMost: limits.count - certificates.count)
            } catch {
                item.refuse(error.reason)
            }
        }
        return certificates
    }

    /// Why an item cannot be read: a clause.
    private struct Failure: Error {
        let reason: String
    }

    private func read(_ text: String, atMost count: Int) throws(Failure) -> [Certificate] {
        guard count > 0 else { throw Failure(reason: "more than \(limits.count) certificates are given") }
        if text.contains("-----BEGIN ") {
            return try parse(Array(text.utf8), atMost: count, name: "the PEM text")
        }
        switch source {
        case .text:
            guard let der = try? Base64.decode(Array(text.utf8)[...]) else {
                throw Failure(reason: "is neither PEM text nor base64 DER (files can be named in policy sets only)")
            }
            return try parse(der, atMost: count, name: "the base64 DER")
        case .files(let directory):
            let certificates = try readPath(LocalFiles.path(text, from: directory), atMost: count)
            fromFiles += certificates.map(\.facts.fingerprint)
            return certificates
        }
    }

    private func readPath(_ path: String, atMost count: Int) throws(Failure) -> [Certificate] {
        if let known = cache[path], known.count <= count { return known }
        let certificates: [Certificate]
        do {
            certificates =
                switch try LocalFiles.kind(of: path) {
                case .directory: try readDirectory(path, atMost: count)
                case .file, .special: try readFile(path, atMost: count)
                }
        } catch let error as LocalFiles.Failure {
            throw Failure(reason: "\(path) \(error.reason)")
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(reason: "\(path) cannot be read: \(error)")
        }
        cache[path] = certificates
        return certificates
    }

    private func readDirectory(_ path: String, atMost count: Int) throws -> [Certificate] {
        var certificates: [Certificate] = []
        for file in try Self.certificateFiles(in: path) {
            certificates += try readFile(file, atMost: count - certificates.count)
        }
        guard !certificates.isEmpty else {
            throw Failure(reason: "\(path) holds no \(DocumentValue.alternatives(Self.extensions)) file")
        }
        return certificates
    }

    /// The paths in a directory that have the extension of certificates; directories among them are left out.
    static func certificateFiles(in directory: String) throws(LocalFiles.Failure) -> [String] {
        try LocalFiles.names(in: directory)
            .filter { name in extensions.contains { name.lowercased().hasSuffix($0) } }
            .map { LocalFiles.path($0, from: directory) }
            .filter { (try? LocalFiles.kind(of: $0)) != .directory }
    }

    private func readFile(_ path: String, atMost count: Int) throws -> [Certificate] {
        let bytes: [UInt8]
        do {
            bytes = try LocalFiles.bytes(of: path, maximum: Self.maximumFileBytes)
        } catch {
            throw Failure(reason: "\(path) \(error.reason)")
        }
        return try parse(bytes, atMost: count, name: path)
    }

    private func parse(_ bytes: [UInt8], atMost count: Int, name: String) throws(Failure) -> [Certificate] {
        do {
            return try reader.certificates(
                in: bytes,
                limits: CertificateLimits(count: count, bytesEach: limits.bytesEach)
            )
        } catch {
            throw Failure(reason: "\(name): \(error)")
        }
    }
}
