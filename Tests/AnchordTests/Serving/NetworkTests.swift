import FetcherClient
import Foundation
import Testing
import TrustEvidence

@testable import anchord

@Suite struct `Fetching in the daemon` {
    private func network(_ arguments: [String], awaiting message: String? = nil) throws -> [String: Any] {
        let files = try ChainFiles()
        let daemon = try AnchordDaemon(["--listen", "127.0.0.1:0", "--system-anchors", files.root] + arguments)
        if let message { #expect(daemon.lines.contains { $0.contains(message) }, "\(daemon.lines)") }
        let status = try TestConnection.get("/v1/status", at: #require(daemon.addresses.first))
        let body = try #require(status.components(separatedBy: "\r\n\r\n").last)
        let members = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        daemon.signal(SIGTERM)
        daemon.expectEnd()
        return try #require(members?["network"] as? [String: Any])
    }

    @Test func `is off by default`() throws {
        let network = try network([])
        #expect(network["enabled"] as? Bool == false)
        #expect(network.count == 1)
    }

    @Test func `has one bound for running and waiting fetches, which every network.concurrent can reach`() {
        let bound = FetcherClientLimits().outstanding
        #expect(EvidenceBounds().fetches == bound)
        #expect(ConfigurationKey.networkConcurrent.expected.contains("to \(bound) "))
    }

    @Test func `starts without the fetcher, and reports that it is missing`() throws {
        let network = try network(
            ["--network-enabled", "true", "--network-fetcher", "/nonexistent/fetcher.sock"],
            awaiting: LogMessage.fetcherMissing.rawValue
        )
        #expect(network["enabled"] as? Bool == true)
        #expect(network["fetcher"] as? String == "notStarted")
        #expect(network["restarts"] as? Int == 0)
        #expect(network["outstanding"] as? Int == 0)
    }
}
