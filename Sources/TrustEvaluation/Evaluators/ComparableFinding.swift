import TrustModel

/// A finding of a member of a composite, compared byte by byte with the findings of other members.
///
/// The texts of findings are not hashed, because they contain text from requests and certificates. Hashing a `String`
/// normalizes the string, which takes quadratic time for sequences of combining marks.
struct ComparableFinding: Hashable {
    let finding: Finding

    static func == (left: ComparableFinding, right: ComparableFinding) -> Bool {
        let (left, right) = (left.finding, right.finding)
        return left.code == right.code && left.severity == right.severity && left.depth == right.depth
            && left.isFixed == right.isFixed
            && left.certificate == right.certificate && left.specialRemedy == right.specialRemedy
            && left.message.hasBytes(of: right.message)
            && left.facts.elementsEqual(right.facts) { $0.hasBytes(of: $1) }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(finding.code.rank)
        hasher.combine(finding.depth)
        hasher.combine(finding.certificate)
        hasher.combine(finding.message.utf8.count)
    }
}

extension Fact {
    fileprivate func hasBytes(of other: Fact) -> Bool {
        guard name == other.name else { return false }
        return switch (value, other.value) {
        case (.text(let left), .text(let right)): left.hasBytes(of: right)
        case (.number(let left), .number(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.list(let left), .list(let right)): left.elementsEqual(right) { $0.hasBytes(of: $1) }
        default: false
        }
    }
}

extension String {
    fileprivate func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
