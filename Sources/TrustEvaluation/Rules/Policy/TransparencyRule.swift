import TrustModel

/// Requires certificate timestamps of enough logs and operators (RFC 6962; Chrome's and Apple's policies).
///
/// If the log list is too old, timestamps are not required, because newer logs are missing in it.
struct TransparencyRule: Rule {
    static let name = "transparency"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let requirements = context.requirements.transparency else {
            return .skipped(why: "the policy does not require certificate timestamps")
        }
        guard let report = context.timestamps else {
            return .skipped(why: "certificate timestamps are evaluated only in paths that end in a trust anchor")
        }
        let count = TimestampCount(of: report.verified, under: requirements, for: context.path.leaf.facts)
        let isStale = requirements.isListStale(at: context.time)
        let isEnforced = !isStale && !count.isSufficient
        var findings = defects(of: report, isEnforced: isEnforced, context)
        if isStale { findings.append(staleness(requirements)) }
        if !count.counted.isEmpty { findings.append(notice(count, context)) }
        if isEnforced {
            findings.append(
                report.exceededBounds.isEmpty
                    ? shortage(of: count, under: requirements, in: context)
                    : .budgetExhausted(
                        "Not all certificate timestamps were checked",
                        report.exceededBounds,
                        remedy: .muchEvidence
                    )
            )
        }
        return .applied(findings, why: context.why("\(report.verified.count) timestamps were verified"))
    }

    private func staleness(_ requirements: TransparencyRequirements) -> Finding {
        let last = requirements.logs.lastFreshSecond(maximumAge: requirements.maximumListAge)
        return Finding(
            .ctListStale,
            severity: .warning,
            message:
                "The log list of \(requirements.logs.timestamp) may be used until \(last), so certificate timestamps are "
                + "not required.",
            facts: [
                Fact("listTimestamp", requirements.logs.timestamp),
                Fact("maximumAgeSeconds", Int(requirements.maximumListAge)),
            ]
        )
    }

    private func shortage(
        of count: TimestampCount,
        under requirements: TransparencyRequirements,
        in context: PathContext
    ) -> Finding {
        let isLong = requirements.isLong(context.path.leaf.facts)
        return Finding(
            .ctInsufficient,
            depth: 0,
            message:
                "\(context.name(at: 0)) has too few certificate timestamps of accepted logs: "
                + count.shortfalls.joined(separator: "; ") + ".",
            facts: [
                Fact("requiredLogs", requirements.timestamps[isLong]),
                Fact("requiredOperators", requirements.operators),
                Fact("logs", Self.logs(of: count)), Fact("operators", Self.operators(of: count)),
                Fact("listTimestamp", requirements.logs.timestamp),
            ]
        )
    }

    private func notice(_ count: TimestampCount, _ context: PathContext) -> Finding {
        let (logs, operators) = (Self.logs(of: count), Self.operators(of: count))
        return Finding(
            .noticeCT,
            severity: .notice,
            depth: 0,
            message:
                "Timestamps of \(context.name(at: 0)) are accepted from \(logs.count) log\(logs.count == 1 ? "" : "s") of "
                + "\(operators.count) operator\(operators.count == 1 ? "" : "s"): \(logs.joined(separator: ", ")).",
            facts: [
                Fact("logs", logs), Fact("operators", operators),
                Fact("timestamps", count.listed.map { $0.instant.description }),
                Fact("origins", count.listed.map(\.origin.rawValue)),
            ]
        )
    }

    /// Returns the findings about timestamps that are not accepted; invalid ones are errors if the others do not suffice.
    private func defects(of report: TimestampReport, isEnforced: Bool, _ context: PathContext) -> [Finding] {
        report.defects.prefix(PathContext.maximumFindingsEach).map { defect in
            Finding(
                defect.code,
                severity: isEnforced && defect.code == .ctInvalid ? .error : .warning,
                depth: 0,
                message: "\(defect.origin.title) timestamp of \(context.name(at: 0)) \(defect.message).",
                facts: defect.facts
            )
        }
    }

    private static func logs(of count: TimestampCount) -> [String] { unique(count.listed.map(\.log.name)) }

    private static func operators(of count: TimestampCount) -> [String] { unique(count.listed.map(\.operatorName)) }

    private static func unique(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }
    }
}

extension TimestampCount {
    /// The timestamps that findings list.
    fileprivate var listed: ArraySlice<VerifiedTimestamp> { counted.prefix(PathContext.maximumFindingsEach) }
}

extension VerifiedTimestamp.Origin {
    fileprivate var title: String {
        switch self {
        case .embedded: "An embedded"
        case .request: "A delivered"
        case .ocsp: "A stapled"
        }
    }
}
