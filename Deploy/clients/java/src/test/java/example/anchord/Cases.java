package example.anchord;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.tools.ToolProvider;

/** Runs the cases of ../cases.json with all ways to connect, and the examples of README.md. */
final class Cases {
    private interface Connector {
        String connect(int port, SSLContext context) throws Exception;
    }

    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    static final String ALLOWED = "trusted: allow (unspecified)\n";
    private static final String FIELDS =
            "Content-Type: text/plain\r\nAnchord-Verdict: trusted\r\nAnchord-Action: allow\r\nAnchord-Decision: x";
    private static final String[] VERSIONS = {"TLSv1.2", "TLSv1.3"};
    private static final Map<String, Connector> CONNECTORS = Map.of(
            "SSLSocket", Cases::withSocket, "HttpsURLConnection", Cases::withUrl, "HttpClient", Cases::withHttpClient);

    private final Bed bed;
    private final Path root;
    private final Map<String, Bed.Action> cases = new LinkedHashMap<>();

    private Cases(Bed bed, Path root) {
        this.bed = bed;
        this.root = root;
        cases.put("good", () -> expect(null, client(), "good", "web"));
        cases.put("expired", () -> expect("time.expired", client(), "expired", "web"));
        cases.put("wrong-host", () -> expect("host.mismatch", client(), "wrong-host", "web"));
        cases.put("unknown-ca", () -> expect("chain.issuerNotFound", client(), "unknown-ca", "web"));
        cases.put("pin-rotated", () -> expect("pin.keyMismatch", client(), "good", "pinned"));
        cases.put("revoked", () -> changes("revocation.revoked", each -> bed.replacing("live.crl", "revoking.crl", each)));
        cases.put("stapled", this::stapled);
        cases.put("blocked", () -> changes("policy.blocked", each -> bed.blocking("good", each)));
        cases.put("reload", () -> changes("chain.issuerNotFound", each -> bed.replacing("root.pem", "other-root.pem", each)));
        cases.put("client-good", () -> clients("alice", "alice@corp.example"));
        cases.put("client-without-purpose", () -> clients("server-only", null));
        cases.put("daemon-down", this::daemonDown);
        cases.put("daemon-stopped", this::daemonStopped);
        cases.put("daemon-garbage", this::daemonGarbage);
        cases.put("daemon-problem", () -> expect("no verdict: unknownPolicySet", client(), "good", "missing"));
        cases.put("daemon-other-user", this::daemonOtherUser);
        cases.put("daemon-restarts", () -> changes(null, each -> {
            bed.stop();
            bed.start();
            each.run();
        }));
        cases.put("resumed", this::resumed);
        cases.put("tls-1.2", () -> withVersion("TLSv1.2"));
        cases.put("tls-1.3", () -> withVersion("TLSv1.3"));
        cases.put("token-off-loopback", this::tokenOffLoopback);
        cases.put("addresses", this::addresses);
        cases.put("layered", this::layered);
        cases.put("kept", this::kept);
        cases.put("flat", this::flat);
        cases.putAll(new WatchCases(bed, this).cases());
        cases.put("snippets", this::snippets);
    }

