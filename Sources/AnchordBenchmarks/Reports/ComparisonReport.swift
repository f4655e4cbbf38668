import Foundation

/// The report of a run, as text, JSON and Markdown.
struct ComparisonReport {
    let settings: ComparisonSettings
    let machine: MachineDescription
    let result: ComparisonResult

    var text: String {
        sections.map { "\($0.title)\n\n\($0.table.text)\n" }.joined()
    }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(Document(self))
    }

    /// The text of the documentation page Figures.md.
    var markdown: String {
        let machine = machine.entries.map { "- \($0.name): \($0.value)\n" }.joined()
        let tables = sections.map { "## \($0.title)\n\n\($0.table.markdown)\n" }.joined()
        return """
            # Figures

            The results of the last benchmark run. <doc:Performance> describes the measurements and how to interpret them.

            `Deploy/benchmark` generates this page; do not edit it. The figures are medians over \(settings.rounds) \
            rounds of \(Decimals.text(settings.seconds, 0)) s, with \(settings.leaves) leaves of each kind and \
            \(settings.connections) connections over \(settings.transport == .tcp ? "TCP" : "a Unix socket") unless \
            stated otherwise.

            ## Machine

            \(machine)
            \(tables.trimmingCharacters(in: .newlines))

            """
    }

    private var sections: [(title: String, table: ReportTable)] {
        let tables = ReportTables(settings: settings, result: result)
        let scaling = tables.scaling.map { [("Connections and sockets", $0)] } ?? []
        return [("Ratios", tables.ratios), ("Servers", tables.figures)] + scaling
            + [("Startup and memory", tables.processes)]
    }
}

extension ComparisonReport {
    private struct Document: Encodable {
        struct Figures: Encodable {
            let contestant: BenchmarkedServer
            let workload: Workload
            let median: Measurement
        }

        let machine: [String: String]
        let settings: ComparisonSettings
        let figures: [Figures]
        let ratios: [Ratio]
        let firstVerdictMilliseconds: [String: Double]
        let memoryKibibytes: [MemoryFigures]

        init(_ report: ComparisonReport) {
            let result = report.result
            machine = Dictionary(report.machine.entries.map { ($0.name, $0.value) }) { first, _ in first }
            settings = report.settings
            figures = result.measurements.map {
                Figures(contestant: $0.key.contestant, workload: $0.key.workload, median: $0.value)
            }
            ratios = result.ratios
            firstVerdictMilliseconds = Dictionary(
                result.firstVerdictMilliseconds.map { ($0.key.rawValue, $0.value) }
            ) { first, _ in first }
            memoryKibibytes = result.memory
        }
    }
}
