import Foundation
import Testing
import TrustTestSupport

/// nginx with the configuration in `Deploy/examples/nginx`.
@Suite(.enabled(if: ProxyScene.hasNginx, "\(ProxyScene.advice)"))
struct `nginx with auth_request` {
    private let scene: ProxyScene
    private let daemon: AnchordDaemon
    private let proxy: ProxyProcess

    init() throws {
        scene = try ProxyScene()
        daemon = try scene.daemon("nginx/anchord.yaml")
        let path = scene.directory.path
        let site = try ProxyScene.example("nginx/nginx.conf")
            .replacing("/etc/nginx/", with: "\(path)/")
            .replacing("/run/anchord/", with: "\(path)/")
            .replacing("/var/log/nginx/", with: "\(path)/")
            .replacing("listen 443 ssl", with: "listen unix:\(path)/proxy.sock ssl")
            .replacing("127.0.0.1:8080", with: "unix:\(path)/application.sock")
        try scene.directory.write("site.conf", site)
        let user = geteuid() == 0 ? "user www-data;" : ""
        let fields = "$http_anchord_principal $http_anchord_principal_kind [$http_anchord_verdict$http_x_client_cert]"
        let configuration = """
            daemon off; worker_processes 1; \(user) pid \(path)/nginx.pid; error_log \(path)/error.log;
            events {}
            http {
                access_log off; client_body_temp_path \(path)/body; proxy_temp_path \(path)/temporary;
                fastcgi_temp_path \(path)/f; uwsgi_temp_path \(path)/u; scgi_temp_path \(path)/s;
                include \(path)/site.conf;
                server { listen unix:\(path)/application.sock; return 200 "\(fields) $request_method $request_uri"; }
            }
            """
        let file = try scene.directory.write("main.conf", configuration)
        proxy = try ProxyProcess(
            "/usr/sbin/nginx",
            ["-c", file, "-e", "\(path)/error.log"],
            socket: "\(path)/proxy.sock"
        )
    }

    @Test func `lets an allowed client pass, and names the principal to the application`() throws {
        let answer = try scene.request("allowed", "/orders?policy=x&host=y")
        #expect(answer.status == 200)
        #expect(answer.body == "\(ProxyScene.principal) uri [] GET /orders?policy=x&host=y")
        let posted = try scene.request("allowed", "/orders", "--data text")
        #expect(posted == (200, "\(ProxyScene.principal) uri [] POST /orders"))
    }

    @Test func `refuses clients without a certificate, with another name and of another CA`() throws {
        #expect(try scene.request(nil).status == 401)
        #expect(try scene.request("denied").status == 403)
        #expect(try scene.request("foreign").status == 403)
    }

    @Test func `refuses an attacker who sends the names and the certificate of others`() throws {
        let fields = try attack(scene)
        for client in [nil, "denied", "foreign"] {
            for path in ["/?policy=system&host=shop.example", "/.anchord", "/v1/check/edge", "/..%2f..%2fv1/status"] {
                let answer = try scene.request(client, path, fields)
                #expect([400, 401, 403, 404].contains(answer.status), "\(path): \(answer)")
            }
        }
        let answer = try scene.request("allowed", "/", fields)
        #expect(answer == (200, "\(ProxyScene.principal) uri [] GET /"))
    }

    @Test func `logs the decision, and the reasons for a refusal`() throws {
        #expect(try scene.request("denied").status == 403)
        let denied = try scene.logLine("anchord.log", with: "policy.clientNotAllowed")
        #expect(
            denied.contains(
                #/" 403 verify="\S[^"]*" decision=[0-9a-f-]{36} reasons="[^"]*policy.clientNotAllowed[^"]*"/#
            ),
            "\(denied)"
        )
        #expect(try scene.request("allowed").status == 200)
        let allowed = try scene.logLine("anchord.log", with: "\" 200 ")
        #expect(allowed.contains(#/ decision=[0-9a-f-]{36} reasons="/#), "\(allowed)")
    }

    @Test func `refuses everyone while anchord does not respond`() throws {
        daemon.signal(SIGKILL)
        _ = daemon.end()
        #expect(try scene.request("allowed").status == 500)
    }
}

/// HAProxy with the configuration in `Deploy/examples/haproxy`.
@Suite(.enabled(if: ProxyScene.hasHAProxy, "\(ProxyScene.advice)"))
struct `HAProxy with a Lua action` {
    private let scene: ProxyScene
    private let daemon: AnchordDaemon
    private let proxy: ProxyProcess