    static void check(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    AnchordClient.Builder settings() {
        return AnchordClient.builder()
                .address(bed.address)
                .allowUser(System.getProperty("user.name"))
                .deadline(Duration.ofSeconds(30));
    }

    private AnchordClient client() {
        return settings().build();
    }

    private static String withSocket(int port, SSLContext context) throws Exception {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            check(Verdict.of(socket.getSession()) != null || context.getClass() == SSLContext.class, "no verdict in the session");
            return body(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    private static String body(String response) {
        return response.isEmpty() ? "" : response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private static String withUrl(int port, SSLContext context) throws Exception {
        var connection = (HttpsURLConnection) new URL("https://localhost:" + port + "/").openConnection(java.net.Proxy.NO_PROXY);
        connection.setSSLSocketFactory(context.getSocketFactory());
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private static String withHttpClient(int port, SSLContext context) throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(context).version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/")).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Returns null if the action succeeds, or else "no verdict" with the code of a problem, or the first reason. */
    static String outcome(Bed.Action action) throws Exception {
        try {
            action.run();
            return null;
        } catch (IOException | AnchordException error) {
            AnchordException found = AnchordException.in(error);
            if (found instanceof DeniedException denied) {
                check(denied.codes().stream().allMatch(denied.getMessage()::contains), "a message without its codes");
                return denied.codes().get(0);
            }
            if (found instanceof NoVerdictException none) {
                return none.code() == null ? "no verdict" : "no verdict: " + none.code();
            }
            throw error;
        }
    }

    private void expect(String expected, AnchordClient client, String server, String policy, String... versions) throws Exception {
        expect(expected, client, server, policy, CONNECTORS.keySet(), versions);
    }

    void expect(String expected, AnchordClient client, String server, String policy, Set<String> ways, String... versions)
            throws Exception {
        for (var connector : CONNECTORS.entrySet()) {
            if (!ways.contains(connector.getKey())) {
                continue;
            }
            try (TestServer peer = new TestServer(plain(server).getServerSocketFactory(), versions)) {
                SSLContext context = AnchordSSLContext.forClients(client, policy);
                String result = outcome(() -> {
                    String body = connector.getValue().connect(peer.port(), context);
                    check(body.equals("ok"), body);
                });
                check(Objects.equals(result, expected), connector.getKey() + ": " + result + ", not " + expected);
                check(expected == null || peer.received().isEmpty(), connector.getKey() + " sent bytes before the verdict");
            }
        }
    }

    /** Returns a context without anchord, which accepts all peers. */
    SSLContext plain(String name) throws Exception {
        return plainWith(name == null ? null : bed.keys(name));
    }

    SSLContext plainWith(KeyManager[] keys) throws Exception {
        TrustManager all = new X509ExtendedTrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {all}, null);
        return context;
    }

    private interface During {
        void run(Bed.Action check) throws Exception;
    }

    private void changes(String expected, During during) throws Exception {
        AnchordClient client = client();
        expect(null, client, "good", "web");
        during.run(() -> expect(expected, client, "good", "web"));
        expect(null, client, "good", "web");
    }

    private void daemonDown() throws Exception {
        bed.stop();
        expect("no verdict", client(), "good", "web");
        bed.start();
    }

    private void daemonStopped() throws Exception {
        bed.signal("STOP");
        try {
            long begin = System.nanoTime();
            expect("no verdict", settings().deadline(Duration.ofMillis(800)).build(), "good", "web");
            check(System.nanoTime() - begin > 2_000_000_000L, "the deadline was shorter");
        } finally {
            bed.signal("CONT");
        }
    }

    static String http(String body, String fields, int status) {
        return "HTTP/1.1 " + status + " OK\r\nContent-Length: " + body.length() + "\r\n" + fields + "\r\n\r\n" + body;
    }

    static String text(String body) {
        return http(body, FIELDS, 200);
    }

    private void daemonGarbage() throws Exception {
        check(askFake(http(ALLOWED, FIELDS + "\r\nX-Other: 1\r\nX-Other: 2", 200), false) == null, "an allowed verdict was refused");
        check(askFake(text(ALLOWED + "principal: email a@b\n"), false) == null, "an allowed verdict was refused");
        for (String each : List.of(
                "hello\r\n\r\n",
                "",
                text(ALLOWED).substring(0, 90),
                text(ALLOWED) + "x",
                http(ALLOWED, FIELDS, 403),
                http(ALLOWED, FIELDS, 500),
                http(ALLOWED, FIELDS.replace("plain", "html"), 200),
                http(ALLOWED, FIELDS.replace("text/plain", "application/json"), 200),
                http(ALLOWED, FIELDS.replace("text/plain", "text/event-stream"), 200),
                http(ALLOWED, FIELDS.replace("text/plain", "text/event-stream") + "\r\nTransfer-Encoding: chunked", 200),
                http(ALLOWED, FIELDS + "\r\nTransfer-Encoding: chunked", 200),
                http(ALLOWED, FIELDS + "\r\nContent-Length: 55", 200),
                http(ALLOWED, FIELDS + "\r\nAnchord-Action: deny", 200),
                http(ALLOWED, FIELDS + "\r\nAnchord-Action: allow", 200),
                http(ALLOWED, FIELDS.replace("allow", "deny"), 200),
                http(ALLOWED, FIELDS.replace("Action", "Other"), 200),
                http(ALLOWED, FIELDS.replace("trusted", "untrusted"), 200),
                http(ALLOWED, FIELDS.replace("Verdict", "Other"), 200),
                http(ALLOWED, FIELDS.replace("Decision", "Other"), 200),
                text(ALLOWED).replace("Content-Length", "Length"),
                text(ALLOWED).replace("HTTP/1.1", "HTTP/2"),
                text(""),
                text("\n\n"),
                text("\n" + ALLOWED),
                text(ALLOWED.strip()),
                text("{\"trusted\":true,\"action\":\"allow\"}\n"),
                text(ALLOWED.replace("trusted", "untrusted")),
                text(ALLOWED.replace("trusted", "Trusted")),
                text(ALLOWED.replace("allow", "deny")),
                text(ALLOWED.replace("allow (", "allow")),
                http(ALLOWED.replace("trusted", "untrusted"), FIELDS.replace("trusted", "untrusted"), 200),
                text(ALLOWED + "principal: 7\n"),
                text(ALLOWED + "principal: email a\\u{A}b\n"),
                text(ALLOWED.replace("specified", "specified\u00ff")),
                "HTTP/1.1 200 OK\r\n" + FIELDS + "\r\nContent-Length: 9999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(10_000),
                "HTTP/1.1 100 Continue\r\n\r\n" + text(ALLOWED))) {
            String result = askFake(each, false);
            check("no verdict".equals(result), result + ": " + each.substring(0, Math.min(400, each.length())));
        }
        check("no verdict".equals(askFake("", true)), "a slow response was accepted");
        try (var fake = bed.fake("garbage\r\n\r\n".getBytes(StandardCharsets.US_ASCII), false)) {
            String address = bed.fakeAddress();
            expect("no verdict", settings().address(address).build(), "good", "web");
        }
    }

    private String askFake(String response, boolean isSlow) throws Exception {
        try (var fake = bed.fake(response.getBytes(StandardCharsets.ISO_8859_1), isSlow);
                AnchordClient client = settings()
                        .address(bed.fakeAddress())
                        .deadline(Duration.ofMillis(isSlow ? 800 : 30_000))
                        .build()) {
            return outcome(() -> client.evaluate(bed.chain("good"), "web", "localhost", List.of()));
        }
    }

    private void daemonOtherUser() throws Exception {
        if (!System.getProperty("user.name").equals("root")) {
            AnchordClient client = AnchordClient.builder().address(bed.address).build();
            check("no verdict".equals(outcome(() -> client.evaluate(bed.chain("good"), "web", null, List.of()))), "asked");
            return;
        }
        // The kernel reports the user who begins to listen.
        String listen = "import os, socket; s = socket.socket(socket.AF_UNIX); s.bind('other.sock'); os.seteuid(65534);"
                + "s.listen(); print(flush=True); print(s.accept()[0].recv(1))";
        Process other = new ProcessBuilder("python3", "-c", listen).directory(bed.directory.toFile()).start();
        try (var output = other.inputReader()) {
            output.readLine();
            AnchordClient client = settings().address(bed.directory.resolve("other.sock").toString()).build();
            check("no verdict".equals(outcome(() -> client.evaluate(bed.chain("good"), "web", null, List.of()))), "asked");
            check("b''".equals(output.readLine()), "the question was sent");
        }
    }

    private void tokenOffLoopback() throws Exception {
        for (String each : List.of(
                "http://192.0.2.1:1", "http://[2001:db8::1]:1", "http://anchord.example:1", "https://127.0.0.1:1", "http://1:1")) {
            try {
                settings().address(each).token("secret").build();
            } catch (IllegalArgumentException error) {
                continue;
            }
            throw new AssertionError(each + " was accepted");
        }
        String address = "http://127.0.0.1:" + bed.port();
        expect(null, settings().address(address).tokenFile(bed.directory.resolve("token")).build(), "good", "web");
        expect("no verdict: unauthorized", settings().address(address).token("other").build(), "good", "web");
    }

    /** Each form of an address asks, and others are an error that names the forms. */
    private void addresses() throws Exception {
        int port = bed.port();
        for (String each : List.of("unix:" + bed.address, "tcp:127.0.0.1:" + port, "tcp:localhost:" + port, "http://localhost:" + port + "/")) {
            AnchordClient.Builder builder = settings().address(each);
            if (!each.startsWith("unix:")) {
                builder.tokenFile(bed.directory.resolve("token"));
            }
            try (AnchordClient client = builder.build()) {
                check(outcome(() -> client.evaluate(bed.chain("good"), "web", "localhost", List.of())) == null, each);
            }
        }
        settings().address("tcp:[::1]:8778").token("secret").build();
        for (String each : List.of("", "anchord.sock", "unix:anchord.sock", "tcp:/a", "tcp:1.2.3.4", "tcp:1.2.3:1", "tcp:[1.2.3.4]:1",
                "tcp:a:1", "tcp:::1:1", "tcp:[:::]:1", "tcp:127.0.0.1:65536", "tcp:127.0.0.1:1/", "tcp:999.0.0.1:1", "127.0.0.1:1")) {
            try {
                settings().address(each).build();
            } catch (IllegalArgumentException error) {
                check(error.getMessage().contains("/PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT"), error.getMessage());
                continue;
            }
            throw new AssertionError(each + " was accepted");
        }
    }

    private void withVersion(String version) throws Exception {
        expect(null, client(), "good", "web", version);
        expect("time.expired", client(), "expired", "web", version);
    }

    private void clients(String name, String expected) throws Exception {
        SSLContext context = AnchordSSLContext.forServers(client(), "edge", bed.keys("good"));
        for (String version : VERSIONS) {
            try (TestServer server = new TestServer(context.getServerSocketFactory(), version)) {
                check(Objects.equals(greeting(server.port(), plain(name)), expected), "served " + name);
                server.ended.acquire();
                if (expected == null) {
                    check(AnchordException.in(server.refused.get(0)) instanceof DeniedException denied
                            && denied.codes().get(0).equals("usage.extendedKeyUsage"), "another reason");
                }
            }
        }
        HttpsServer server = engines(context);
        check(Objects.equals(greeting(server.getAddress().getPort(), plain(name)), expected), "HttpsServer served " + name);
        server.stop(0);
    }

    private HttpsServer engines(SSLContext context) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            byte[] name = Verdict.of(((HttpsExchange) exchange).getSSLSession()).principal().value().getBytes(StandardCharsets.US_ASCII);
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(200, name.length);
            exchange.getResponseBody().write(name);
            exchange.close();
        });
        server.start();
        return server;
    }

    /** Returns the body of the response, or null if the server refuses the client. */
    private static String greeting(int port, SSLContext context) throws Exception {
        try {
            String body = withSocket(port, context);
            return body.isEmpty() ? null : body;
        } catch (IOException error) {
            return null;
        }
    }

    private void resumed() throws Exception {
        for (String version : VERSIONS) {
            SSLContext context = AnchordSSLContext.forServers(client(), "edge", bed.keys("good"));
            SSLContext alice = plain("alice");
            try (TestServer server = new TestServer(context.getServerSocketFactory(), version)) {
                check("alice@corp.example".equals(greeting(server.port(), alice)), "alice was refused");
                bed.blocking("alice", () -> check(greeting(server.port(), alice) == null, "alice was served"));
            }
            clientDoesNotResume(version);
        }
        SSLContext alice = plain("alice");
        HttpsServer server = engines(AnchordSSLContext.forServers(client(), "edge", bed.keys("good")));
        check("alice@corp.example".equals(greeting(server.getAddress().getPort(), alice)), "alice was refused");
        bed.blocking("alice", () -> check(greeting(server.getAddress().getPort(), alice) == null, "alice was served"));
        server.stop(0);
    }

    private void clientDoesNotResume(String version) throws Exception {
        SSLContext bare = SSLContext.getInstance("TLS");
        bare.init(null, new TrustManager[] {new AnchordTrustManager(client(), "web", null)}, null);
        SSLContext context = AnchordSSLContext.forClients(client(), "web");
        try (TestServer server = new TestServer(plain("good").getServerSocketFactory(), version)) {
            for (SSLContext each : List.of(bare, context)) {
                check(withSocket(server.port(), each).equals("ok"), "refused");
            }
            bed.blocking("good", () -> {
                // Proof that this server resumes sessions: a context of JSSE does not ask again.
                check(outcome(() -> withSocket(server.port(), bare)) == null, "this Java does not resume sessions");
                for (Connector each : CONNECTORS.values()) {
                    check("policy.blocked".equals(outcome(() -> each.connect(server.port(), context))), "resumed");
                }
            });
        }
    }

    /** A stapled OCSP response that revokes the certificate is sent along. */
    private void stapled() throws Exception {
        run("openssl", "ocsp", "-index", "database/index", "-CA", "intermediate.pem", "-rsigner", "intermediate.pem", "-rkey",
                "intermediate.key", "-issuer", "intermediate.pem", "-cert", "good.pem", "-respout", "stapled.der", "-ndays", "7",
                "-noverify").waitFor();
        Process server = run("openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "good.pem", "-cert_chain", "good.pem",
                "-key", "good.key", "-status_file", "stapled.der", "-www");
        try (var output = server.inputReader()) {
            String line;
            while ((line = output.readLine()) != null && !line.startsWith("ACCEPT")) {
                check(server.isAlive(), "openssl does not serve");
            }
            int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
            SSLContext context = AnchordSSLContext.forClients(client(), "web");
            check("revocation.revoked".equals(outcome(() -> withSocket(port, context))), "the response was not sent along");
        } finally {
            server.destroy();
        }
    }

    private Process run(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(bed.directory.toFile());
        return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private interface Layer {
        Socket over(Socket plain) throws IOException;
    }

    /** Sockets that a program uses as a server, such as after STARTTLS, require a certificate of the client. */
    private void layered() throws Exception {
        SSLSocketFactory server = AnchordSSLContext.forServers(client(), "edge", bed.keys("good")).getSocketFactory();
        SSLSocketFactory mixed = AnchordSSLContext.forClients(client(), "edge", bed.keys("good")).getSocketFactory();
        List<Layer> layers = List.of(
                plain -> server.createSocket(plain, null, 0, true),
                plain -> server.createSocket(plain, (InputStream) null, true),
                plain -> mixed.createSocket(plain, (InputStream) null, true));
        for (Layer layer : layers) {
            for (String version : VERSIONS) {
                try (TestServer listener = new TestServer(layering(layer), version)) {
                    check("alice@corp.example".equals(greeting(listener.port(), plain("alice"))), "alice was refused");
                    check(greeting(listener.port(), plain("server-only")) == null, "a client for servers was served");
                    check(greeting(listener.port(), plain(null)) == null, "a client without a certificate was served");
                }
            }
        }
    }

    private static ServerSocketFactory layering(Layer layer) {
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket(int port) {
                throw new UnsupportedOperationException();
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog) {
                throw new UnsupportedOperationException();
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
                return new ServerSocket(port, backlog, address) {
                    @Override
                    public Socket accept() throws IOException {
                        return layer.over(super.accept());
                    }
                };
            }
        };
    }

    /** An allowed verdict is kept for the maximum age, and no denial is kept. */
    private void kept() throws Exception {
        AnchordClient client = settings().maximumAge(Duration.ofMinutes(10), 100).build();
        expect(null, client, "good", "web");
        bed.blocking("good", () -> {
            expect(null, client, "good", "web");
            expect("policy.blocked", client(), "good", "web");
            expect("policy.blocked", client, "good", "pinned");
        });
        bed.blocking("expired", () -> expect("policy.blocked", client, "expired", "web"));
        expect("time.expired", client, "expired", "web");
        // The age begins with the question.
        KeptVerdicts verdicts = new KeptVerdicts(Duration.ofHours(2), 10);
        Verdict verdict = new Verdict("x", null);
        verdicts.keep("late", verdict, System.nanoTime() - Duration.ofHours(3).toNanos(), "private, max-age=86400");
        verdicts.keep("early", verdict, System.nanoTime() - Duration.ofHours(1).toNanos(), "private, max-age=86400");
        check(verdicts.find("late") == null && verdicts.find("early") == verdict, "the age begins with the answer");
    }

    /** Descriptors do not accumulate, neither with allowed connections nor with refused ones. */
    private void flat() throws Exception {
        AnchordClient client = client();
        SSLContext context = AnchordSSLContext.forClients(client, "web");
        try (TestServer good = new TestServer(plain("good").getServerSocketFactory());
                TestServer expired = new TestServer(plain("expired").getServerSocketFactory())) {
            withSocket(good.port(), context);
            good.ended.acquire();
            int before = Path.of("/proc/self/fd").toFile().list().length;
            for (int i = 0; i < 20; i++) {
                withSocket(good.port(), context);
                check("time.expired".equals(outcome(() -> withSocket(expired.port(), context))), "accepted");
            }
            good.ended.acquire(20);
            expired.ended.acquire(20);
            int after = Path.of("/proc/self/fd").toFile().list().length;
            check(after <= before + 4, before + " descriptors became " + after);
        }
    }

    /** Runs the examples of README.md against a server of the bed. */
    private void snippets() throws Exception {
        Matcher snippets = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(root.resolve("java/README.md")));
        SSLContext alice = plain("alice");
        int count = 0;
        try (TestServer server = new TestServer(plain("good").getServerSocketFactory())) {
            for (; snippets.find(); count++) {
                String code = snippets.group(1)
                        .replace("AnchordClient.create()", "AnchordClient.builder().address(\"" + bed.address
                                + "\").allowUser(System.getProperty(\"user.name\")).build()")
                        .replace("https://api.partner.example/", "https://localhost:" + server.port() + "/")
                        .replace("\"partner\"", "\"web\"")
                        .replace("createServerSocket(8443)", "createServerSocket(0)");
                String imports = String.join("\n", code.lines().filter(line -> line.startsWith("import ")).toList());
                String body = String.join("\n", code.lines().filter(line -> !line.startsWith("import ")).toList());
                String source = imports + "\npublic class Snippet" + count + " {\n"
                        + "public static void run(javax.net.ssl.KeyManager[] keys, java.util.function.IntConsumer ready) throws Exception {\n"
                        + body.replace("// The server is ready.", "ready.accept(listener.getLocalPort());") + "\n}\n}\n";
                runSnippet("Snippet" + count, source, port -> greet(port, alice));
                if (code.contains("forServers")) {
                    printsDenial("Snippet" + count, source);
                }
            }
        }
        check(count == 2, count + " examples");
    }

