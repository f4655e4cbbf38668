import TrustModel

/// Conversion of non-ASCII labels to A-labels, without mapping (RFC 5891 section 4.4, RFC 3492).
///
/// Converts only labels that consist of lower-case letters and digits, without marks, and that normalization does not
/// change. Any other label could be a different spelling of an excluded host.
enum InternationalizedHost {
    /// Returns the name in ASCII with its ASCII labels unchanged; nil if a label cannot be converted.
    static func asciiName(of host: Substring) -> String? {
        var labels: [String] = []
        for label in host.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false) {
            if label.allSatisfy(\.isASCII) {
                labels.append(String(label))
            } else {
                guard label.count <= 63, label.allSatisfy(isStable), let encoded = punycode(Array(label)) else {
                    return nil
                }
                labels.append("xn--" + encoded)
            }
        }
        return labels.joined(separator: ".")
    }

    /// Whether a character is unchanged by case folding and normalization, and does not combine with its neighbors.
    private static func isStable(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else {
            return scalar == "-" || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
        }
        // The components of Hangul syllables are letters, but combine with their neighbors.
        guard !(0x1100...0x11FF).contains(scalar.value), !scalar.properties.changesWhenNFKCCaseFolded else {
            return false
        }
        return switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: true
        default: false
        }
    }

    /// Encodes a label with the algorithm and variable names of RFC 3492 section 6.3; nil on overflow.
    private static func punycode(_ input: [Unicode.Scalar]) -> String? {
        let basic = input.filter(\.isASCII)
        var output = basic
        if !basic.isEmpty { output.append("-") }
        var (n, delta, bias, handled): (UInt32, UInt32, UInt32, UInt32) = (128, 0, 72, UInt32(basic.count))
        while handled < UInt32(input.count) {
            guard let next = input.map(\.value).filter({ $0 >= n }).min() else { return nil }
            let (step, isTooFar) = (next - n).multipliedReportingOverflow(by: handled + 1)
            guard !isTooFar, step <= UInt32.max - delta - UInt32(input.count) else { return nil }
            delta += step
            n = next
            for scalar in input {
                if scalar.value < n { delta += 1 }
                guard scalar.value == n else { continue }
                output += digits(of: delta, bias: bias)
                bias = adapt(delta, count: handled + 1, isFirst: handled == UInt32(basic.count))
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    private static func digits(of delta: UInt32, bias: UInt32) -> [Unicode.Scalar] {
        var (digits, q, k): ([Unicode.Scalar], UInt32, UInt32) = ([], delta, 36)
        while true {
            let threshold = k <= bias ? 1 : min(26, k - bias)
            guard q >= threshold else { break }
            digits.append(digit(threshold + (q - threshold) % (36 - threshold)))
            q = (q - threshold) / (36 - threshold)
            k += 36
        }
        return digits + [digit(q)]
    }

    private static func digit(_ value: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? value + 97 : value + 22))
    }

    /// Implements RFC 3492 section 6.1.
    private static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var k: UInt32 = 0
        while delta > 455 {
            delta /= 35
            k += 36
        }
        return k + 36 * delta / (delta + 38)
    }
}
