import FetchProtocol
import FetcherClient
import Glibc

/// Connects to anchord-fetcher, or starts it, if the network is enabled.
struct FetcherCheck: DoctorCheck {
    private static let name = "fetcher"
    private static let timeout: Int64 = 5

    func findings(in context: DoctorContext) -> [DoctorFinding] {
        let network = context.values.network
        guard network.enabled else { return [.ok(Self.name, "`network.enabled` is false, so nothing is fetched")] }
        do throws(CommandFailure) {
            let location = try FetcherLocation(network)
            let fix = Self.fix(location)
            if let obstacle = location.obstacle {
                return [.fail(Self.name, "it cannot be used: \(obstacle)", fix: fix)]
            }
            if let problem = Self.problem(location, network) { return [.fail(Self.name, problem, fix: fix)] }
            return [.ok(Self.name, "it answers")]
        } catch {
            return error.messages.map { .fail(Self.name, $0, fix: "set `network.fetcher`") }
        }
    }

    private static func fix(_ location: FetcherLocation) -> String {
        switch location {
        case .socket:
            "run `systemctl enable --now anchord-fetcher.socket`, and run this command as the daemon's user, who must be in the "
                + "group anchord-fetcher-clients"
        case .executable(let path): "install the program as \(path), or set `network.fetcher` to the socket of its unit"
        }
    }

    /// Returns why the process does not accept the daemon's settings; nil if it does.
    ///
    /// The request is for an address of this machine that no server has, and that the fetcher refuses by default.
    private static func problem(_ location: FetcherLocation, _ network: Configuration.Network) -> String? {
        var settings = network
        settings.proxy = nil
        let client = FetcherClient(location, settings: FetcherSettings(settings))
        defer { client.stop() }
        let request = FetchRequest(
            id: 0,
            method: .get,
            url: "http://127.0.0.1:1/",
            contentType: nil,
            body: [],
            maximumBytes: 1,
            milliseconds: 1000,
            acceptedTypes: []
        )
        let task = Task.detached { await client.fetch(request) }
        defer { task.cancel() }
        let end = ContinuousClock.now + .seconds(timeout)
        while ContinuousClock.now < end {
            switch client.figures.state {
            case .running: return nil
            case .failed(let why, _): return "it does not answer: \(why)"
            case .notStarted, .starting, .stopped: usleep(10_000)
            }
        }
        return "it does not answer within \(timeout) seconds"
    }
}
