import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustEvidence
import TrustModel
import TrustOpenSSL

@testable import TrustAPI

/// The kinds of callers, with the credentials that their requests have.
enum CallerKind: String, CaseIterable {
    case overTCP, root, daemonUser, unreported, overflow
    case payments, staff, robot, rotatedRobot, unknownToken, paymentsWithUnknownToken

    var peer: HTTPPeer {
        switch self {
        case .overTCP, .robot, .rotatedRobot, .unknownToken: .ip("192.0.2.1")
        case .root: .unix(uid: 0, groups: [0])
        case .daemonUser: .unix(uid: 998, groups: [998])
        case .unreported: .unix(uid: nil)
        case .overflow: .unix(uid: 65534, groups: [65534])
        case .payments, .paymentsWithUnknownToken: .unix(uid: 1001, groups: [1001])
        case .staff: .unix(uid: 1002, groups: [1002, 2000, 2001])
        }
    }

    var authorization: String? {
        switch self {
        case .robot: "Bearer robot-token"
        case .rotatedRobot: "bearer  next-token"
        case .unknownToken, .paymentsWithUnknownToken: "Bearer other"
        default: nil
        }
    }

    var head: HTTPRequestHead { head(path: "/v1/identities/partner/signatures") }

    func head(path: String) -> HTTPRequestHead {
        let fields = authorization.map { [("Authorization", $0)] } ?? []
        return HTTPRequestHead(method: "GET", target: path, path: path, headers: HTTPHeaders(fields), peer: peer)
    }
}

@Suite struct `The authorization` {
    private static func digest(_ token: String) -> Fingerprint { SHA256.fingerprint(of: Array(token.utf8)[...]) }

    private static let clients = [
        APIClient(name: "payments", credential: .user(1001), rights: [.evaluate, .read, .sign]),
        APIClient(name: "staff", credential: .group(2001), rights: [.read]),
        APIClient(
            name: "robot",
            credential: .tokens([digest("robot-token"), digest("next-token")]),
            rights: [.evaluate, .reload, .decisions, .block]
        ),
        APIClient(name: "nobody", credential: .user(65534), rights: Set(ClientRight.allCases)),
        APIClient(name: "nogroup", credential: .group(65534), rights: Set(ClientRight.allCases)),
    ]

    private func decision(
        _ kind: CallerKind,
        _ permission: Permission,
        clients: [APIClient]?,
        path: String = "/v1/identities/partner/signatures",
        rootMay: Set<ClientRight> = [.reload],
        daemonUser: UInt32 = 998
    ) -> String {
        // A right to reload needs no client.
        let directory = ClientDirectory(clients, rootMay: rootMay.subtracting([.reload])) {
            SHA256.fingerprint(of: $0[...])
        }
        var rules = AuthorizationRules()
        rules.daemonUser = daemonUser
        rules.rootMayReload = rootMay.contains(.reload)
        rules.permitsBlocks = true
        rules.signers = ["partner": ["payments", "robot"], "other": ["staff"], "Kiosk": ["payments"]]
        let head = kind.head(path: path)
        return switch Authorization(of: directory.caller(of: head), for: permission, head, rules) {
        case .granted: "granted"
        case .unauthorized: "401"
        case .forbidden: "403"
        }
    }

    private static let permissions: [Permission] = [
        .open, .evaluate, .read, .readIdentities, .sign, .reload, .decisions, .readBlocks, .block,
    ]

    /// The decisions in the order of `permissions`, without and with configured clients.
    private static let table: [(CallerKind, without: [String], with: [String])] = [
        (
            .overTCP, row("granted granted granted 403 403 403 403 403 403"),
            row("granted 401 401 401 401 401 401 401 401")
        ),
        (
            .root, row("granted granted granted 403 403 granted 403 403 403"),
            row("granted 401 401 401 401 granted 401 401 401")
        ),
        (
            .daemonUser, row("granted granted granted 403 403 granted 403 403 403"),
            row("granted 401 401 401 401 granted 401 401 401")
        ),
        (
            .unreported, row("granted granted granted 403 403 403 403 403 403"),
            row("granted 401 401 401 401 401 401 401 401")
        ),
        (
            .overflow, row("granted granted granted 403 403 403 403 403 403"),
            row("granted 401 401 401 401 401 401 401 401")
        ),
        (
            .payments, row("granted granted granted 403 403 403 403 403 403"),
            row("granted granted granted granted granted 403 403 granted 403")
        ),
        (
            .staff, row("granted granted granted 403 403 403 403 403 403"),
            row("granted 403 granted granted 403 403 403 granted 403")
        ),
        (
            .robot, row("granted granted granted 403 403 403 403 403 403"),
            row("granted granted 403 403 403 granted granted granted granted")
        ),
        (
            .rotatedRobot, row("granted granted granted 403 403 403 403 403 403"),
            row("granted granted 403 403 403 granted granted granted granted")
        ),
        (
            .unknownToken, row("granted granted granted 403 403 403 403 403 403"),
            row("granted 401 401 401 401 401 401 401 401")
        ),
        (
            .paymentsWithUnknownToken, row("granted granted granted 403 403 403 403 403 403"),
            row("granted granted granted granted granted 403 403 granted 403")
        ),
    ]

