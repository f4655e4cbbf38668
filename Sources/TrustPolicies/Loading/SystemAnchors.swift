import FileAccess
package import TrustEvaluation
import TrustModel

/// The result of reading the system trust store.
package struct SystemAnchorsReport: Sendable, Equatable {
    /// A certificate that could not be read.
    package struct Unreadable: Sendable, Equatable {
        /// The file that contains the certificate.
        package let file: String
        /// The position of the certificate in the file, starting at 0; nil if the whole file cannot be read.
        package let certificate: Int?
        /// A clause that describes the error.
        package let reason: String

        /// Creates an entry from its parts.
        package init(file: String, certificate: Int?, reason: String) {
            self.file = file
            self.certificate = certificate
            self.reason = reason
        }
    }

    /// The path of the system trust store, a file or a directory.
    package let path: String
    /// The number of distinct trust anchors.
    package let count: Int
    /// The number of duplicate certificates.
    package let duplicates: Int
    /// The skipped certificates, in the order of the files.
    package let unreadable: [Unreadable]

    /// Creates a report from its parts.
    package init(path: String, count: Int, duplicates: Int = 0, unreadable: [Unreadable] = []) {
        self.path = path
        self.count = count
        self.duplicates = duplicates
        self.unreadable = unreadable
    }
}

/// Reads the trust anchors of the operating system.
package enum SystemAnchors {
    /// Reads a bundle, or the certificate files of a directory.
    ///
    /// An unreadable certificate is skipped and reported, so that one malformed root does not prevent the start.
    ///
    /// - Parameters:
    ///   - path: The bundle or the directory.
    ///   - constraints: The constraints on the anchors; nil if there are none.
    ///   - reader: Reads certificates.
    ///   - journal: Records the files.
    /// - Returns: The anchors, and the report about the certificates that were read.
    /// - Throws: ``PolicyLoadError`` if the path cannot be read or has no readable certificate.
    package static func load(
        path: String,
        constraints: AnchorConstraints? = nil,
        reader: any CertificateReading,
        journal: MaterialJournal
    ) throws(PolicyLoadError) -> (anchors: AnchorSet, report: SystemAnchorsReport) {
        var certificates: [Certificate] = []
        var unreadable: [SystemAnchorsReport.Unreadable] = []
        for file in try files(at: path, journal) {
            do {
                let bytes = try journal.bytes(of: file)
                let found = reader.readableCertificates(in: bytes, limits: .anchors)
                certificates += found.certificates
                unreadable += found.failures.map { failure in
                    let reason = failure.offset.map { "byte \($0): \(failure.reason)" } ?? failure.reason
                    return SystemAnchorsReport.Unreadable(file: file, certificate: failure.certificate, reason: reason)
                }
            } catch {
                unreadable.append(SystemAnchorsReport.Unreadable(file: file, certificate: nil, reason: error.reason))
            }
        }
        let anchors = AnchorSet(
            name: PolicyName.system.set,
            certificates: certificates,
            owner: .system,
            constraints: constraints
        )
        guard !anchors.certificates.isEmpty else {
            let first = unreadable.first.map { " (\($0.file): \($0.reason))" } ?? ""
            throw missing("has no readable certificate\(first)", path)
        }
        let count = anchors.certificates.count
        let report = SystemAnchorsReport(
            path: path,
            count: count,
            duplicates: certificates.count - count,
            unreadable: unreadable
        )
        return (anchors, report)
    }

    private static func files(at path: String, _ journal: MaterialJournal) throws(PolicyLoadError) -> [String] {
        do {
            guard try journal.kind(of: path) == .directory else { return [path] }
            return try journal.paths(in: path, extensions: MaterialFiles.certificateExtensions)
        } catch {
            throw missing(error.reason, path)
        }
    }

    private static func missing(_ reason: String, _ path: String) -> PolicyLoadError {
        let detail = "the system trust store \(reason): install the package ca-certificates or configure another path"
        return PolicyLoadError([PolicyProblem(file: path, detail: detail)])
    }
}
