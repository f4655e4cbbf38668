import Testing
import TrustTestSupport

@testable import AnchordBenchmarks

@Suite struct Workloads {
    private static func plain(_ work: Work) -> Workload {
        Workload(work: work, chains: .rsa, connections: 16, transport: .tcp)
    }

    @Test func `compares warm with cold for servers without caches`() {
        #expect(Self.plain(.warm).counterpart == Self.plain(.cold))
        #expect(Self.plain(.cold).counterpart == Self.plain(.cold))
        #expect(Self.plain(.hot).counterpart == Self.plain(.hot))
    }

    @Test func `hot work repeats one question, the others use all in turn`() throws {
        let set = try ChainSet(.ecdsa, leaves: 3, now: .reference)
        #expect(Self.plain(.hot).requests(from: set) == [set.questions[0].request])
        #expect(Self.plain(.cold).requests(from: set) == set.questions.map(\.request))
    }

    @Test func `combines every kind of chains with every kind of work`() {
        let settings = ComparisonSettings(chains: [.rsa, .mixed], connections: 4, transport: .unix)
        let workloads = settings.workloads([.cold, .hot])
        #expect(workloads.count == 4)
        #expect(Set(workloads.map(\.connections)) == [4])
        #expect(Set(workloads.map(\.transport)) == [.unix])
    }

    @Test func `scaling adds each connection count and transport once, for the first kind and without warm work`() {
        let settings = ComparisonSettings(chains: [.rsa, .mixed], scaling: [1, 16, 64, 512])
        let workloads = settings.workloads([.cold, .warm, .hot])
        let added = workloads.dropFirst(6)
        #expect(Set(workloads).count == workloads.count)
        #expect(added.count == 2 * 2 * 4 - 2)
        #expect(added.allSatisfy { $0.chains == .rsa && $0.work != .warm })
    }
}
