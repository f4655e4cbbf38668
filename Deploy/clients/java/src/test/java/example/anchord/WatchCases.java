package example.anchord;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Cases of open connections. */
final class WatchCases {
    private interface Way {
        SSLSocket connect(SSLSocketFactory factory, int port) throws IOException;
    }

    private static final String OPEN = "{\"id\":\"x\",\"trusted\":true,\"action\":\"allow\",\"reasons\":[{\"a\":\"}\"}]}";
    private static final String CLOSED = OPEN.replace("true", "false").replace("allow", "deny");

    private final Bed bed;
    private final Cases common;

    WatchCases(Bed bed, Cases common) {
        this.bed = bed;
        this.common = common;
    }

    Map<String, Bed.Action> cases() {
        Map<String, Bed.Action> cases = new LinkedHashMap<>();
        cases.put("watch-blocked", this::blocked);
        cases.put("watch-blocked-writer", this::blockedWriter);
        cases.put("watch-blocked-client", this::blockedClient);
        cases.put("watch-ends", this::closed);
        cases.put("watch-daemon-stopped", this::daemonStopped);
        cases.put("watch-daemon-killed", this::daemonKilled);
        cases.put("watch-drained", this::drain);
        cases.put("watch-garbage", this::garbage);
        cases.put("watch-engine", this::engine);
        return cases;
    }

    private SSLContext context(String policy) {
        return AnchordSSLContext.forClients(common.settings().watch().build(), policy);
    }

    private TestServer server(String... versions) throws Exception {
        return new TestServer(common.plain("good").getServerSocketFactory(), versions);
    }

