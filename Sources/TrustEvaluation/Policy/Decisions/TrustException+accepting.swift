import TrustModel

extension TrustException {
    /// Whether the exception is for exactly this host and is valid at a time.
    func isInForce(for host: RequestedHost, at time: Moment) -> Bool {
        switch host {
        case .none: self.host == nil && !time.hasEnded(until)
        case .name(let name): self.host == name && !time.hasEnded(until)
        case .invalid: false
        }
    }

    /// Whether a path, including its anchor, consists of the certificates that the exception lists.
    func matches(_ path: CandidatePath) -> Bool {
        path.certificates.count == chain.count
            && zip(path.certificates, chain).allSatisfy { $0.facts.fingerprint == $1 }
    }

    /// Whether the exception accepts the findings: it lists the path's certificates and the codes of all errors.
    ///
    /// An invalid signature or an incomplete validation cannot be accepted, even if the policy reports it as a warning.
    func accepts(_ findings: [Finding], in context: PathContext) -> Bool {
        guard matches(context.path), context.isVerifiedThroughout else { return false }
        let errors = findings.filter { $0.severity == .error }
        return !errors.isEmpty
            && errors.allSatisfy { codes.contains($0.code) && $0.code.gravity == .recoverable }
    }

    func downgrading(_ finding: Finding) -> Finding {
        var finding = finding
        if finding.severity == .error { finding.severity = .warning }
        return finding
    }

    var notice: Finding {
        Finding(
            .noticeException,
            severity: .notice,
            message: "An exception of the policy accepts \(codes.map(\.name).joined(separator: ", ")) until \(until).",
            facts: [Fact("codes", codes.map(\.name)), Fact("until", until)]
        )
    }
}