    init() throws {
        scene = try ProxyScene()
        let path = scene.directory.path
        try scene.directory.write("anchord.token", "token-of-the-edge")
        let digest = try ShellCommand.run("sha256sum anchord.token | head -c 64", in: path).text
        daemon = try scene.daemon("haproxy/anchord.yaml") {
            $0.replacing(String(repeating: "0", count: 64), with: digest).replacing(
                "127.0.0.1:8778",
                with: "127.0.0.1:0"
            )
        }
        let script = try ProxyScene.example("haproxy/anchord.lua")
            .replacing("/etc/haproxy/", with: "\(path)/")
            .replacing("abns@anchord-check", with: "unix@\(path)/check.sock")
        try scene.directory.write("anchord.lua", script)
        let configuration = try ProxyScene.example("haproxy/haproxy.cfg")
            .replacing("/etc/haproxy/", with: "\(path)/")
            .replacing("/etc/anchord/", with: "\(path)/")
            .replacing("log /dev/log local0", with: "log stdout format raw local0")
            .replacing("bind :443 ", with: "bind unix@\(path)/proxy.sock ")
            .replacing("127.0.0.1:8080", with: "unix@\(path)/application.sock")
            .replacing("127.0.0.1:8778", with: try #require(daemon.addresses.first))
            .replacing("abns@anchord-check", with: "unix@\(path)/check.sock")
        let fields = "%[req.hdr(anchord-principal)] %[req.hdr(anchord-principal-kind)] [%[req.hdr(anchord-verdict)]"
        let others = [
            "anchord_principal", "anchord_verdict", "client_cert", "anchord.verdict", "anchord~principal",
            "client!cert", "client.cert-chain",
        ].map { "%[req.hdr(\($0))]" }.joined()
        let application = """

            frontend application
                bind unix@\(path)/application.sock
                http-request return status 200 content-type text/plain lf-string "\(fields)\(others)%[req.hdr(client-cert)]]"

            """
        let file = try scene.directory.write("haproxy.cfg", configuration + application)
        proxy = try ProxyProcess(
            "/usr/sbin/haproxy",
            ["-db", "-f", file],
            socket: "\(path)/proxy.sock",
            log: "\(path)/haproxy.log"
        )
    }

    @Test func `logs the decision, and the reasons for a refusal`() throws {
        #expect(try scene.request("denied").status == 403)
        let denied = try scene.logLine("haproxy.log", with: "policy.clientNotAllowed")
        #expect(
            denied.contains(#/ 403 decision=[0-9a-f-]{36} reasons="[^"]*policy.clientNotAllowed[^"]*"/#),
            "\(denied)"
        )
        #expect(try scene.request("allowed").status == 200)
        let allowed = try scene.logLine("haproxy.log", with: " 200 ")
        #expect(allowed.contains(#/ decision=[0-9a-f-]{36} reasons=/#), "\(allowed)")
    }

    @Test func `lets an allowed client pass, and names the principal to the application`() throws {
        #expect(try scene.request("allowed", "/orders?policy=x") == (200, "\(ProxyScene.principal) uri []"))
    }

    @Test func `refuses clients without a certificate, with another name and of another CA`() throws {
        #expect(try scene.request(nil).status == 401)
        #expect(try scene.request("denied").status == 403)
        #expect(try scene.request("foreign").status == 403)
    }

    @Test func `refuses an attacker who sends the names and the certificate of others`() throws {
        let fields = try attack(scene)
        for client in [nil, "denied", "foreign"] {
            let answer = try scene.request(client, "/?policy=system&host=shop.example", fields)
            #expect([401, 403].contains(answer.status), "\(answer)")
        }
        #expect(try scene.request("allowed", "/", fields) == (200, "\(ProxyScene.principal) uri []"))
    }

    /// The next recipient removes the fields that Connection names (RFC 9110 section 7.6.1), also those of the proxy.
    @Test(arguments: [
        "Anchord-Principal", "close, ANCHORD-PRINCIPAL-KIND", "keep-alive,anchord-decision", "Client-Cert",
        "x, client-CERT-chain , y", "anchord_principal",
    ])
    func `refuses a client that asks to remove the fields of anchord`(connection: String) throws {
        #expect(try scene.request("allowed", "/", "-H 'Connection: \(connection)'").status == 400)
        let repeated = "-H 'Connection: keep-alive' -H 'connection: \(connection)'"
        #expect(try scene.request("allowed", "/", repeated).status == 400)
    }

    @Test(arguments: ["close", "keep-alive", "Upgrade, X-Anchor"])
    func `lets a client pass whose Connection field names other fields`(connection: String) throws {
        let answer = try scene.request("allowed", "/", "-H 'Connection: \(connection)'")
        #expect(answer == (200, "\(ProxyScene.principal) uri []"))
    }

    @Test func `refuses everyone while anchord does not respond`() throws {
        daemon.signal(SIGKILL)
        _ = daemon.end()
        #expect(try scene.request("allowed").status == 503)
    }

    @Test func `asks a stopped daemon once only, and longer than it waits for evidence`() throws {
        daemon.signal(SIGSTOP)
        let start = ContinuousClock.now
        #expect(try scene.request("allowed").status == 503)
        // Four attempts of two seconds would take eight.
        let took = ContinuousClock.now - start
        #expect(took > .milliseconds(1500) && took < .seconds(7), "\(took)")
        daemon.signal(SIGKILL)
    }
}

/// Caddy with the configuration in `Deploy/examples/caddy`.
@Suite(.enabled(if: ProxyScene.hasCaddy, "\(ProxyScene.advice)"))
struct `Caddy with forward_auth` {
    private let scene: ProxyScene
    private let daemon: AnchordDaemon
    private let proxy: ProxyProcess