    private static func row(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    @Test func `decides about every kind of caller and every permission`() {
        #expect(Self.table.map(\.0) == CallerKind.allCases)
        for (kind, without, with) in Self.table {
            #expect(Self.permissions.map { decision(kind, $0, clients: nil) } == without, "\(kind), no clients")
            #expect(Self.permissions.map { decision(kind, $0, clients: Self.clients) } == with, "\(kind), clients")
        }
    }

    @Test func `gives root over a Unix socket the configured rights, and no one else`() {
        for (rights, expected) in [
            ([.reload, .read], "granted 403 granted granted 403 granted 403 granted 403"),
            ([.read], "granted 403 granted granted 403 403 403 granted 403"),
            ([.decisions], "granted 403 403 403 403 403 granted 403 403"),
            ([.block], "granted 403 403 403 403 403 403 granted granted"),
            ([.evaluate], "granted granted 403 403 403 403 403 403 403"),
            ([], "granted 401 401 401 401 401 401 401 401"),
        ] as [(Set<ClientRight>, String)] {
            for clients in [Self.clients, []] {
                let found = Self.permissions.map { decision(.root, $0, clients: clients, rootMay: rights) }
                #expect(found == Self.row(expected), "\(rights)")
            }
            for kind in [CallerKind.overTCP, .daemonUser, .unreported, .overflow] {
                #expect(decision(kind, .read, clients: Self.clients, rootMay: rights) == "401")
                #expect(decision(kind, .decisions, clients: Self.clients, rootMay: rights) == "401")
            }
            let mayReload = rights.contains(.reload)
            #expect(decision(.daemonUser, .reload, clients: nil, rootMay: rights) == (mayReload ? "granted" : "403"))
            #expect(
                decision(.root, .reload, clients: nil, rootMay: rights, daemonUser: 0)
                    == (mayReload ? "granted" : "403")
            )
            #expect(decision(.robot, .reload, clients: Self.clients, rootMay: rights) == "granted")
        }
    }

    private func write(
        _ set: String,
        by kind: CallerKind,
        _ clients: [APIClient]?,
        floors: String? = nil,
        permitsWrites: Bool = true
    ) -> String {
        let directory = ClientDirectory(clients, rootMay: [.read]) { SHA256.fingerprint(of: $0[...]) }
        var rules = AuthorizationRules()
        rules.permitsWrites = permitsWrites
        rules.floors = floors
        let paths = ["/v1/policy-sets/\(set)", "/v1/policy-sets/\(set)/revisions/1/restore"]
        let found = paths.map { path in
            let head = kind.head(path: path)
            return switch Authorization(of: directory.caller(of: head), for: .write, head, rules) {
            case .granted: "granted"
            case .unauthorized: "401"
            case .forbidden: "403"
            }
        }
        return Set(found).sorted().joined(separator: " and ")
    }

