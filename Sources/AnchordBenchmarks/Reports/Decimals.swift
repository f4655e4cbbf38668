import Foundation

/// Number formatting for reports.
enum Decimals {
    static func text(_ value: Double, _ decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }

    /// Returns a rounded number with commas between groups of three digits.
    static func grouped(_ value: Double) -> String {
        let digits = String(Int(value.rounded()))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3), text != "-" { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
