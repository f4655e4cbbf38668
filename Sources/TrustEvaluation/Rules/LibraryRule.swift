import TrustModel

/// Reports what the library found and no other rule speaks of; what has no code of its own denies.
struct LibraryRule: Rule {
    static let name = "library"
    static let nativeCodes: Set<ReasonCode> = [.internalUnmapped, .internalValidationFailed]

    func judge(_ context: PathContext) -> RuleOutcome {
        let findings = context.violations.filter { speaksOf($0.code) }.map { violation in
            Finding(
                violation.code,
                depth: violation.depth,
                message: "\(context.name(at: violation.depth)) cannot be accepted: \(violation.text) "
                    + "(OpenSSL error \(violation.nativeCode)).",
                nativeCode: violation.nativeCode
            )
        }
        return .judged(findings, why: context.validation.failure ?? "the library's remaining findings were read")
    }

    private func speaksOf(_ code: ReasonCode) -> Bool {
        Self.nativeCodes.contains(code) || !RuleBook.claimedCodes.contains(code)
    }
}
