/// The places for fetches of missing issuers, which are shared among clients.
///
/// A client has at most half of the places, so that its silent servers never stop the fetches of all others. The next place
/// goes to the client with the fewest running fetches.
struct IssuerPlaces {
    private struct Waiting: Equatable {
        let client: ClientShare
        let target: EvidenceTarget
    }

    private let maximum: Int
    private let maximumWaiting: Int
    private var running: [ClientShare: Int] = [:]
    private var runningByGroup: [ClientShare.Group: Int] = [:]
    private var waiting: [Waiting] = []

    init(_ maximum: Int, waiting: Int) {
        self.maximum = max(2, maximum)
        maximumWaiting = waiting
    }

    /// Occupies a place for a client; returns false if the client must wait for one.
    mutating func occupy(for client: ClientShare) -> Bool {
        guard runningByGroup.values.reduce(0, +) < maximum, hasPlace(client) else { return false }
        running[client, default: 0] += 1
        runningByGroup[client.group, default: 0] += 1
        return true
    }

    /// Lets a client wait for a place; returns false if too many fetches wait, or too many of this client.
    mutating func wait(_ client: ClientShare, for target: EvidenceTarget) -> Bool {
        let entry = Waiting(client: client, target: target)
        if waiting.contains(entry) { return true }
        guard waiting.count < maximumWaiting,
            waiting.count(where: { $0.client.group == client.group }) < maximumWaiting / 2
        else { return false }
        waiting.append(entry)
        return true
    }

    /// Returns the place of a client.
    mutating func free(_ client: ClientShare) {
        running[client] = running[client].flatMap { $0 > 1 ? $0 - 1 : nil }
        runningByGroup[client.group] = runningByGroup[client.group].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// Removes a waiting fetch.
    mutating func remove(_ target: EvidenceTarget) { waiting.removeAll { $0.target == target } }

    /// Occupies a place for the fetch that is next, and returns it with its client; nil if none may start.
    mutating func next() -> (EvidenceTarget, ClientShare)? {
        let candidates = waiting.indices.filter { hasPlace(waiting[$0].client) }
        let best = candidates.min { running[waiting[$0].client, default: 0] < running[waiting[$1].client, default: 0] }
        guard let best, occupy(for: waiting[best].client) else { return nil }
        let chosen = waiting.remove(at: best)
        remove(chosen.target)
        return (chosen.target, chosen.client)
    }

    private func hasPlace(_ client: ClientShare) -> Bool { runningByGroup[client.group, default: 0] < maximum / 2 }
}