    @Test func `lets clients write the policy sets that their rights name`() throws {
        func writer(_ patterns: [String], _ rights: Set<ClientRight> = []) throws -> [APIClient] {
            let writable = try patterns.map { try #require(WritePattern($0)) }
            let digests = [Self.digest("robot-token")]
            return [
                APIClient(
                    name: "robot",
                    credential: .tokens(digests),
                    rights: rights.union([.write]),
                    writable: writable
                ),
                APIClient(name: "payments", credential: .user(1001), rights: [.evaluate, .read, .reload]),
                APIClient(name: "anyone", credential: .anonymous, rights: [.write], writable: writable),
            ]
        }
        let clients = try writer(["pay", "team-*"])
        for (set, expected) in [
            ("pay", "granted"), ("team-a", "granted"), ("team-", "granted"), ("paya", "403"), ("pa", "403"),
            ("teama", "403"), ("Pay", "403"), ("", "403"), ("..", "403"), ("team-*", "granted"), ("system", "403"),
        ] {
            #expect(write(set, by: .robot, clients) == expected, "\(set)")
            #expect(write(set, by: .robot, clients, permitsWrites: false) == "403")
        }
        for kind in [CallerKind.overTCP, .daemonUser, .unknownToken] {
            #expect(write("pay", by: kind, clients) == "401", "\(kind)")
            #expect(write("pay", by: kind, nil) == "403", "\(kind)")
        }
        for kind in [CallerKind.root, .payments] { #expect(write("pay", by: kind, clients) == "403") }
        #expect(write("pay", by: .robot, clients, floors: "pay") == "403")
        #expect(write("team-a", by: .robot, clients, floors: "pay") == "granted")
        #expect(write("pay", by: .robot, try writer(["pay"], [.writeFloors]), floors: "pay") == "granted")
        #expect(write("pay", by: .robot, try writer(["team-*"], [.writeFloors]), floors: "pay") == "403")
    }

    @Test func `lets clients check candidates that they may write, with decisions or by evaluating`() throws {
        func check(_ rights: Set<ClientRight>, _ query: String, by kind: CallerKind = .robot) throws -> String {
            let pattern = try #require(WritePattern("pay"))
            let clients = [
                APIClient(
                    name: "robot",
                    credential: .tokens([Self.digest("robot-token")]),
                    rights: rights,
                    writable: rights.contains(.write) ? [pattern] : []
                ),
                APIClient(name: "anyone", credential: .anonymous, rights: rights, writable: [pattern]),
            ]
            let directory = ClientDirectory(clients, rootMay: [.read, .decisions, .evaluate]) {
                SHA256.fingerprint(of: $0[...])
            }
            var rules = AuthorizationRules()
            rules.permitsWrites = true
            let path = "/v1/policy-sets/pay/check"
            let items = query.isEmpty ? [] : [HTTPQueryItem(name: query, value: "1")]
            let head = HTTPRequestHead(
                method: "POST",
                target: path,
                path: path,
                query: items,
                headers: kind.head.headers,
                peer: kind.peer
            )
            return switch Authorization(of: directory.caller(of: head), for: .check, head, rules) {
            case .granted: "granted"
            case .unauthorized: "401"
            case .forbidden: "403"
            }
        }
        for (rights, chains, decisions) in [
            ([.write, .evaluate], "granted", "403"), ([.write, .decisions], "403", "granted"),
            ([.write], "403", "403"), ([.evaluate, .decisions, .read], "403", "403"),
            ([.write, .evaluate, .decisions], "granted", "granted"),
        ] as [(Set<ClientRight>, String, String)] {
            #expect(try check(rights, "") == chains && check(rights, "other") == chains, "\(rights)")
            #expect(try check(rights, "decisions") == decisions, "\(rights)")
        }
        for kind in CallerKind.allCases where kind != .robot && kind != .rotatedRobot {
            for query in ["", "decisions"] {
                #expect(try check([.write, .evaluate, .decisions], query, by: kind) != "granted", "\(kind)")
            }
        }
    }

    @Test(arguments: ["*", "", "-*", "*a", "a*b", "A", "a b", "../*", "a**"])
    func `rejects patterns unless they begin as a name`(text: String) {
        #expect(WritePattern(text) == nil)
    }

    /// A proxy or an identity that names the client `root` does not name the user root.
    @Test func `does not take root for a configured client of that name`() {
        let named = APIClient(name: "root", credential: .tokens([Self.digest("robot-token")]), rights: [])
        let directory = ClientDirectory([named], rootMay: [.read]) { SHA256.fingerprint(of: $0[...]) }
        let caller = directory.caller(of: CallerKind.root.head)
        #expect(!caller.clients.contains { $0.name == "root" })
        #expect(caller.client(with: .read, named: ["root"]) == nil)
    }

    @Test func `lets every caller do what the anonymous client may, except to see identities and decisions`() {
        let rights: Set<ClientRight> = [.evaluate, .read, .decisions]
        let open = Self.clients + [APIClient(name: "anyone", credential: .anonymous, rights: rights)]
        for kind in CallerKind.allCases {
            #expect(decision(kind, .evaluate, clients: open) == "granted")
            #expect(decision(kind, .read, clients: open) == "granted")
        }
        for kind in [CallerKind.overTCP, .root, .unknownToken, .overflow] {
            #expect(decision(kind, .readIdentities, clients: open) == "401")
            #expect(decision(kind, .sign, clients: open) == "401")
            #expect(decision(kind, .decisions, clients: open) == "401")
        }
        #expect(decision(.staff, .decisions, clients: open) == "403")
        #expect(decision(.robot, .readIdentities, clients: open) == "403")
    }

    /// The client that the identity lists must itself have the right, so two clients cannot be combined.
    @Test(arguments: [
        ("/v1/identities/partner/signatures", "granted"), ("/v1/identities/other/signatures", "403"),
        ("/v1/identities/unknown/signatures", "403"), ("/v1/identities//signatures", "403"),
        // Swift's `==` does not distinguish the Kelvin sign from K.
        ("/v1/identities/Kiosk/signatures", "granted"), ("/v1/identities/\u{212A}iosk/signatures", "403"),
    ])
    func `lets a client sign only with the identities that list it`(path: String, expected: String) {
        #expect(decision(.payments, .sign, clients: Self.clients, path: path) == expected)
        let reader = APIClient(name: "staff", credential: .user(1001), rights: [.read])
        let signer = APIClient(name: "signer", credential: .user(1001), rights: [.sign])
        #expect(decision(.payments, .sign, clients: [reader, signer], path: path) == "403")
    }

    @Test(arguments: [
        "", "Bearer", "Bearer ", "Basic robot-token", "robot-token", "Bearer robot-token x", "Bearer\trobot-token",
        "Bearer robot-token,", "Bearer Robot-token", "Bearer \u{E9}",
    ])
    func `reads no token from a field of another form`(field: String) {
        let directory = ClientDirectory(Self.clients) { SHA256.fingerprint(of: $0[...]) }
        let head = HTTPRequestHead(method: "GET", target: "/", path: "/", headers: ["Authorization": field])
        let caller = directory.caller(of: head)
        #expect(caller.clients.isEmpty)
        #expect(caller.hasUnknownToken)
    }

    @Test func `names the client and its missing right, and does not reveal which identities exist`() {
        let api = Self.clients
        let directory = ClientDirectory(api) { SHA256.fingerprint(of: $0[...]) }
        func reason(_ kind: CallerKind, _ permission: Permission, path: String) -> Authorization {
            let head = kind.head(path: path)
            return Authorization(of: directory.caller(of: head), for: permission, head, AuthorizationRules())
        }
        #expect(reason(.staff, .evaluate, path: "/") == .forbidden(reason: "The client staff may not evaluate."))
        let known = reason(.staff, .sign, path: "/v1/identities/partner/signatures")
        #expect(known == reason(.staff, .sign, path: "/v1/identities/unknown/signatures"))
    }

    /// The caller of a request to a service without configured clients.
    private var unrestricted: Caller { ClientDirectory.unrestricted.caller(of: CallerKind.overTCP.head) }

    @Test(arguments: [
        (CallerKind.payments, ClientShare.client("payments")), (.robot, .client("robot")),
        (.rotatedRobot, .client("robot")), (.paymentsWithUnknownToken, .client("payments")),
        (.root, .user(0)), (.daemonUser, .user(998)), (.overTCP, .connection(0)), (.unreported, .connection(0)),
        (.unknownToken, .connection(0)),
    ])
    func `charges a request to a configured client, a user or a connection`(kind: CallerKind, share: ClientShare) {
        let anyone = APIClient(name: "anyone", credential: .anonymous, rights: [.evaluate])
        let directory = ClientDirectory([anyone] + Self.clients) { SHA256.fingerprint(of: $0[...]) }
        #expect(directory.caller(of: kind.head).share == share)
        // Without configured clients, a token identifies no one.
        if case .client = share { return }
        #expect(ClientDirectory.unrestricted.caller(of: kind.head).share == share)
    }

    @Test func `distinguishes the connections of unknown clients`() {
        let shares = [UInt64(1), 2].map { number in
            let head = HTTPRequestHead(
                method: "GET",
                target: "/",
                path: "/",
                peer: .ip("127.0.0.1"),
                connection: number
            )
            return ClientDirectory.unrestricted.caller(of: head).share
        }
        #expect(shares == [.connection(1), .connection(2)])
    }

    /// All users without an ID in the daemon's user namespace have this one (user_namespaces(7)).
    @Test func `does not recognize the user of the daemon by the ID of unknown users`() {
        var rules = AuthorizationRules()
        rules.daemonUser = 65534
        let head = CallerKind.overflow.head
        let denied = Authorization(of: unrestricted, for: .reload, head, rules)
        let reason = "Only root may reload: the daemon runs as user ID 65534, which the system also reports for every "
        #expect(denied == .forbidden(reason: reason + "unknown user."))
        #expect(Authorization(of: unrestricted, for: .reload, CallerKind.root.head, rules) == .granted)
    }

    @Test func `lets only root reload if the user of the daemon is unknown`() {
        let rules = AuthorizationRules()
        #expect(Authorization(of: unrestricted, for: .reload, CallerKind.daemonUser.head, rules) != .granted)
        #expect(Authorization(of: unrestricted, for: .reload, CallerKind.root.head, rules) == .granted)
    }
}
