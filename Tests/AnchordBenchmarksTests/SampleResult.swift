@testable import AnchordBenchmarks

/// A run in which anchord needs 50 µs per request, Go 100 µs and the ceiling 5 µs.
enum SampleResult {
    static let settings = ComparisonSettings(chains: [.ecdsa])

    static let cold = Workload(work: .cold, chains: .ecdsa, connections: 16, transport: .tcp)
    static let warm = Workload(work: .warm, chains: .ecdsa, connections: 16, transport: .tcp)
    static let overUnixSocket = Workload(work: .cold, chains: .ecdsa, connections: 64, transport: .unix)

    static let result = ComparisonResult(
        measurements: [
            Series(contestant: .anchord, workload: cold): measurement(rate: 20_000, processor: 50, p99: 900),
            Series(contestant: .anchord, workload: warm): measurement(rate: 100_000, processor: 10, p99: 300),
            Series(contestant: .go, workload: cold): measurement(rate: 10_000, processor: 100, p99: 1800),
            Series(contestant: .ceiling, workload: cold): measurement(rate: 200_000, processor: 5, p99: 90),
        ],
        firstVerdictMilliseconds: [.anchord: 11.25, .go: 5],
        memory: []
    )

    /// The same run with a Rust peer that needs 40 µs per request.
    static let withRust = ComparisonResult(
        measurements: result.measurements.merging(
            [Series(contestant: .rust, workload: cold): measurement(rate: 25_000, processor: 40, p99: 450)]
        ) { first, _ in first },
        firstVerdictMilliseconds: result.firstVerdictMilliseconds.merging([.rust: 3]) { first, _ in first },
        memory: [
            MemoryFigures(contestant: .anchord, afterStart: 20_480, afterHundredThousand: 40_960, afterTenMillion: nil),
            MemoryFigures(contestant: .rust, afterStart: 2048, afterHundredThousand: 3072, afterTenMillion: nil),
        ]
    )

    static func measurement(rate: Double, processor: Double, p99: Double) -> Measurement {
        var latencies = Latencies()
        latencies.append(nanoseconds: UInt64(p99 * 1000))
        let time = LoadResult(latencies: latencies, elapsed: UInt64(1e9 / rate), clientTime: 0)
        return Measurement(time, processorTime: UInt64(processor * 1000))
    }
}
