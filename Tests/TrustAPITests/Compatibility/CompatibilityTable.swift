import Testing

/// The decisions of one mechanism of a client library, with a row per case and a column per combination of settings.
///
/// A cell has an outcome and the hazards of the verdict. The outcome `yes` means trusted, and other words are the first
/// reason of a denial (``words``). The outcome `400` means that a host is required, and `load` that the policy cannot be
/// loaded. Hazards are `o` (hazard.hostIgnored), `k` (hazard.keyOnly), `a` (hazard.anyChainAccepted) and `d`
/// (policy.disabled). The last column names the deciding step of the library.
struct CompatibilityTable {
    typealias Column = (label: String, settings: [String: Bool])

    /// The keys common to all columns.
    let policy: [String: String]
    /// The key of the pins; nil for a mechanism without pins.
    let pinsKey: String?
    /// The settings of each column with its label.
    let columns: [Column]
    /// The cases of the rows, in any order.
    let cases: [CompatibilityCase]
    /// The text of the table.
    let text: String

    init(
        _ policy: [String: String],
        pinsKey: String?,
        columns: [Column],
        cases: [CompatibilityCase] = CompatibilityCase.allCases,
        _ text: String
    ) {
        self.policy = policy
        self.pinsKey = pinsKey
        self.columns = columns
        self.cases = cases
        self.text = text
    }

    private static let words = [
        "chain.issuerNotFound": "issuer", "chain.untrustedRoot": "root", "chain.selfSignedLeaf": "self",
        "chain.signatureInvalid": "forged", "time.expired": "expired", "host.mismatch": "host",
        "usage.extendedKeyUsage": "usage", "pin.certificateMismatch": "pin", "pin.keyMismatch": "key",
        "pin.setEmpty": "empty", "policy.guardRefused": "guard",
    ]

    private static let hazards = [
        ("hazard.hostIgnored", "o"), ("hazard.keyOnly", "k"), ("hazard.anyChainAccepted", "a"),
        ("policy.disabled", "d"),
    ]

    /// Returns the same table for a policy with other keys and the same decisions.
    func under(_ policy: [String: String]) -> CompatibilityTable {
        CompatibilityTable(policy, pinsKey: pinsKey, columns: columns, cases: cases, text)
    }

    /// Evaluates every cell, and returns a line for each cell that differs from the table.
    ///
    /// With `defaults`, only the columns with these values are evaluated, and the policies omit the settings.
    func differences(leavingOut defaults: [String: Bool] = [:]) throws -> [String] {
        let pki = try CompatibilityPKI()
        let rows = try expectations()
        var differences: [String] = []
        for (row, cells) in rows {
            for (column, expected) in zip(columns, cells)
            where defaults.allSatisfy({ column.settings[$0.key, default: $0.value] == $0.value }) {
                let settings = column.settings.filter { defaults[$0.key] == nil }
                let found = try cell(row, settings, pki)
                if found != expected {
                    differences.append("\(row.rawValue) | \(column.label): expected `\(expected)`, found `\(found)`")
                }
            }
        }
        return differences
    }

    /// Parses the table into cells by row, and checks that it is complete.
    private func expectations() throws -> [(CompatibilityCase, [String])] {
        let lines = text.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { part in
                part.split(separator: " ").joined(separator: " ")
            }
        }
        let header = try #require(lines.first)
        try #require(header.dropFirst().dropLast() == columns.map(\.label)[...], "the header names the columns")
        let rows = try lines.dropFirst().map { line in
            try #require(line.count == columns.count + 2, "\(line[0]) has a wrong number of cells")
            try #require(!(line.last ?? "").isEmpty, "\(line[0]) has no reason")
            let row = try #require(CompatibilityCase(rawValue: line[0]), "\(line[0]) is not a case")
            return (row, Array(line[1...].dropLast()))
        }
        try #require(rows.count == cases.count && Set(rows.map(\.0)) == Set(cases), "every case has one row")
        return rows
    }

    private func cell(_ row: CompatibilityCase, _ settings: [String: Bool], _ pki: CompatibilityPKI) throws -> String {
        var policy: [String: Any] = policy
        for (key, value) in settings { policy[key] = value }
        if let pinsKey { policy[pinsKey] = pki.pins(of: row) }
        return Self.spelling(of: try pki.evaluate(row, under: policy))
    }

    /// Returns a verdict in the notation of a cell, or the response if no cell can express it.
    static func spelling(of answer: Answer) -> String {
        switch (answer.status, answer.code) {
        case (400, "hostRequired"?): return "400"
        case (400, "invalidPolicy"?), (422, "malformedCertificate"?): return "load"
        case (200, nil): break
        default: return answer.text
        }
        let letters = hazards.filter { answer.reasonCodes.contains($0.0) }.map(\.1).joined()
        return outcome(of: answer) + (letters.isEmpty ? "" : " " + letters)
    }

    private static func outcome(of answer: Answer) -> String {
        let isError = answer.reasons.map { $0["severity"] as? String == "error" }
        let members = ["verdict", "action"].map { answer.object[$0] as? String ?? "" }
        switch (answer.trusted, members) {
        case (true, ["trusted", "allow"]) where !isError.contains(true): return "yes"
        case (false, ["untrusted", "deny"]) where isError.first == true:
            return words[answer.reasonCodes[0]] ?? answer.reasonCodes[0]
        default: return answer.text
        }
    }
}
