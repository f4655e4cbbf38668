import ArgumentParser
import StructuredDocuments
import TrustModel
import TrustPolicies

/// The combinations of options that are errors.
extension EvaluateCommand {
    func validate() throws {
        if json, quiet { throw ValidationError("--json and --quiet cannot be combined.") }
        try validateRemote()
        if ndjson { return try validateLines() }
        if chains.isEmpty, hosts == nil {
            throw ValidationError(
                "Missing expected argument '<chain>'. To evaluate the servers of a file, use --hosts."
            )
        }
        if chains.count > 1 || hosts != nil { try validateSurvey() }
        try validatePolicy()
        if let at, Self.instant(at) == nil {
            throw ValidationError(
                "\(QuotedText.of(at)) is not a time: expected 2026-11-20T00:00:00Z or 2026-11-20"
                    + Instant.leapSecondHint(for: at) + "."
            )
        }
    }

    /// Rejects combinations of the options that choose the policy.
    private func validatePolicy() throws {
        if policy != nil, !anchors.isEmpty {
            throw ValidationError("--policy and --anchors cannot be combined: --anchors implies the default policy.")
        }
        if policies != nil, !anchors.isEmpty, floors == nil {
            throw ValidationError(
                "--policies has no effect with --anchors, which implies the default policy: leave one of them out, or "
                    + "name the set whose policies must accept the chain too with --floors."
            )
        }
        if let policy, PolicyName(policy) == nil {
            throw ValidationError("\(QuotedText.of(policy)) is not a policy name: expected SET or SET/POLICY.")
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
            ("--policies", policies != nil), ("--anchors", !anchors.isEmpty), ("--floors", floors != nil),
            ("--log-list", logList != nil), ("--system-anchors", systemAnchors != Configuration().systemAnchors),
            ("--anchor-constraints", !anchorConstraints.isEmpty), ("--trace", trace),
        ]
        if let option = given.first(where: \.1)?.0 {
            throw ValidationError(
                "\(option) has no effect with --socket and --url: the daemon has settings of its own."
            )
        }
        if ndjson || hosts != nil || chains.count > 1 {
            throw ValidationError("--socket and --url require one chain. For many, send a batch to the daemon.")
        }
    }

    /// Rejects the options for which each line has a member of its own, or that have no effect on lines.
    private func validateLines() throws {
        let given = [
            ("--host", host != nil), ("--policy", policy != nil), ("--anchors", !anchors.isEmpty), ("--at", at != nil),
            ("--hosts", hosts != nil), ("--intermediates", !intermediates.isEmpty), ("--crl", !crl.isEmpty),
            ("--ocsp", !ocsp.isEmpty), ("--sct", !sct.isEmpty), ("--explain", explain), ("--json", json),
            ("--quiet", quiet),
            ("--trace", trace), ("--server-name", server.serverName != nil), ("--starttls", server.startTLS != nil),
        ]
        if let option = given.first(where: \.1)?.0 {
            throw ValidationError("\(option) has no effect with --ndjson: each line is a complete request.")
        }
        if chains.count > 1 { throw ValidationError("--ndjson reads one file, found \(chains.count).") }
    }

    private func validateSurvey() throws {
        if explain, !json { throw ValidationError("--explain for several chains requires --json.") }
        if trace { throw ValidationError("--trace shows the scripts of one chain only.") }
        let readers = chains.count { $0 == "-" } + (hosts == "-" ? 1 : 0)
        if readers > 1 { throw ValidationError("Only one argument can be -, because standard input is read once.") }
    }
}
