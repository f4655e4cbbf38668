import ArgumentParser
import StructuredDocuments
import TrustModel
import TrustPolicies

/// The combinations of options that are errors.
extension EvaluateCommand {
    /// The evaluation time; nil for now.
    var instant: Instant? { at.flatMap(Instant.init(commandLine:)) }

    func validate() throws {
        if json, quiet { throw ValidationError("--json and --quiet cannot be combined.") }
        try validateRemote()
        if ndjson { return try validateLines() }
        try question.validateChains()
        if question.chains.count > 1 || question.hosts != nil { try validateSurvey() }
        if let at, instant == nil {
            throw ValidationError(
                "\(QuotedText.of(at)) is not a time: expected 2026-11-20T00:00:00Z or 2026-11-20"
                    + Instant.leapSecondHint(for: at) + "."
            )
        }
    }

    /// Rejects the options that are settings of the daemon, if a daemon is asked.
    private func validateRemote() throws {
        if socket != nil, url != nil { throw ValidationError("--socket and --url cannot be combined.") }
        guard socket != nil || url != nil else {
            if tokenFile != nil { throw ValidationError("--token-file requires --socket or --url.") }
            return
        }
        let given = [
            ("--policies", question.policies != nil), ("--anchors", !question.anchors.isEmpty),
            ("--floors", question.floors != nil),
            ("--log-list", question.logList != nil),
            ("--system-anchors", question.systemAnchors != Configuration().systemAnchors),
            ("--anchor-constraints", !question.anchorConstraints.isEmpty), ("--trace", trace),
        ]
        if let option = given.first(where: \.1)?.0 {
            throw ValidationError(
                "\(option) has no effect with --socket and --url: the daemon has settings of its own."
            )
        }
        if ndjson || question.hosts != nil || question.chains.count > 1 {
            throw ValidationError("--socket and --url require one chain. For many, send a batch to the daemon.")
        }
    }

    /// Rejects the options for which each line has a member of its own, or that have no effect on lines.
    private func validateLines() throws {
        let given = [
            ("--host", question.host != nil), ("--policy", question.policy != nil),
            ("--anchors", !question.anchors.isEmpty), ("--at", at != nil),
            ("--hosts", question.hosts != nil), ("--intermediates", !question.intermediates.isEmpty),
            ("--crl", !question.crl.isEmpty),
            ("--ocsp", !question.ocsp.isEmpty), ("--sct", !question.sct.isEmpty), ("--explain", explain),
            ("--json", json),
            ("--quiet", quiet),
            ("--trace", trace), ("--server-name", question.server.serverName != nil),
            ("--starttls", question.server.startTLS != nil),
        ]
        if let option = given.first(where: \.1)?.0 {
            throw ValidationError("\(option) has no effect with --ndjson: each line is a complete request.")
        }
        if question.chains.count > 1 {
            throw ValidationError("--ndjson reads one file, found \(question.chains.count).")
        }
    }

    private func validateSurvey() throws {
        if explain, !json { throw ValidationError("--explain for several chains requires --json.") }
        if trace { throw ValidationError("--trace shows the scripts of one chain only.") }
    }
}
