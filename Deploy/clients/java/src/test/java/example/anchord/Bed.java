package example.anchord;

import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** The daemon and the certificates of a directory that {@code make-bed} has made. */
final class Bed {
    interface Action {
        void run() throws Exception;
    }

    final Path directory;
    final String address;
    private final String program;
    private Process process;

    Bed(Path directory, String program) {
        this.directory = directory;
        this.program = program;
        this.address = directory.resolve("anchord.sock").toString();
    }

    /** Returns the port of the last start, which the kernel has chosen. */
    int port() throws IOException {
        String log = Files.readString(directory.resolve("log"));
        Matcher matcher = Pattern.compile("serving addresses=\\S*127\\.0\\.0\\.1:([0-9]+)").matcher(log);
        String port = "";
        while (matcher.find()) {
            port = matcher.group(1);
        }
        return Integer.parseInt(port);
    }

    void start() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(program, "serve", "--config", "anchord.yaml");
        builder.environment().keySet().removeIf(name -> name.startsWith("ANCHORD_"));
        File log = directory.resolve("log").toFile();
        builder.directory(directory.toFile()).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log));
        process = builder.start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new AssertionError("the daemon did not start: " + Files.readString(log.toPath()));
            }
            Thread.sleep(20);
        }
    }

    private boolean isReady() {
        try {
            return request("GET", "/readyz", "") == 200;
        } catch (IOException error) {
            return false;
        }
    }

    void stop() throws Exception {
        if (process != null) {
            signal("CONT");
            process.destroy();
            process.waitFor();
            process = null;
        }
    }

    void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    /** Returns the status of the response. */
    int request(String method, String path, String body) throws IOException {
        return Integer.parseInt(response(method, path, body).split(" ", 3)[1]);
    }

    /** Waits until the daemon has no open watch. */
    void awaitNoWatch() throws Exception {
        awaitWatches(0);
    }

    /** Waits until the daemon has a number of open watches. */
    void awaitWatches(int count) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!response("GET", "/metrics", "").contains("\nanchord_watches " + count + "\n")) {
            Cases.check(System.nanoTime() < end, "not " + count + " open watches");
            Thread.sleep(50);
        }
    }

    /** Returns how many watches were opened since the start of the daemon. */
    long openedWatches() throws IOException {
        Matcher count = Pattern.compile("anchord_watch_events_total\\{event=\"verdict\"} ([0-9]+)").matcher(response("GET", "/metrics", ""));
        Cases.check(count.find(), "no metric");
        return Long.parseLong(count.group(1));
    }

    private String response(String method, String path, String body) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(address))) {
            String type = body.isEmpty() ? "" : "Content-Type: application/json\r\n";
            String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + type;
            String request = head + "Content-Length: " + body.length() + "\r\n\r\n" + body;
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Blocks the key of a certificate during an action. */
    void blocking(String name, Action action) throws Exception {
        byte[] key = chain(name).get(0).getPublicKey().getEncoded();
        String digest = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
        String block = "{\"match\":{\"leaf\":{\"spkiSha256\":[\"sha256/" + digest + "\"]}},\"reason\":\"test\"}";
        Cases.check(request("PUT", "/v1/blocks/test", block) / 100 == 2, "not blocked");
        try {
            action.run();
        } finally {
            Cases.check(request("DELETE", "/v1/blocks/test", "") == 204, "still blocked");
        }
    }

    /** Replaces a file of the policies during an action. */
    void replacing(String name, String source, Action action) throws Exception {
        Path file = directory.resolve("policies").resolve(name);
        byte[] before = Files.readAllBytes(file);
        Files.write(file, Files.readAllBytes(directory.resolve(source)));
        Cases.check(request("POST", "/v1/reload", "") == 200, "no reload");
        try {
            action.run();
        } finally {
            Files.write(file, before);
            Cases.check(request("POST", "/v1/reload", "") == 200, "no reload");
        }
    }

    List<X509Certificate> chain(String name) throws Exception {
        try (var input = Files.newInputStream(directory.resolve(name + ".pem"))) {
            return CertificateFactory.getInstance("X.509").generateCertificates(input).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        }
    }

    KeyManager[] keys(String name) throws Exception {
        return keys(name, name);
    }

    /** Returns the certificate of one name with the key of another. */
    KeyManager[] keys(String name, String keyName) throws Exception {
        String pem = Files.readString(directory.resolve(keyName + ".key")).replaceAll("-----[A-Z ]+-----|\\s", "");
        PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(name, key, new char[0], chain(name).toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    /** Returns the address of the programs that take the place of a daemon. */
    String fakeAddress() {
        return directory.resolve("fake.sock").toString();
    }

    /** Listens in place of a daemon, and sends a response to each connection, or one byte after the other. */
    ServerSocketChannel fake(byte[] response, boolean isSlow) throws IOException {
        return fake(isSlow, request -> response);
    }

    /** Listens in place of a daemon, and sends the response to each request. */
    ServerSocketChannel fake(boolean isSlow, Function<String, byte[]> responses) throws IOException {
        Path path = directory.resolve("fake.sock");
        Files.deleteIfExists(path);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(path));
        Thread thread = new Thread(() -> serve(listener, responses, isSlow));
        thread.setDaemon(true);
        thread.start();
        return listener;
    }

    private static void serve(ServerSocketChannel listener, Function<String, byte[]> responses, boolean isSlow) {
        while (listener.isOpen()) {
            try {
                SocketChannel channel = listener.accept();
                Thread thread = new Thread(() -> respond(channel, responses, isSlow));
                thread.setDaemon(true);
                thread.start();
            } catch (IOException error) {
                return;
            }
        }
    }

    private static void respond(SocketChannel accepted, Function<String, byte[]> responses, boolean isSlow) {
        try (SocketChannel channel = accepted) {
            ByteBuffer request = ByteBuffer.allocate(65536);
            channel.read(request);
            while (isSlow) {
                channel.write(ByteBuffer.wrap(new byte[] {'H'}));
                Thread.sleep(10);
            }
            channel.write(ByteBuffer.wrap(responses.apply(new String(request.array(), StandardCharsets.US_ASCII))));
            channel.shutdownOutput();
        } catch (IOException | InterruptedException error) {
            // The client or the test closed the connection.
            return;
        }
    }
}
