import Testing

@testable import TLSChainClient

@Suite struct `A presented chain` {
    private func count(_ list: [UInt8]?) -> Int? {
        PresentedChain(
            certificates: [[0]],
            ocspResponse: nil,
            timestampList: list,
            protocolVersion: "TLSv1.3",
            interruption: nil,
            provesPossession: true
        ).timestampCount
    }

    @Test func `counts the timestamps of a list (RFC 6962 §3.3)`() {
        #expect(count(nil) == 0)
        #expect(count([0, 3, 0, 1, 9]) == 1)
        #expect(count([0, 8, 0, 3, 1, 2, 3, 0, 1, 4]) == 2)
    }

    @Test(
        arguments: [
            [], [0], [0, 1], [0, 2, 0, 0], [0, 3, 0, 2, 9], [0, 3, 0, 1], [0, 4, 0, 1, 9, 0], [0, 3, 0, 1, 9, 9],
            [0xFF, 0xFF, 0, 1, 9],
        ] as [[UInt8]]
    )
    func `has no count for a malformed list`(list: [UInt8]) {
        #expect(count(list) == nil)
    }
}
