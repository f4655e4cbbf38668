import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustService

/// The result of a replay as a page that needs no other file, no script and no network.
///
/// Names are those of clients of the daemon. They are escaped, without control characters, and isolated from the direction of the
/// text around them. The policy of the page permits nothing but its own style, in case an escape is missing.
struct ReplayPage {
    let tally: ReplayTally
    let damagedLines: Int
    /// The description of the policies and the time.
    let title: String

    /// The document.
    var html: String {
        let policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-\(Self.styleDigest)'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>anchord replay</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>anchord replay</h1>
            <p>\(Self.isolated(title))</p>
            \(summary)
            \(failures)
            \(ReplayNames.sections(of: tally.report).map(table).joined(separator: "\n"))
            \(changes)
            </body>
            </html>

            """
    }

    private static var styleDigest: String {
        Base64.encode(SHA256.fingerprint(of: Array(style.utf8)[...]).bytes)
    }

    private static let style = """

        :root { color-scheme: light dark; --denied: #c0392b; --allowed: #1e8449; --other: #8a6d00; --rest: #c8ccd0; }
        @media (prefers-color-scheme: dark) {
        :root { --denied: #ff7b6b; --allowed: #58d68d; --other: #f4d03f; --rest: #4a4f55; }
        }
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; margin: 0 0 1rem; }
        th, td { text-align: start; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--rest); vertical-align: top; }
        td { overflow: hidden; overflow-wrap: break-word; max-width: 24rem; }
        td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
        td.bar { width: 20%; min-width: 6rem; vertical-align: middle; }
        @media (max-width: 40rem) {
        .bar, .example { display: none; } th, td { padding-inline-end: 0.4rem; font-size: 0.875rem; } td { max-width: 12rem; }
        }
        svg { display: block; width: 100%; height: 1rem; }
        svg.whole { height: 2rem; }
        .legend i { display: inline-block; width: 0.75rem; height: 0.75rem; }
        .legend span { white-space: nowrap; margin-inline-end: 0.75rem; }
        i.denied { background: var(--denied); } i.allowed { background: var(--allowed); }
        i.other { background: var(--other); } i.rest { background: var(--rest); }
        .denied { fill: var(--denied); } .allowed { fill: var(--allowed); } .other { fill: var(--other); }
        .rest { fill: var(--rest); }
        b.denied { color: var(--denied); } b.allowed { color: var(--allowed); } b.other { color: var(--other); }

        """

    // MARK: Text

    /// Returns a text with escapes for markup and for characters that a reader cannot see.
    static func escaped(_ text: String) -> String {
        var shown = ""
        for scalar in VisibleText.escaped(text).unicodeScalars {
            switch scalar {
            case "&": shown += "&amp;"
            case "<": shown += "&lt;"
            case ">": shown += "&gt;"
            case "\"": shown += "&quot;"
            case "'": shown += "&#39;"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func isolated(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

    // MARK: Parts

    private var summary: String {
        let (report, changed) = (tally.report, tally.report.changed)
        return """
            <p><strong>\(report.compared)</strong> decisions compared: <strong>\(report.unchanged)</strong> unchanged,
            <strong>\(changed.total)</strong> changed: <b class="denied">\(changed.denied) denied</b>,
            <b class="allowed">\(changed.allowed) allowed</b>, <b class="other">\(changed.other) other</b>.</p>
            \(Self.bar(changed, of: report.compared, class: "whole"))
            <p class="legend"><span><i class="denied"></i> denied</span> <span><i class="allowed"></i> allowed</span>
            <span><i class="other"></i> other</span> <span><i class="rest"></i> unchanged</span></p>
            <p>\(tally.failed) decisions not made again, \(tally.withoutVerdict) answers without a verdict,
            \(damagedLines) damaged lines.</p>
            \(tally.gaps.map { "<p>\(Self.isolated($0)).</p>" } ?? "")
            """
    }

    /// Returns a picture of numbers as parts of a whole.
    private static func bar(_ counts: ChangeCounts, of total: Int, class name: String) -> String {
        var position = 0.0
        let parts = [("denied", counts.denied), ("allowed", counts.allowed), ("other", counts.other)].map {
            kind,
            count in
            // A part of a million remains visible.
            let width = count == 0 ? 0 : max(0.5, 100 * Double(count) / Double(max(1, total)))
            defer { position += width }
            return count == 0
                ? "" : "<rect class=\"\(kind)\" x=\"\(rounded(position))\" width=\"\(rounded(width))\" height=\"10\"/>"
        }
        let label = "\(counts.denied) denied, \(counts.allowed) allowed, \(counts.other) other, of \(total)"
        return "<svg class=\"\(name)\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" role=\"img\" "
            + "aria-label=\"\(label)\"><rect class=\"rest\" width=\"100\" height=\"10\"/>\(parts.joined())</svg>"
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    private var failures: String {
        guard tally.failed > 0 else { return "" }
        let rows = tally.failures.sorted { $0.key < $1.key }.map { kind, failures in
            "<tr><td class=\"number\">\(failures.count)</td><td>\(Self.escaped(kind.text))</td>"
                + "<td>\(Self.details(failures.details))</td><td>\(Self.codes(failures.examples))</td></tr>"
        }
        return """
            <h2>Decisions not made again</h2>
            <div class="wide"><table><tr><th class="number">Decisions</th><th>Why</th><th>Details</th><th>Examples</th></tr>
            \(rows.joined(separator: "\n"))
            </table></div>
            """
    }

    private static func details(_ details: [(text: String, count: Int)]) -> String {
        details.map { "\($0.count): \(isolated($0.text))" }.joined(separator: "<br>")
    }

    private static func codes(_ texts: [String]) -> String {
        texts.map { "<code>\(isolated(QuotedText.excerpt($0)))</code>" }.joined(separator: " ")
    }

    private func table(of section: ReplayNames.Section) -> String {
        guard let largest = section.rows.map(\.group.counts.total).max() else { return "" }
        let rows = section.rows.map { name, group in
            let counts = group.counts
            return
                "<tr><td>\(Self.isolated(name))</td><td class=\"bar\">\(Self.bar(counts, of: largest, class: "part"))</td>"
                + [counts.denied, counts.allowed, counts.other].map { "<td class=\"number\">\($0)</td>" }.joined()
                + "<td class=\"example\">\(Self.codes(Array(group.examples.prefix(1))))</td></tr>"
        }
        return """
            <h2>By \(section.title.lowercased())</h2>
            <div class="wide"><table><tr><th>\(section.title)</th><th class="bar">Part of the largest group</th><th class="number">Denied</th>
            <th class="number">Allowed</th><th class="number">Other</th><th class="example">First decision</th></tr>
            \(rows.joined(separator: "\n"))
            </table></div>
            \(section.rest.map { "<p>\(Self.escaped($0))</p>" } ?? "")
            """
    }

    private var changes: String {
        guard !tally.changes.isEmpty else { return "" }
        let rows = tally.changes.map { entry in
            let (decision, change) = (entry.decision, entry.change)
            return "<tr><td>\(Self.codes([decision.id]))</td><td>\(Self.isolated(ReplayNames.name(decision.host)))</td>"
                + "<td>\(Self.isolated(ReplayNames.name(decision.policy)))</td>"
                + "<td><b class=\"\(change.effect.rawValue)\">\(change.before.action.rawValue) → "
                + "\(change.after.action.rawValue)</b></td>"
                + "<td>\(Self.isolated(ReplayNames.codes(change.added)))</td>"
                + "<td>\(Self.isolated(ReplayNames.codes(change.removed)))</td>"
                + "<td>\(Self.principals(of: change))</td></tr>"
        }
        return """
            <h2>First changed decisions</h2>
            <div class="wide"><table><tr><th>Decision</th><th>Host</th><th>Policy</th><th>Action</th><th>Added</th><th>Removed</th><th>Principal</th></tr>
            \(rows.joined(separator: "\n"))
            </table></div>
            """
    }

    /// The names with which the client was and is allowed; empty if they are equal.
    private static func principals(of change: DecisionChange) -> String {
        guard change.isOfPrincipal else { return "" }
        return [change.before.principal, change.after.principal].map { isolated(ReplayNames.name($0)) }
            .joined(separator: " → ")
    }
}
