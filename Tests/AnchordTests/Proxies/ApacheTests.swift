import Foundation
import Testing
import TrustTestSupport

/// Apache with the configuration in `Deploy/examples/apache`.
@Suite(.enabled(if: ProxyScene.hasApache, "\(ProxyScene.advice)"))
struct `Apache with a Lua hook` {
    private let scene: ProxyScene
    private let daemon: AnchordDaemon
    private let proxy: ProxyProcess

    init() throws {
        var scene = try ProxyScene()
        let path = scene.directory.path
        // Apache listens on no Unix socket. Nothing else takes the ports before it starts.
        let sockets = try (0..<2).map { _ in try BoundSocket(address: "127.0.0.1", port: 0) }
        for socket in sockets { close(socket.descriptor) }
        scene.endpoint = "--connect-to shop.example:443:127.0.0.1:\(sockets[0].port)"
        daemon = try scene.daemon("apache/anchord.yaml")
        try scene.directory.write(
            "anchord.lua",
            try ProxyScene.example("apache/anchord.lua").replacing("/run/anchord/", with: "\(path)/")
        )
        try scene.directory.write("application.lua", Self.application)
        let site = try ProxyScene.example("apache/anchord.conf")
            .replacing("/etc/apache2/", with: "\(path)/")
            .replacing("/var/log/apache2/", with: "\(path)/")
            .replacing("*:443", with: "127.0.0.1:\(sockets[0].port)")
            .replacing("127.0.0.1:8080", with: "127.0.0.1:\(sockets[1].port)")
        let file = try scene.directory.write(
            "main.conf",
            Self.server(path, ports: sockets.map(\.port)) + site
        )
        // Apache keeps the signal mask of its parent, and the threads of tests block SIGTERM.
        let start = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let arguments = ["-c", start, "/usr/sbin/apache2", "-D", "FOREGROUND", "-f", file]
        proxy = try ProxyProcess("/usr/bin/python3", arguments, socket: "\(path)/apache.pid")
        self.scene = scene
    }

    /// The settings around the example, with the application on the second port.
    private static func server(_ path: String, ports: [Int]) -> String {
        let modules = ["mpm_event", "authz_core", "ssl", "lua", "proxy", "proxy_http"].map {
            "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n"
        }
        return """
            ServerRoot \(path)
            DefaultRuntimeDir \(path)
            PidFile \(path)/apache.pid
            ErrorLog \(path)/error.log
            ServerName shop.example
            Listen 127.0.0.1:\(ports[0])
            Listen 127.0.0.1:\(ports[1])
            \(modules.joined())\(geteuid() == 0 ? "User www-data\nGroup www-data" : "")
            <VirtualHost 127.0.0.1:\(ports[1])>
                LuaMapHandler "^/" \(path)/application.lua
            </VirtualHost>

            """
    }

    private static let application = """
        function handle(request)
            local fields = {}
            for _, name in ipairs{ "Anchord-Principal", "Anchord-Principal-Kind" } do
                fields[#fields + 1] = request.headers_in[name] or ""
            end
            local others = ""
            for _, name in ipairs{ "Anchord-Verdict", "X-Client-Cert", "Anchord_Principal", "ANCHORD_VERDICT", "Anchord.Verdict",
                "ANCHORD~PRINCIPAL" } do
                others = others .. (request.headers_in[name] or "")
            end
            request:puts(table.concat(fields, " ") .. " [" .. others .. "] " .. request.method .. " " .. request.unparsed_uri)
            return apache2.OK
        end
        """

    @Test func `lets an allowed client pass, and names the principal to the application`() throws {
        let answer = try scene.request("allowed", "/orders?policy=x&host=y")
        #expect(answer == (200, "\(ProxyScene.principal) uri [] GET /orders?policy=x&host=y"))
        let posted = try scene.request("allowed", "/orders", "--data text")
        #expect(posted == (200, "\(ProxyScene.principal) uri [] POST /orders"))
    }

    @Test func `refuses clients without a certificate, with another name and of another CA`() throws {
        for client in [nil, "denied", "foreign"] {
            let answer = try scene.request(client, "/", "--include")
            #expect(answer.status == 403)
            #expect(!answer.body.lowercased().contains("anchord"), "\(answer.body)")
        }
    }

    @Test func `refuses an attacker who sends the names and the certificate of others`() throws {
        let fields = try attack(scene).replacing("-H 'Host: trust.example' ", with: "")
        for client in [nil, "denied", "foreign"] {
            for path in ["/?policy=system&host=shop.example", "/v1/check/edge"] {
                #expect(try scene.request(client, path, fields).status == 403)
            }
        }
        #expect(try scene.request("allowed", "/", fields) == (200, "\(ProxyScene.principal) uri [] GET /"))
        #expect(try scene.request("allowed", "/", "--http1.1 -H 'Connection: x, anchord-PRINCIPAL'").status == 400)
    }

    @Test func `logs the decision, and the reasons for a refusal`() throws {
        #expect(try scene.request("denied").status == 403)
        let denied = try scene.logLine("anchord.log", with: "policy.clientNotAllowed")
        #expect(
            denied.contains(#/ 403 decision=[0-9a-f-]{36} reasons="[^"]*policy.clientNotAllowed[^"]*"/#),
            "\(denied)"
        )
    }

    @Test func `refuses everyone while anchord does not respond`() throws {
        daemon.signal(SIGSTOP)
        #expect(try scene.request("allowed").status == 500)
        daemon.signal(SIGCONT)
        #expect(try scene.request("allowed").status == 200)
        daemon.signal(SIGKILL)
        _ = daemon.end()
        #expect(try scene.request("allowed").status == 500)
    }
}
