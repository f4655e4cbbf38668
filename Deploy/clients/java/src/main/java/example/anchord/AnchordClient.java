package example.anchord;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Asks one daemon. Threads can share it. */
public final class AnchordClient implements AutoCloseable {
    /** The daemon answers before the client stops waiting. */
    private static final long RESERVE = 200;
    /** With less, a soft fail of the daemon allows chains although no fetch began in time. */
    private static final long MINIMUM_WAIT = 500;
    private static final long MAXIMUM_WAIT = 30_000;
    private static final int MAXIMUM_IDLE = 8;

    private final Address address;
    private final String authorization;
    final Duration deadline;
    private final KeptVerdicts kept;
    final boolean watches;
    final Duration silence;
    private final Deque<Connection> idle = new ArrayDeque<>();

    private AnchordClient(Builder builder) {
        this.address = new Address(builder.address, builder.users, builder.token != null);
        this.authorization = builder.token == null ? "" : "Authorization: Bearer " + builder.token + "\r\n";
        this.deadline = builder.deadline;
        this.kept = builder.maximumAge.isZero() || builder.watches ? null : new KeptVerdicts(builder.maximumAge, builder.maximumKept);
        this.watches = builder.watches;
        this.silence = builder.silence;
    }

    /** Returns a client with all defaults. */
    public static AnchordClient create() {
        return new Builder().build();
    }

    /** Returns a builder of a client with other settings. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings of a client. */
    public static final class Builder {
        private String address = "/run/anchord/anchord.sock";
        private final Set<String> users = new HashSet<>(Set.of("root", "anchord"));
        private String token;
        private Duration deadline = Duration.ofSeconds(2);
        private Duration maximumAge = Duration.ZERO;
        private int maximumKept = 1000;
        private boolean watches;
        /** The daemon sends a comment every 15 seconds. */
        private Duration silence = Duration.ofSeconds(45);

        private Builder() {}

        /** Sets the address: {@code /PATH}, {@code unix:/PATH}, {@code tcp:HOST:PORT} or {@code http://HOST:PORT}. */
        public Builder address(String address) {
            this.address = address;
            return this;
        }

        /** Adds a user who may run the daemon, besides {@code root} and {@code anchord}. */
        public Builder allowUser(String name) {
            users.add(name);
            return this;
        }

        /** Sets the bearer token of the program. */
        public Builder token(String token) {
            if (!token.matches("[A-Za-z0-9._~+/-]+=*")) {
                throw new IllegalArgumentException("the token is empty, or has characters that a bearer token cannot have");
            }
            this.token = token;
            return this;
        }

        /** Sets the bearer token of the program from a file. */
        public Builder tokenFile(Path file) throws IOException {
            return token(Files.readString(file, StandardCharsets.US_ASCII).strip());
        }

        /** Sets how long a question may take, with connecting, waiting and reading: 800 ms to 60 s. */
        public Builder deadline(Duration deadline) {
            if (deadline.toMillis() < 800 || deadline.toMillis() > 60_000) {
                throw new IllegalArgumentException("the deadline must be 800 ms to 60 s");
            }
            this.deadline = deadline;
            return this;
        }

        /** Sets how long an allowed verdict may be kept. By default, and with watches, each connection is a question. */
        public Builder maximumAge(Duration age, int maximumCount) {
            if (age.isNegative() || age.toDays() > 366 || maximumCount < 1) {
                throw new IllegalArgumentException("the maximum age must be 0 to 366 days, and the number positive");
            }
            this.maximumAge = age;
            this.maximumKept = maximumCount;
            return this;
        }

        /**
         * Watches each accepted connection, and closes it when its verdict changes or the watch breaks.
         *
         * Only sockets can be watched. The handshake of an {@code SSLEngine} with such a client fails.
         */
        public Builder watch() {
            this.watches = true;
            return this;
        }

        Builder silence(Duration silence) {
            this.silence = silence;
            return this;
        }

        /** Returns the client. */
        public AnchordClient build() {
            return new AnchordClient(this);
        }
    }

