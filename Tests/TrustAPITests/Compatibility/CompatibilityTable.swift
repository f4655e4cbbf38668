import Testing

/// What one mechanism of a client library decides: a row a case, a column a combination of its settings.
///
/// A cell is an outcome and the hazards that the verdict tells. `yes` is trusted; a denial is the word for the code that
/// leads its reasons (``words``); `400` asks for a host; `load` is a policy that cannot be loaded. Hazards are `o`
/// (hazard.hostIgnored), `k` (hazard.keyOnly), `a` (hazard.anyChainAccepted) and `d` (policy.disabled). The last column
/// says which step of the library decides.
struct CompatibilityTable {
    typealias Column = (label: String, settings: [String: Bool])

    /// The keys that all columns have.
    let policy: [String: String]
    /// Which key the pins are given under; nil for a mechanism without pins.
    let pinsKey: String?
    /// The settings of each column, under the label that heads it.
    let columns: [Column]
    /// The rows, in any order.
    let cases: [CompatibilityCase]
    /// The table.
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

    /// The same table for a policy with other keys, which must decide alike.
    func under(_ policy: [String: String]) -> CompatibilityTable {
        CompatibilityTable(policy, pinsKey: pinsKey, columns: columns, cases: cases, text)
    }

    /// Asks for every cell's verdict; each line is a cell that is another one than the table says.
    ///
    /// Where defaults are given, they are left out of the policy, and only columns with their values are looked at.
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

    /// The cells by row, once it is certain that the table is whole.
    private func expectations() throws -> [(CompatibilityCase, [String])] {
        let lines = text.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { part in
                part.split(separator: " ").joined(separator: " ")
            }
        }
        let header = try #require(lines.first)
        try #require(header.dropFirst().dropLast() == columns.map(\.label)[...], "the header names the columns")
        let rows = try lines.dropFirst().map { line in
            try #require(line.count == columns.count + 2, "\(line[0]) has another number of cells")
            try #require(!(line.last ?? "").isEmpty, "\(line[0]) has no reason")
            let row = try #require(CompatibilityCase(rawValue: line[0]), "\(line[0]) is no case")
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

    /// A verdict as a cell spells it; what is in no table shows whatever was answered.
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