    init() throws {
        scene = try ProxyScene()
        let path = scene.directory.path
        let user = geteuid()
        daemon = try scene.daemon("caddy/anchord.yaml") {
            $0.replacing("unixUser: caddy", with: "unixUser: \(user)")
        }
        let site = try ProxyScene.example("caddy/Caddyfile")
            .replacing("/etc/caddy/", with: "\(path)/tls/")
            .replacing("/var/log/caddy/", with: "\(path)/")
            .replacing("/run/anchord/", with: "\(path)/")
            .replacing("shop.example {", with: "https://shop.example {\n\tbind unix/\(path)/proxy.sock")
            .replacing("127.0.0.1:8080", with: "unix/\(path)/application.sock")
        let names = ["Anchord-Verdict", "X-Client-Cert", "Anchord_principal", "Anchord_verdict"]
        let fields = names.map { "{http.request.header.\($0)}" }.joined()
        let kind = "{http.request.header.Anchord-Principal} {http.request.header.Anchord-Principal-Kind}"
        let file = try scene.directory.write(
            "Caddyfile",
            """
            {
            \tadmin off
            \tauto_https off
            \tstorage file_system \(path)/caddy
            }
            http:// {
            \tbind unix/\(path)/application.sock
            \trespond "\(kind) [\(fields)] {http.request.method} {http.request.uri}"
            }

            """ + site
        )
        proxy = try ProxyProcess(
            "/usr/bin/caddy",
            ["run", "--config", file, "--adapter", "caddyfile"],
            socket: "\(path)/proxy.sock"
        )
    }

    @Test func `lets an allowed client pass, and names the principal to the application`() throws {
        let answer = try scene.request("allowed", "/orders?policy=x")
        #expect(answer == (200, "\(ProxyScene.principal) uri [] GET /orders?policy=x"))
    }

    @Test func `refuses clients without a certificate, with another name and of another CA`() throws {
        for client in [nil, "denied", "foreign"] {
            #expect(try scene.request(client).status == 403)
        }
    }

    @Test func `refuses an attacker who sends the names and the certificate of others`() throws {
        let fields = try attack(scene).replacing("-H 'Host: trust.example' ", with: "")
        for client in [nil, "denied", "foreign"] {
            #expect(try scene.request(client, "/?policy=system&host=shop.example", fields).status == 403)
        }
        #expect(try scene.request("allowed", "/", fields) == (200, "\(ProxyScene.principal) uri [] GET /"))
        #expect(try scene.request("allowed", "/", "--http1.1 -H 'Connection: x, anchord-PRINCIPAL'").status == 400)
    }

    @Test func `shows no reasons to a refused client`() throws {
        let answer = try scene.request("denied", "/", "--include")
        let fields = answer.body.lowercased().split(whereSeparator: \.isNewline).filter { $0.hasPrefix("anchord") }
        #expect(fields.count == 1 && fields[0].hasPrefix("anchord-decision: "), "\(answer.body)")
        let id = fields.first?.split(separator: " ").last ?? "none"
        let logged = try scene.logLine("anchord.log", with: String(id))
        #expect(logged.contains(#""status":403"#), "\(logged)")
    }