    /**
     * Asks about a chain, leaf first.
     *
     * @param policy the name of a policy
     * @param host the host of a server, or null for a client
     * @param ocsp stapled OCSP responses
     */
    public Verdict evaluate(List<X509Certificate> chain, String policy, String host, List<byte[]> ocsp) throws AnchordException {
        return evaluate(question(chain, policy, host, ocsp), () -> false);
    }

    /** Closes the kept connections. */
    @Override
    public synchronized void close() {
        idle.forEach(Connection::close);
        idle.clear();
    }

    Connection connect(Deadline end) throws IOException, NoVerdictException {
        return address.connect(end);
    }

    /** Returns a request with a JSON body. All characters of the body are ASCII. */
    byte[] request(String path, String body) {
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\n" + authorization
                + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the beginning of a JSON object, whose end is left to the request. */
    static String question(List<X509Certificate> chain, String policy, String host, List<byte[]> ocsp)
            throws NoVerdictException {
        if (chain.isEmpty()) {
            throw new NoVerdictException("the peer presented no certificate");
        }
        List<byte[]> certificates = new ArrayList<>();
        try {
            for (X509Certificate each : chain) {
                certificates.add(each.getEncoded());
            }
        } catch (CertificateEncodingException error) {
            throw new NoVerdictException("a certificate has no encoding: " + error.getMessage());
        }
        return "{\"policy\":" + quoted(policy) + (host == null ? "" : ",\"host\":" + quoted(host))
                + ",\"chain\":" + array(certificates) + (ocsp.isEmpty() ? "" : ",\"ocsp\":" + array(ocsp));
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char each : text.toCharArray()) {
            boolean isPlain = each >= ' ' && each <= '~' && each != '"' && each != '\\';
            json.append(isPlain ? String.valueOf(each) : String.format("\\u%04x", (int) each));
        }
        return json.append('"').toString();
    }

    private static String array(List<byte[]> values) {
        return values.stream().map(Base64.getEncoder()::encodeToString).collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    Verdict evaluate(String question, BooleanSupplier isOver) throws AnchordException {
        Verdict found = kept == null ? null : kept.find(question);
        if (found != null) {
            return found;
        }
        long asked = System.nanoTime();
        Response response = ask(question, Deadline.after(deadline, isOver));
        Verdict verdict = response.verdict();
        if (kept != null) {
            kept.keep(question, verdict, asked, response.fields().getOrDefault("cache-control", ""));
        }
        return verdict;
    }

    private Response ask(String question, Deadline end) throws NoVerdictException {
        try {
            Connection connection = take();
            if (connection != null) {
                try {
                    return exchange(connection, question, end);
                } catch (IOException error) {
                    // The daemon closed the kept connection at this moment.
                    if (connection.hasResponse()) {
                        throw error;
                    }
                }
            }
            return exchange(connect(end), question, end);
        } catch (IOException error) {
            throw new NoVerdictException("no verdict from " + address + ": " + error);
        }
    }

    private Response exchange(Connection connection, String question, Deadline end) throws IOException, NoVerdictException {
        boolean isUsable = false;
        try {
            // The daemon remembers answers by all members of the question, so that the deadline is a multiple of 100 ms.
            long wait = (Math.min(end.left(), MAXIMUM_WAIT) - RESERVE) / 100 * 100;
            if (wait < MINIMUM_WAIT) {
                throw new NoVerdictException("no verdict before the deadline");
            }
            byte[] request = request("/v1/evaluations", question + ",\"deadline\":\"" + wait + "ms\"}");
            Response response = connection.exchange(request, end);
            isUsable = !response.isStream() && !"close".equalsIgnoreCase(response.fields().get("connection"));
            return response;
        } finally {
            if (!isUsable || !keep(connection)) {
                connection.close();
            }
        }
    }

    private synchronized Connection take() {
        for (Connection each; (each = idle.poll()) != null; each.close()) {
            if (each.isIdle()) {
                return each;
            }
        }
        return null;
    }

    private synchronized boolean keep(Connection connection) {
        if (idle.size() >= MAXIMUM_IDLE) {
            return false;
        }
        idle.push(connection);
        return true;
    }
}
