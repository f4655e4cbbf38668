import Glibc
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// Reads the system trust store, and looks at its age.
struct AnchorsCheck: DoctorCheck {
    private static let name = "anchors"
    /// The age in days after which a trust store is called old: root programs change theirs several times a year.
    private static let maximumAge: Int64 = 500
    private static let update = "update the package ca-certificates, or the file that `systemAnchors` names"

    func findings(in context: DoctorContext) -> [DoctorFinding] {
        guard let (anchors, report) = Self.load(context) else {
            // The message of the loader names the path and the reason.
            return [.fail(Self.name, Self.problem(context), fix: "install ca-certificates, or set `systemAnchors`")]
        }
        let ended = anchors.count { ($0.facts.notAfter ?? context.now) < context.now }
        guard ended < anchors.count else {
            return [.fail(Self.name, "all \(ended) anchors in \(report.path) have ended", fix: Self.update)]
        }
        return [.ok(Self.name, "found \(report.count) in \(report.path), of which \(ended) have ended")]
            + Self.unreadable(report) + Self.age(of: report.path, at: context.now)
    }

    /// Loads the anchors; nil if there are none.
    static func load(_ context: DoctorContext) -> (anchors: [Certificate], report: SystemAnchorsReport)? {
        (try? loaded(context)).map { ($0.anchors.certificates, $0.report) }
    }

    private static func problem(_ context: DoctorContext) -> String {
        do throws(PolicyLoadError) {
            _ = try loaded(context)
            return ""
        } catch {
            return error.description
        }
    }

    private static func loaded(
        _ context: DoctorContext
    ) throws(PolicyLoadError) -> (anchors: AnchorSet, report: SystemAnchorsReport) {
        let journal = MaterialJournal(digest: { SHA256.fingerprint(of: $0[...]) }, now: context.now)
        return try SystemAnchors.load(
            path: context.values.systemAnchors,
            reader: OpenSSLCertificateReader(),
            journal: journal
        )
    }

    private static func unreadable(_ report: SystemAnchorsReport) -> [DoctorFinding] {
        report.unreadable.prefix(5).map { item in
            let message = "\(item.file): \(item.reason)"
            return .warn(name, message, fix: "replace or remove the certificate: it is not a trust anchor")
        }
    }

    private static func age(of path: String, at now: Instant) -> [DoctorFinding] {
        var status = Glibc.stat()
        guard unsafe stat(path, &status) == 0 else { return [] }
        let changed = Instant(secondsSince1970: Int64(status.st_mtim.tv_sec))
        let days = (now.secondsSince1970 - changed.secondsSince1970) / 86400
        // Reproducible images and Nix set the time of every file to the beginning.
        guard days > maximumAge, status.st_mtim.tv_sec > 86400 else { return [] }
        return [.warn(name, "\(path) was last changed on \(changed), \(days) days ago", fix: update)]
    }
}