    /** The server of the README prints why it refuses a client. */
    private void printsDenial(String name, String source) throws Exception {
        SSLContext stranger = plain("server-only");
        var printed = new java.io.ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new java.io.PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            runSnippet(name, source, port -> new Thread(() -> outcomeOfGreeting(port, stranger)).start());
        } finally {
            System.setErr(before);
        }
        check(printed.toString(StandardCharsets.UTF_8).matches("refused: anchord: .*usage\\.extendedKeyUsage(?s:.*)"), printed.toString());
    }

    private static void outcomeOfGreeting(int port, SSLContext context) {
        try {
            greeting(port, context);
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
    }

    private static void greet(int port, SSLContext context) {
        Thread client = new Thread(() -> {
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
                byte[] greeting = socket.getInputStream().readAllBytes();
                System.out.print(new String(greeting, StandardCharsets.US_ASCII));
            } catch (IOException error) {
                throw new java.io.UncheckedIOException(error);
            }
        });
        client.start();
    }

    private void runSnippet(String name, String source, java.util.function.IntConsumer ready) throws Exception {
        Path file = bed.directory.resolve(name + ".java");
        Files.writeString(file, source);
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-cp", System.getProperty("java.class.path"),
                "-Xlint:all,-try", "-Werror", "-d", bed.directory.toString(), file.toString());
        check(status == 0, name + " does not compile");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {bed.directory.toUri().toURL()})) {
            loader.loadClass(name)
                    .getMethod("run", javax.net.ssl.KeyManager[].class, java.util.function.IntConsumer.class)
                    .invoke(null, bed.keys("good"), ready);
        }
    }

    private void run() throws Exception {
        Matcher names = Pattern.compile("\"name\": *\"([^\"]+)\"").matcher(Files.readString(root.resolve("cases.json")));
        while (names.find()) {
            check(cases.containsKey(names.group(1)), "missing case: " + names.group(1));
        }
        bed.start();
        try {
            for (var each : cases.entrySet()) {
                long begin = System.nanoTime();
                each.getValue().run();
                System.out.printf("passed: %s (%.1f s)%n", each.getKey(), (System.nanoTime() - begin) / 1e9);
            }
            System.out.println(cases.size() + " cases passed");
        } finally {
            bed.stop();
        }
    }

    public static void main(String[] arguments) {
        int status = 1;
        try {
            Bed bed = new Bed(Path.of(arguments[0]), System.getenv("ANCHORD_PROGRAM"));
            new Cases(bed, Path.of(arguments[1])).run();
            status = 0;
        } catch (Exception | AssertionError error) {
            error.printStackTrace();
        }
        // Servers and clients of the JDK keep threads.
        System.exit(status);
    }
}
