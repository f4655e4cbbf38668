import Foundation

/// Numbers as reports write them.
enum Decimals {
    /// A number with this many decimals.
    static func text(_ value: Double, _ decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }

    /// A whole number with commas between thousands.
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
