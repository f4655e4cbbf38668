import MicrohttpdServer
import Testing

@testable import TrustAPI

@Suite struct `The authorization` {
    private static let daemonUser: UInt32 = 998

    private func isGranted(_ peer: HTTPPeer, _ permission: Permission, daemonUser: UInt32? = daemonUser) -> Bool {
        Authorization(of: peer, for: permission, daemonUser: daemonUser) == .granted
    }

    @Test(arguments: [HTTPPeer.ip("127.0.0.1"), .ip("192.0.2.1"), .unix(uid: nil), .unix(uid: 1000), .unix(uid: 0)])
    func `lets every client use the service`(peer: HTTPPeer) {
        #expect(isGranted(peer, .use))
    }

    @Test(arguments: [0, daemonUser]) func `lets root and the user of the daemon reload`(user: UInt32) {
        #expect(isGranted(.unix(uid: user), .reload))
    }

    @Test(arguments: [
        HTTPPeer.ip("127.0.0.1"), .ip("::1"), .ip("192.0.2.1"), .unix(uid: nil), .unix(uid: 1), .unix(uid: 997),
        .unix(uid: 65534), .unix(uid: .max),
    ])
    func `lets no other client reload`(peer: HTTPPeer) {
        #expect(!isGranted(peer, .reload))
    }

    /// All users without an ID in the daemon's user namespace have this one (user_namespaces(7)).
    @Test func `does not recognize the user of the daemon by the ID of unknown users`() {
        let denied = Authorization(of: .unix(uid: 65534), for: .reload, daemonUser: 65534)
        let reason = "Only root may reload: the daemon runs as user ID 65534, which the system also reports for every "
        #expect(denied == .denied(reason: reason + "unknown user."))
        #expect(isGranted(.unix(uid: 0), .reload, daemonUser: 65534))
    }

    @Test func `lets only root reload if the user of the daemon is unknown`() {
        #expect(!isGranted(.unix(uid: 998), .reload, daemonUser: nil))
        #expect(isGranted(.unix(uid: 0), .reload, daemonUser: nil))
    }
}
