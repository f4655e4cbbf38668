import TrustModel

/// The parts of documents that list the reason codes, written from their declarations in the order of ``ReasonCode/all``.
enum ReasonsDocument {
    /// The sections of Reasons.md, by the group of codes.
    static var sections: [String: String] {
        Dictionary(grouping: ReasonCode.all) { String($0.name.prefix { $0 != "." }) }
            .mapValues { codes in codes.map { "\n" + section(of: $0) }.joined() + "\n" }
    }

    /// The enumeration of codes in openapi.yaml.
    static var enumeration: String { ReasonCode.all.map { "        - \($0.name)\n" }.joined() }

    private static func section(of code: ReasonCode) -> String {
        let special = SpecialRemedy.all.filter { $0.code == code }
        return """
            ### `\(code.name)`

            \(code.summary)

            - Cause: \(code.cause)
            - Remedy: \(code.remedy)
            \(special.map { "- Remedy, \($0.situation): \($0.text)\n" }.joined())\
            - Reference: \(code.reference)
            \(equivalents(of: code).map { "- Elsewhere: \($0)\n" } ?? "")\
            \(code.since == ReasonCode.firstVersion ? "" : "- Since: \(code.since)\n")\
            - Severity can be overridden: \(overriding(of: code))
            - Result: \(result(of: code))

            """
    }

    /// Returns the similar errors of OpenSSL and other software; nil if there are none.
    private static func equivalents(of code: ReasonCode) -> String? {
        let openSSL = code.openSSL.map { "`\($0.name)` (OpenSSL, \($0.number))" }
        let all = [openSSL].compactMap(\.self) + code.others
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    private static func overriding(of code: ReasonCode) -> String {
        switch code.downgrading {
        case .allowed: code.severities.flatMap(differences).map { "yes; \($0)" } ?? "yes"
        case .allowedExcept(let situation): "yes, but not \(situation)"
        case .forbidden(nil): "no"
        case .forbidden(let text?), .neverError(let text): "no; \(text)"
        }
    }

    /// Describes the severities under the profiles that differ from `server`; nil if that profile keeps those of the rule.
    private static func differences(of row: ProfileSeverities) -> String? {
        guard let usual = row[.server] else { return nil }
        let differing = [SeverityOverride.error, .ignore, .warning].filter { $0 != usual }.compactMap { severity in
            let profiles = Profile.allCases.filter { row[$0] == severity }.map { "`\($0.rawValue)`" }.sorted()
            return profiles.isEmpty ? nil : (term(severity), profiles)
        }
        let parts = differing.enumerated().map { index, part in
            let noun = index > 0 ? "" : part.1.count == 1 ? "the profile " : "the profiles "
            return "\(part.0) under \(noun)\(part.1.joined(separator: " and "))"
        }
        return (parts + ["\(term(usual)) under the others"]).joined(separator: ", ")
    }

    private static func term(_ severity: SeverityOverride) -> String {
        severity == .ignore ? "not reported" : severity.rawValue
    }

    private static func result(of code: ReasonCode) -> String {
        let result =
            switch code.gravity {
            case .recoverable: "`recoverableTrustFailure`"
            case .fatal: "`fatalTrustFailure`"
            case .denied: "`deny`"
            case .other: "`otherError`"
            }
        return switch (code.downgrading, code.gravity) {
        case (.neverError, _): "none, because it is not an error"
        case (.allowedExcept, .recoverable): "\(result); `fatalTrustFailure` if the severity cannot be overridden"
        default: code.severities?[.server] == nil ? result : "\(result), if it is an error"
        }
    }
}
