import TrustModel

/// How rules take up what the library found.
extension PathContext {
    /// The library's number for a code at a position, where it found the same.
    func native(_ code: ReasonCode, at depth: Int) -> Int32? {
        let same = violations.filter { $0.code == code && $0.depth == depth }
        return (same.first { !$0.isPedantic } ?? same.first)?.nativeCode
    }

    /// What ``nativeFindings(of:besides:facts:message:)`` says of one code.
    func nativeFindings(
        of code: ReasonCode,
        besides own: [Finding] = [],
        message: (PathViolation) -> String
    ) -> [Finding] {
        violations.isEmpty ? [] : nativeFindings(of: [code], besides: own, message: message)
    }

    /// What the library found besides a rule's own findings, which stand for the violations of their code and position.
    ///
    /// Demands on authorities that path validation does not mind are warnings, for the table of severities to raise; such
    /// a violation is only the same as a finding that has its number.
    ///
    /// - Parameters:
    ///   - codes: what the rule speaks for.
    ///   - own: what it found itself.
    ///   - facts: what to tell besides.
    ///   - message: one sentence.
    /// - Returns: a finding for each violation that is left.
    func nativeFindings(
        of codes: Set<ReasonCode>,
        besides own: [Finding] = [],
        facts: (PathViolation) -> [Fact] = { _ in [] },
        message: (PathViolation) -> String
    ) -> [Finding] {
        guard !violations.isEmpty else { return [] }
        return violations(of: codes).filter { violation in
            !own.contains { finding in
                finding.depth == violation.depth
                    && (finding.nativeCode == violation.nativeCode
                        || finding.code == violation.code && !violation.isPedantic)
            }
        }.map { violation in
            Finding(
                violation.code,
                severity: violation.isPedantic ? .warning : .error,
                depth: violation.depth,
                message: message(violation),
                facts: facts(violation),
                nativeCode: violation.nativeCode
            )
        }
    }
}
