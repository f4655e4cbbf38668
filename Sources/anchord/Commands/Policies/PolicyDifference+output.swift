import TrustAPI

extension PolicyDifference {
    /// The differences as lines of text; texts come from documents, so the caller escapes control characters.
    var lines: [String] {
        guard !changes.isEmpty else { return ["no differences"] }
        return changes.flatMap { [Self.line($0)] + $0.details.map { "  " + $0 } } + [summary]
    }

    private static func line(_ change: Change) -> String {
        let values =
            switch (change.old, change.new) {
            case (let old?, let new?): " from \(old) to \(new)"
            case (let text?, nil), (nil, let text?): " \(text)"
            case (nil, nil): ""
            }
        let effect =
            switch change.effect {
            case .stricter, .looser: ": \(change.effect.rawValue)"
            case .none: ": no effect"
            case .unknown: ""
            }
        return "\(change.set)\(change.pointer): \(change.kind.rawValue)\(values)\(effect)"
    }

    private var summary: String {
        func count(_ effect: Effect) -> Int { changes.count { $0.effect == effect } }
        return "changes: \(changes.count), stricter \(count(.stricter)), looser \(count(.looser)), without effect "
            + "\(count(.none)), other \(count(.unknown))"
    }

    /// The differences as a JSON object.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("equal", changes.isEmpty)
            writer.member("changes", changes) { writer, change in
                writer.object { writer in
                    writer.member("set", change.set)
                    writer.member("pointer", change.pointer)
                    writer.member("change", change.kind.rawValue)
                    writer.member("effect", change.effect.rawValue)
                    writer.member("old", change.old)
                    writer.member("new", change.new)
                    writer.member("details", change.details)
                }
            }
        }
        return writer.bytes
    }
}