    @Test func `refuses everyone while anchord does not respond`() throws {
        daemon.signal(SIGKILL)
        _ = daemon.end()
        #expect(try scene.request("allowed").status == 502)
    }
}

/// The options of curl for a request that claims to be another client.
func attack(_ scene: ProxyScene) throws -> String {
    let certificate = try scene.clientCertificateField("allowed")
    let pem = try scene.escapedPEM("allowed")
    return [
        "Host: trust.example", "Client-Cert: \(certificate)", "X-Client-Cert: \(pem)", "Anchord-Principal: admin",
        "Anchord-Principal-Kind: email", "Anchord-Verdict: trusted", "Authorization: Bearer x",
        "Anchord_Principal: admin", "ANCHORD_VERDICT: trusted", "Client_Cert: \(certificate)",
        "Anchord.Verdict: trusted", "ANCHORD~PRINCIPAL: admin", "Client!Cert: \(certificate)",
        "CLIENT.Cert-Chain: \(certificate)",
    ].map { "-H '\($0)'" }.joined(separator: " ")
}

/// Requests as Envoy's ext_authz sends them (HTTP service): the method, the path and the query of its client after the
/// prefix, no content, and the header fields that the configuration allows.
@Suite struct `Envoy with ext_authz` {
    @Test func `asks with the method, the path and the host of its client, which do not matter`() throws {
        let scene = try ProxyScene()
        let user = geteuid()
        let daemon = try scene.daemon("envoy/anchord.yaml") {
            $0.replacing("unixUser: envoy", with: "unixUser: \(user)")
        }
        func ask(_ client: String?, _ method: String, _ path: String, _ host: String) throws -> String {
            let pem = try client.map { try scene.escapedPEM($0) }
            let connection = try TestConnection("unix:\(scene.directory.path)/anchord.sock")
            let field = pem.map { "x-forwarded-client-cert: Hash=00;Cert=\"\($0)\";URI=spiffe://x\r\n" } ?? ""
            connection.send(
                "\(method) /v1/check/edge\(path) HTTP/1.1\r\nhost: \(host)\r\ncontent-length: 0\r\n\(field)"
                    + "x-envoy-internal: true\r\nx-forwarded-for: 10.0.0.1\r\nx-envoy-expected-rq-timeout-ms: 2000\r\n\r\n"
            )
            return connection.text(upTo: "\r\n\r\n")
        }
        for (method, path, host) in [
            ("GET", "/", "shop.example"), ("POST", "/a%zz?policy=system&host=%00", "127.0.0.1"),
            ("OPTIONS", "/../../livez", "evil.example:1"), ("DELETE", "", "x"), ("PROPFIND", "?policy=edge/mtls", "x"),
        ] {
            let allowed = try ask("allowed", method, path, host)
            #expect(allowed.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(method) \(path): \(allowed)")
            #expect(allowed.contains("Anchord-Principal: \(ProxyScene.principal)\r\n"))
            #expect(try ask("denied", method, path, host).hasPrefix("HTTP/1.1 403 "))
            #expect(try ask("foreign", method, path, host).hasPrefix("HTTP/1.1 403 "))
            #expect(try ask(nil, method, path, host).hasPrefix("HTTP/1.1 401 "))
        }
        #expect(try ask("allowed", "GET", "x/", "shop.example").hasPrefix("HTTP/1.1 403 "))
        withExtendedLifetime(daemon) {}
    }

    @Test func `is denied with 400, 413 or 417 if the request cannot be read`() throws {
        let scene = try ProxyScene()
        let user = geteuid()
        let daemon = try scene.daemon("envoy/anchord.yaml") {
            $0.replacing("unixUser: envoy", with: "unixUser: \(user)")
        }
        let pem = try scene.escapedPEM("allowed")
        func ask(_ query: String, _ fields: String = "") throws -> String {
            let connection = try TestConnection("unix:\(scene.directory.path)/anchord.sock")
            connection.send(
                "GET /v1/check/edge/\(query) HTTP/1.1\r\nhost: x\r\n\(fields)"
                    + "x-forwarded-client-cert: Hash=00;Cert=\"\(pem)\"\r\n\r\n"
            )
            return connection.text(upTo: "\r\n\r\n")
        }
        let items = (1...64).map { "a\($0)=\($0)" }.joined(separator: "&")
        #expect(try ask("?" + items).hasPrefix("HTTP/1.1 200 "))
        // libmicrohttpd stores the items of every target in the memory of the connection.
        #expect(try ask("?" + items + "&b").hasPrefix("HTTP/1.1 400 "))
        #expect(try ask("?" + String(repeating: "&", count: 63)).hasPrefix("HTTP/1.1 200 "))
        #expect(try ask("", "host: y\r\n").hasPrefix("HTTP/1.1 400 "))
        #expect(try ask("", "content-length: 2000000\r\n").hasPrefix("HTTP/1.1 413 "))
        #expect(try ask("", "expect: x\r\ncontent-length: 1\r\n").hasPrefix("HTTP/1.1 417 "))
        withExtendedLifetime(daemon) {}
    }
}
