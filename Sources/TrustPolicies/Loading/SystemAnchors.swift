import FileAccess
package import TrustEvaluation
import TrustModel

/// What became of the certificates in the system's bundle.
package struct SystemAnchorsReport: Sendable, Equatable {
    /// A certificate that could not be read.
    package struct Unreadable: Sendable, Equatable {
        /// The file it is in.
        package let file: String
        /// Its position in the file, 0 being the first; nil where the whole file cannot be read.
        package let certificate: Int?
        /// What is wrong with it, a clause.
        package let reason: String

        /// Takes the parts.
        package init(file: String, certificate: Int?, reason: String) {
            self.file = file
            self.certificate = certificate
            self.reason = reason
        }
    }

    /// The file or directory.
    package let path: String
    /// How many different anchors there are.
    package let count: Int
    /// How many certificates stood there once more.
    package let duplicates: Int
    /// The certificates that were left out, in the order of the files.
    package let unreadable: [Unreadable]

    /// Takes what was counted.
    package init(path: String, count: Int, duplicates: Int = 0, unreadable: [Unreadable] = []) {
        self.path = path
        self.count = count
        self.duplicates = duplicates
        self.unreadable = unreadable
    }
}

/// Reads the anchors that the operating system keeps.
package enum SystemAnchors {
    /// Reads a bundle, or the certificate files of a directory.
    ///
    /// A certificate that cannot be read is reported and left out: one odd root must not keep a daemon from starting.
    /// - Throws: ``PolicyLoadError`` when there is nothing at the path, or not one certificate.
    package static func load(
        path: String,
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
        let anchors = AnchorSet(name: PolicyName.system.set, certificates: certificates, owner: .system)
        guard !anchors.certificates.isEmpty else {
            let first = unreadable.first.map { " (\($0.file): \($0.reason))" } ?? ""
            throw missing("no certificate can be read" + first, path)
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
        let detail = "the system's anchors: \(reason); the package ca-certificates installs them"
        return PolicyLoadError([PolicyProblem(file: path, detail: detail)])
    }
}
