package import TrustModel

extension TrustException {
    /// Whether it counts for a question: its host exactly, and its time not passed.
    package func isInForce(for host: RequestedHost, at instant: Instant) -> Bool {
        switch host {
        case .none: self.host == nil && instant <= until
        case .name(let name): self.host == name && instant <= until
        case .invalid: false
        }
    }

    /// Whether a path is the chain that it accepts, anchor included.
    func isOf(_ path: CandidatePath) -> Bool {
        path.certificates.count == chain.count
            && zip(path.certificates, chain).allSatisfy { $0.facts.fingerprint == $1 }
    }

    /// Whether it makes the difference: the path is its chain, something is wrong, and all of that is what it accepts.
    ///
    /// A path with a wrong signature, or one that was not validated to its end, is nobody's to accept, even where the
    /// policy only warns of it.
    func accepts(_ findings: [Finding], in context: PathContext) -> Bool {
        guard isOf(context.path), context.isVerifiedThroughout else { return false }
        let errors = findings.filter { $0.severity == .error }
        return !errors.isEmpty
            && errors.allSatisfy { codes.contains($0.code) && $0.code.gravity == .recoverable }
    }

    /// The finding with the severity that it has under the exception.
    func downgrading(_ finding: Finding) -> Finding {
        var finding = finding
        if finding.severity == .error { finding.severity = .warning }
        return finding
    }

    /// What the verdict says of its use.
    var notice: Finding {
        Finding(
            .noticeException,
            severity: .notice,
            message: "An exception of the policy accepts \(codes.map(\.name).joined(separator: ", ")) until \(until).",
            facts: [Fact("codes", codes.map(\.name)), Fact("until", until)]
        )
    }
}
