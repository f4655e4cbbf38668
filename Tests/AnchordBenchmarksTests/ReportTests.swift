import Foundation
import Testing

@testable import AnchordBenchmarks

@Suite struct Reports {
    @Test func `aligns the columns of a table on a terminal`() {
        var table = ReportTable(["work", "µs"])
        table.append(["cold", "7"])
        table.append(["hot", "1,234"])
        #expect(table.text == "work     µs\ncold      7\nhot   1,234\n")
    }

    @Test func `formats a table as Markdown`() {
        var table = ReportTable(["work", "µs"])
        table.append(["cold", "7"])
        #expect(table.markdown == "| work | µs |\n| --- | ---: |\n| cold | 7 |\n")
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567.6, "1,234,568"), (-1000, "-1,000")])
    func `groups thousands`(value: Double, text: String) {
        #expect(Decimals.grouped(value) == text)
    }

    @Test func `lists ratios by kind of work, with the peers before the ceiling`() {
        let tables = ReportTables(settings: SampleResult.settings, result: SampleResult.withRust)
        #expect(
            tables.ratios.header == [
                "workload", "processor / go", "rate / go", "p99 / go", "processor / rust", "rate / rust", "p99 / rust",
                "processor / ceiling", "rate / ceiling",
            ]
        )
        #expect(
            tables.ratios.rows == [
                ["cold ecdsa", "2.00", "2.00", "2.00", "0.80", "0.80", "0.50", "0.100", "0.100"],
                ["warm ecdsa", "10.00", "10.00", "6.00", "4.00", "4.00", "1.50", "0.500", "0.500"],
            ]
        )
    }

    @Test func `omits the columns of a peer that was not measured`() {
        let tables = ReportTables(settings: SampleResult.settings, result: SampleResult.result)
        #expect(!tables.ratios.header.contains { $0.hasSuffix("rust") })
        #expect(
            tables.ratios.rows == [
                ["cold ecdsa", "2.00", "2.00", "2.00", "0.100", "0.100"],
                ["warm ecdsa", "10.00", "10.00", "6.00", "0.500", "0.500"],
            ]
        )
    }

    @Test func `includes the table of connections only if they were measured`() {
        var measurements = SampleResult.result.measurements
        #expect(ReportTables(settings: SampleResult.settings, result: SampleResult.result).scaling == nil)
        let series = Series(contestant: .anchord, workload: SampleResult.overUnixSocket)
        measurements[series] = SampleResult.measurement(rate: 1000, processor: 20, p99: 30)
        let result = ComparisonResult(measurements: measurements, firstVerdictMilliseconds: [:], memory: [])
        let tables = ReportTables(settings: SampleResult.settings, result: result)
        #expect(
            tables.scaling?.rows.map(\.first) == [
                "cold, 16 × tcp", "cold, 16 × tcp", "cold, 16 × tcp", "cold, 64 × unix",
            ]
        )
        #expect(tables.figures.rows.count == 6)
    }

    @Test func `lists the first verdict and the memory of every measured peer`() {
        let tables = ReportTables(settings: SampleResult.settings, result: SampleResult.withRust)
        #expect(
            tables.processes.rows == [
                ["anchord", "11.2", "20.0", "40.0", "not measured"], ["rust", "3.0", "2.0", "3.0", "not measured"],
            ]
        )
    }

    @Test func `encodes a run as JSON`() throws {
        let machine = MachineDescription(anchord: "/bin/true", peers: [:])
        let report = ComparisonReport(settings: SampleResult.settings, machine: machine, result: SampleResult.result)
        let document = try #require(try JSONSerialization.jsonObject(with: report.json()) as? [String: Any])
        #expect(
            Set(document.keys) == [
                "machine", "settings", "figures", "ratios", "firstVerdictMilliseconds", "memoryKibibytes",
            ]
        )
    }

    @Test func `names the compiler and the crates of the Rust peer`() {
        let machine = MachineDescription(anchord: "/bin/true", peers: [.rust: "/bin/true"])
        let rust = machine.entries.first { $0.name == "Rust" }
        #expect(rust?.value.contains(", webpki ") == true)
        #expect(rust?.value.contains(", ring ") == true)
    }

    @Test func `reads the description of the machine from its files`() {
        let lines = "model name\t: Fast 9000\nPRETTY_NAME=\"Debian 12\"\n".split(separator: "\n")
        #expect(MachineDescription.value(of: "model name", in: lines, separator: ":") == "Fast 9000")
        #expect(MachineDescription.value(of: "PRETTY_NAME", in: lines, separator: "=") == "Debian 12")
        #expect(MachineDescription.value(of: "VERSION", in: lines, separator: "=") == "")
    }

    @Test func `reads the resident memory from the kernel's text`() {
        #expect(ProcessFigures.residentKibibytes(status: "Name:\tanchord\nVmRSS:\t   15360 kB\n") == 15360)
        #expect(ProcessFigures.residentKibibytes(status: "") == 0)
        #expect(ProcessFigures(process: ProcessInfo.processInfo.processIdentifier).residentKibibytes > 1000)
    }
}