    private static SSLSocket connect(SSLContext context, int port) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
        socket.startHandshake();
        return socket;
    }

    private static SSLSocket layered(SSLSocketFactory factory, int port, boolean autoClose) throws IOException {
        return (SSLSocket) factory.createSocket(new Socket("localhost", port), "localhost", port, autoClose);
    }

    /** Reads in another thread. The result is the error, or null at an end without an error. */
    private static FutureTask<IOException> reading(SSLSocket socket) {
        FutureTask<IOException> task = new FutureTask<>(() -> {
            try (InputStream input = socket.getInputStream()) {
                Cases.check(input.read() < 0, "bytes arrived");
                return null;
            } catch (IOException error) {
                return error;
            }
        });
        new Thread(task).start();
        return task;
    }

    private static AnchordException end(SSLSocket socket, FutureTask<IOException> task) throws Exception {
        Cases.check(task.get(60, TimeUnit.SECONDS) != null, "the end of the connection is not an error");
        return AnchordException.of(socket.getSession());
    }

    private void blocked() throws Exception {
        InetAddress loopback = InetAddress.getByName("localhost");
        List<Way> own = List.of(
                (factory, port) -> (SSLSocket) factory.createSocket("localhost", port),
                (factory, port) -> (SSLSocket) factory.createSocket("localhost", port, loopback, 0),
                (factory, port) -> (SSLSocket) factory.createSocket(loopback, port),
                (factory, port) -> (SSLSocket) factory.createSocket(loopback, port, null, 0));
        List<Way> layered = List.of(
                (factory, port) -> layered(factory, port, true),
                (factory, port) -> layered(factory, port, false));
        SSLContext context = context("web");
        for (String version : List.of("TLSv1.2", "TLSv1.3")) {
            for (Way way : version.equals("TLSv1.2") ? layered : Stream.concat(own.stream(), layered.stream()).toList()) {
                try (TestServer server = server(version); SSLSocket socket = way.connect(context.getSocketFactory(), server.port())) {
                    socket.startHandshake();
                    var task = reading(socket);
                    bed.blocking("good", () -> Cases.check(end(socket, task) instanceof DeniedException denied
                            && denied.codes().get(0).equals("policy.blocked")
                            && denied.getMessage().contains("policy.blocked: ")
                            && (layered.contains(way) || AnchordException.in(task.get()) == denied), "another reason"));
                    server.ended.acquire();
                }
            }
        }
        bed.awaitNoWatch();
    }

    /** A peer that reads nothing does not delay the end. */
    private void blockedWriter() throws Exception {
        try (ServerSocket listener = common.plain("good").getServerSocketFactory().createServerSocket(0)) {
            FutureTask<Socket> accepting = new FutureTask<>(() -> {
                SSLSocket accepted = (SSLSocket) listener.accept();
                accepted.startHandshake();
                return accepted;
            });
            new Thread(accepting).start();
            SSLSocket socket = connect(context("web"), listener.getLocalPort());
            try (Socket accepted = accepting.get()) {
                FutureTask<IOException> writing = new FutureTask<>(() -> {
                    try {
                        while (true) {
                            socket.getOutputStream().write(new byte[16384]);
                        }
                    } catch (IOException error) {
                        return error;
                    }
                });
                new Thread(writing).start();
                bed.blocking("good", () -> Cases.check(end(socket, writing) instanceof DeniedException, "another reason"));
            }
        }
        bed.awaitNoWatch();
    }

    /** A server closes the connection of a client. */
    private void blockedClient() throws Exception {
        SSLContext context = AnchordSSLContext.forServers(common.settings().watch().build(), "edge", bed.keys("good"));
        try (TestServer server = new TestServer(context.getServerSocketFactory());
                SSLSocket alice = connect(common.plain("alice"), server.port())) {
            var task = reading(alice);
            bed.blocking("alice", () -> Cases.check(task.get(60, TimeUnit.SECONDS) != null, "the connection ended without an error"));
            server.ended.acquire();
            Cases.check(AnchordException.in(server.refused.get(0)) instanceof DeniedException, "the server read another error");
        }
        bed.awaitNoWatch();
    }

    /** A watch ends with its connection, whichever side closes it, and after a handshake that fails. */
    private void closed() throws Exception {
        SSLContext context = context("web");
        try (TestServer server = server()) {
            connect(context, server.port()).close();
            bed.awaitNoWatch();
            try (SSLSocket socket = connect(context, server.port())) {
                socket.getOutputStream().write("x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.getInputStream().readAllBytes();
                Cases.check(AnchordException.of(socket.getSession()) == null, "the end of the peer has another reason");
            }
            bed.awaitNoWatch();
        }
        // The server refuses the handshake after the client has accepted its certificate.
        SSLContext strict = AnchordSSLContext.forServers(common.settings().build(), "edge", bed.keys("good"));
        try (TestServer server = new TestServer(strict.getServerSocketFactory(), "TLSv1.2")) {
            Cases.check(failure(context, server.port()) != null, "a client without a certificate was served");
        }
        bed.awaitNoWatch();
        // A client without the key of its certificate occupies no watch, and a second handshake no second one.
        long opened = bed.openedWatches();
        SSLContext watched = AnchordSSLContext.forServers(common.settings().watch().build(), "edge", bed.keys("good"));
        SSLContext forged = common.plainWith(bed.keys("alice", "server-only"));
        try (TestServer server = new TestServer(watched.getServerSocketFactory())) {
            try (SSLSocket socket = connect(forged, server.port())) {
                Cases.check(end(socket, reading(socket)) == null, "a client without the key was watched");
            } catch (IOException error) {
                Cases.check(AnchordException.in(error) == null, "another error");
            }
            server.ended.acquire();
            Cases.check(!server.refused.isEmpty() && AnchordException.in(server.refused.get(0)) == null, "the client has the key");
        }
        Cases.check(bed.openedWatches() == opened, "a client without the key occupied a watch");
        try (TestServer server = server("TLSv1.2"); SSLSocket socket = connect(context, server.port())) {
            socket.startHandshake();
            // The server sends no data, so that the reader takes part in the handshake only.
            socket.setSoTimeout(300);
            Cases.check(reading(socket).get() instanceof SocketTimeoutException, "no second handshake");
        }
        bed.awaitNoWatch();
        Cases.check(bed.openedWatches() == opened + 1, "a connection had two watches");
        // A thread closes its connection to the daemon before it ends.
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().equals("anchord watch")) {
                each.join(TimeUnit.SECONDS.toMillis(60));
                Cases.check(!each.isAlive(), "a thread remains");
            }
        }
    }

    /** Returns the error of a handshake, or null. */
    private static IOException failure(SSLContext context, int port) {
        try (SSLSocket socket = connect(context, port)) {
            return null;
        } catch (IOException error) {
            return error;
        }
    }

    private void daemonStopped() throws Exception {
        SSLContext context = AnchordSSLContext.forClients(common.settings().watch().silence(Duration.ofSeconds(1)).build(), "web");
        try (TestServer server = server(); SSLSocket socket = connect(context, server.port())) {
            bed.awaitWatches(1);
            bed.signal("STOP");
            Cases.check(end(socket, reading(socket)) instanceof NoVerdictException, "another reason");
        } finally {
            bed.signal("CONT");
        }
        bed.awaitNoWatch();
    }

    private void daemonKilled() throws Exception {
        try (TestServer server = server(); SSLSocket socket = connect(context("web"), server.port())) {
            bed.awaitWatches(1);
            bed.signal("KILL");
            Cases.check(end(socket, reading(socket)) instanceof NoVerdictException, "another reason");
        }
        bed.stop();
        bed.start();
    }

    private static byte[] events(String... events) {
        StringBuilder body = new StringBuilder();
        for (String each : events) {
            String event = each + "\n\n";
            body.append(Integer.toHexString(event.length())).append("\r\n").append(event).append("\r\n");
        }
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.US_ASCII);
    }

    private static String event(String name, String data) {
        return "event: " + name + "\nid: decision-of-" + name + "\ndata: " + data;
    }

    /** Returns the reason of the end of a connection, or of its handshake, with responses to watches in order. */
    private AnchordException ending(byte[]... responses) throws Exception {
        Deque<byte[]> left = new ArrayDeque<>(List.of(responses));
        byte[] allowed = Cases.text(Cases.ALLOWED).getBytes(StandardCharsets.US_ASCII);
        try (TestServer server = server();
                var fake = bed.fake(false, request -> request.startsWith("POST /v1/watches ") ? left.remove() : allowed)) {
            var client = common.settings().address(bed.fakeAddress()).watch().build();
            try (SSLSocket socket = connect(AnchordSSLContext.forClients(client, "web"), server.port())) {
                return end(socket, reading(socket));
            } catch (IOException error) {
                // A watch that ends during the handshake closes the connection, and only the log has the reason.
                AnchordException found = AnchordException.in(error);
                return found == null ? new NoVerdictException("the handshake failed: " + error) : found;
            }
        }
    }

    /** A drain is followed by one other watch. */
    private void drain() throws Exception {
        String draining = "retry: 100\nevent: end\ndata: {\"code\":\"serverEnding\"}";
        byte[] drained = events(event("verdict", OPEN), ": ping", draining);
        byte[] changed = events(event("verdict", OPEN), event("changed", CLOSED));
        Cases.check(ending(drained, drained, changed) instanceof DeniedException denied
                && denied.decision().equals("decision-of-changed"), "no other watch");
        byte[] problem = Cases.http("problem tooManyWatches (503): Full\n", "Content-Type: text/plain", 503).getBytes(StandardCharsets.US_ASCII);
        Cases.check(ending(drained, problem) instanceof NoVerdictException none && "tooManyWatches".equals(none.code()), "no problem");
        Cases.check(ending(drained, events(event("verdict", CLOSED))) instanceof DeniedException, "a denial after a drain");
        // The real daemon ends its watches in the same way.
        try (TestServer server = server(); SSLSocket socket = connect(context("web"), server.port())) {
            bed.awaitWatches(1);
            bed.stop();
            Cases.check(end(socket, reading(socket)) instanceof NoVerdictException, "another reason");
        }
        bed.start();
    }

    private void garbage() throws Exception {
        Cases.check(ending(events(event("verdict", CLOSED))) instanceof DeniedException, "the first verdict was ignored");
        String open = event("verdict", OPEN);
        for (byte[] each : List.of(
                events(),
                events(": ping"),
                events(event("changed", OPEN)),
                events(event("verdict", "{}").replace("id: ", "no: ")),
                events(open, "event: end\ndata: {\"code\":\"forbidden\"}"),
                events(open, "event: other\ndata: {}"),
                events(open, "event: end\nretry: soon"),
                events(open, "event"),
                events(open, "data: " + "x".repeat(1024 * 1024)),
                new String(events(open), StandardCharsets.US_ASCII).replace("\r\n\r\nb", "\r\n\r\nx").getBytes(StandardCharsets.US_ASCII),
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                Cases.text(Cases.ALLOWED).getBytes(StandardCharsets.US_ASCII))) {
            String text = new String(each, StandardCharsets.US_ASCII);
            AnchordException reason = ending(each);
            Cases.check(reason instanceof NoVerdictException || text.contains("event: changed"), reason + ": " + text);
        }
        for (String each : List.of(
                "", "[]", "{\"trusted\":true}", CLOSED, OPEN + "}", "{\"a\":" + OPEN + "}", OPEN.replace("true", "\"true\""),
                "{\"a\":\"\\\",\\\"trusted\\\":true,\\\"action\\\":\\\"allow\\\"\"}", "[".repeat(1_000_000), "\"" + "\\\"".repeat(500_000))) {
            Cases.check(!Watch.isAllowed(each), "allowed: " + each.substring(0, Math.min(100, each.length())));
        }
        Cases.check(Watch.isAllowed(OPEN) && Watch.isAllowed("{\"a\":\"" + "\\\"".repeat(500_000) + "\"," + OPEN.substring(1)), "denied");
    }

    /** Connections that cannot be closed are not accepted. Libraries that begin with a socket below TLS work. */
    private void engine() throws Exception {
        try {
            context("web").getSocketFactory().createSocket();
            throw new AssertionError("a socket was made that cannot be watched");
        } catch (java.net.SocketException error) {
            Cases.check(error.getCause() instanceof UnsupportedOperationException, "another error");
        }
        common.expect(null, common.settings().watch().build(), "good", "web", Set.of("SSLSocket", "HttpsURLConnection"));
        try (TestServer server = server()) {
            var http = java.net.http.HttpClient.newBuilder().sslContext(context("web")).build();
            var request = java.net.http.HttpRequest.newBuilder(java.net.URI.create("https://localhost:" + server.port() + "/")).build();
            var none = java.net.http.HttpResponse.BodyHandlers.discarding();
            Cases.check("no verdict".equals(Cases.outcome(() -> http.send(request, none))), "accepted without a watch");
        }
    }
}
