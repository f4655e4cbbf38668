import CLuaShims
import TrustEvaluation
import TrustModel

/// One call of a script: the path that it can read, and the functions of the host.
final class LuaCall {
    /// The result of a host function.
    enum Reply {
        case values([ScriptValue], cost: Int = 0)
        case failure(String, cost: Int = 0)
    }

    /// An argument of a host function.
    enum Argument {
        case absent
        case integer(Int)
        case text([UInt8])
        case other
    }

    /// The maximum number of comparisons in one call of string.find or string.match, during which no clock is read.
    private static let maximumComparisons = 100_000

    private let path: ScriptedPath
    private let maximumPrinted: Int
    private(set) var trace: [ScriptTrace.Line] = []
    private var printedBytes = 0

    init(_ path: ScriptedPath, limits: ScriptLimits) {
        self.path = path
        maximumPrinted = limits.textBytes
    }

    /// Calls a host function; `budget` is the number of instructions that remain.
    func call(_ function: cluashims_host_function, _ arguments: [Argument], budget: Int) -> Reply {
        switch function {
        case cluashims_host_field: field(arguments)
        case cluashims_host_fields: fields(arguments)
        case cluashims_host_find: find(arguments, budget)
        case cluashims_host_match: match(arguments, budget)
        case cluashims_host_print: printed(arguments)
        default: .failure("unknown function")
        }
    }

    private func field(_ arguments: [Argument]) -> Reply {
        guard arguments.count == 2, case .integer(let object) = arguments[0], case .text(let name) = arguments[1] else {
            return .values([.absent])
        }
        let field = String(decoding: name, as: UTF8.self)
        let value = path.value(of: field, in: object)
        if path.isTraced, trace.count < Self.maximumTracedLines {
            let place = Self.shortened(path.place(of: field, in: object))
            trace.append(.read(field: place, value: Self.shortened(value.description)))
        }
        return .values([value])
    }

    private func fields(_ arguments: [Argument]) -> Reply {
        guard case .integer(let object)? = arguments.first else { return .values([]) }
        return .values(path.fieldNames(of: object).map { .text($0) })
    }

    /// string.find(text, plain, start): the first and the last position of a plain text; nil if it does not occur.
    private func find(_ arguments: [Argument], _ budget: Int) -> Reply {
        guard let (text, plain, start) = texts(arguments) else {
            return .failure("string.find expects two texts and a position")
        }
        guard start <= text.count else { return .values([.absent]) }
        let budget = min(budget, Self.maximumComparisons)
        var cost = 0
        for position in start...text.count where position + plain.count <= text.count {
            let equal = zip(text[position...], plain).prefix { $0 == $1 }.count
            cost += equal + 1
            guard cost <= budget else { return .failure("the search takes too many steps", cost: cost) }
            if equal == plain.count {
                return .values([.number(position + 1), .number(position + plain.count)], cost: cost / 8)
            }
        }
        return .values([.absent], cost: cost / 8)
    }

    /// string.match(text, pattern, start): the captures of the first match, or the match; nil if nothing matches.
    private func match(_ arguments: [Argument], _ budget: Int) -> Reply {
        guard let (text, pattern, start) = texts(arguments) else {
            return .failure("string.match expects a text, a pattern and a position")
        }
        guard start <= text.count else { return .values([.absent]) }
        var matcher = LuaPattern(pattern, text: text, budget: min(budget, Self.maximumComparisons))
        do throws(LuaPattern.Failure) {
            guard let match = try matcher.search(from: start) else {
                return .values([.absent], cost: matcher.steps)
            }
            let captures = match.captures.isEmpty ? [.text(match.range)] : match.captures
            let values = captures.map { capture -> ScriptValue in
                switch capture {
                case .text(let range): .text(String(decoding: text[range], as: UTF8.self))
                case .position(let position): .number(position)
                }
            }
            return .values(values, cost: matcher.steps)
        } catch {
            return .failure(error.reason, cost: matcher.steps)
        }
    }

    private func texts(_ arguments: [Argument]) -> (text: [UInt8], pattern: [UInt8], start: Int)? {
        guard arguments.count >= 2, case .text(let text) = arguments[0], case .text(let pattern) = arguments[1] else {
            return nil
        }
        switch arguments.count > 2 ? arguments[2] : .absent {
        case .absent: return (text, pattern, 0)
        case .integer(let start) where start > 0: return (text, pattern, start - 1)
        case .integer(let start): return (text, pattern, start == 0 ? 0 : max(0, text.count + max(start, -text.count)))
        case .text, .other: return nil
        }
    }

    private func printed(_ arguments: [Argument]) -> Reply {
        guard path.isTraced, case .text(let text)? = arguments.first, printedBytes < maximumPrinted,
            trace.count < Self.maximumTracedLines
        else {
            return .values([])
        }
        let kept = text.prefix(maximumPrinted - printedBytes)
        printedBytes += kept.count
        trace.append(.printed(String(decoding: kept, as: UTF8.self)))
        return .values([])
    }

    private static let maximumTracedCharacters = 512
    private static let maximumTracedLines = 1000

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= maximumTracedCharacters
            ? text : String(text.unicodeScalars.prefix(maximumTracedCharacters)) + "…"
    }
}
