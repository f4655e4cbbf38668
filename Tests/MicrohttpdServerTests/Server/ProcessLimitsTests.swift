import MicrohttpdServer
import Testing

@Suite struct `Process limits` {
    @Test func `leave the program as it is when its pages are returned`() async {
        let text = "the constants and the code of the program"
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<20).reduce(0) { sum, number in
                        ProcessLimits.returnProgramPages()
                        return sum + "\(text) \(number)".split(separator: " ").count
                    }
                }
            }
            for await count in group { #expect(count == 180) }
        }
    }
}
