package example.anchord;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** Watches the verdict about the peer of one connection, in a thread of its own, and closes the connection when it changes. */
final class Watch implements HandshakeCompletedListener, Runnable {
    private static final System.Logger LOG = System.getLogger("example.anchord");
    private static final int MAXIMUM_EVENT = 1024 * 1024;
    private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,7})\\r");

    private static final Pattern ERROR =
            Pattern.compile("\\{\"code\":\"([A-Za-z.]{1,100})\",\"severity\":\"error\",\"message\":\"([^\"\\\\]{0,1000})");

    private final AnchordClient client;
    private final String question;
    private final Verdict.Principal principal;
    private final SSLSocket tls;
    private final Socket transport;
    private final SSLSession session;
    private final AtomicBoolean hasBegun = new AtomicBoolean();
    private Connection connection;
    private int chunk;

    /** Creates a watch of a connection in its handshake, whose transport is the socket below TLS. */
    Watch(AnchordClient client, String question, Verdict.Principal principal, SSLSocket tls, Socket transport) {
        this.client = client;
        this.question = question;
        this.principal = principal;
        this.tls = tls;
        this.transport = transport;
        this.session = tls.getHandshakeSession();
    }

    @Override
    public void handshakeCompleted(HandshakeCompletedEvent event) {
        if (!hasBegun.getAndSet(true)) {
            Thread thread = new Thread(this, "anchord watch");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void run() {
        try {
            open();
            while (true) {
                Map<String, String> event = event(Deadline.after(client.silence, tls::isClosed));
                if (event.containsKey("retry")) {
                    connection.close();
                    await(Long.parseLong(event.get("retry")));
                    open();
                } else if (event.containsKey("event")) {
                    throw reason(event);
                }
            }
        } catch (IOException | RuntimeException error) {
            end(new NoVerdictException("the watch broke: " + error));
        } catch (AnchordException error) {
            end(error);
        } finally {
            if (connection != null) {
                connection.close();
            }
        }
    }

    /** Opens the watch, whose first verdict must allow the connection with the same principal. */
    private void open() throws AnchordException, IOException {
        Deadline deadline = Deadline.after(client.deadline, tls::isClosed);
        connection = client.connect(deadline);
        chunk = 0;
        Response response = connection.exchange(client.request("/v1/watches", question + "}"), deadline);
        if (!response.isStream()) {
            throw response.problem();
        }
        Map<String, String> first = event(deadline);
        if (!"verdict".equals(first.get("event")) || !isAllowed(first.getOrDefault("data", ""))) {
            throw reason(first);
        }
        // The watch reports all changes since before this answer.
        Verdict verdict = client.evaluate(question, tls::isClosed);
        if (!Objects.equals(verdict.principal(), principal)) {
            throw new DeniedException("the principal changed", List.of(), verdict.id());
        }
    }

    /** Waits for the time that the daemon asks for, within bounds. */
    private void await(long milliseconds) throws NoVerdictException {
        try {
            Thread.sleep(Math.max(100, Math.min(milliseconds, 5000)));
        } catch (InterruptedException error) {
            throw new NoVerdictException("the watch was interrupted");
        }
    }

    /** Returns the fields of the next event, or none if it is a comment. */
    private Map<String, String> event(Deadline deadline) throws IOException, NoVerdictException {
        Map<String, String> fields = new HashMap<>();
        int left = MAXIMUM_EVENT;
        for (String line; !(line = Connection.line(this::next, left, deadline)).isEmpty(); left -= line.length()) {
            String[] parts = line.split(": ", 2);
            if (parts.length < 2 || fields.put(parts[0], parts[1]) != null) {
                throw new NoVerdictException("an event of the watch is malformed");
            }
        }
        fields.remove("");
        return fields;
    }

    /** Returns the next byte of the events, without the lengths of chunks. */
    private int next(Deadline deadline) throws IOException, NoVerdictException {
        if (chunk == 0) {
            Matcher length = CHUNK.matcher(Connection.line(connection::next, 8, deadline));
            chunk = length.matches() ? Integer.parseInt(length.group(1), 16) : 0;
            if (chunk == 0) {
                throw new NoVerdictException("the watch ended");
            }
        }
        int each = connection.next(deadline);
        chunk--;
        if (chunk == 0 && !Connection.line(connection::next, 1, deadline).equals("\r")) {
            throw new NoVerdictException("the watch is malformed");
        }
        return each;
    }

    /** Whether the JSON of a verdict has the action {@code allow} at its top. Strings and nested values have no effect. */
    static boolean isAllowed(String json) {
        StringBuilder top = new StringBuilder(",");
        int depth = 0;
        boolean isString = false;
        boolean isEscaped = false;
        for (char each : json.toCharArray()) {
            depth -= !isString && (each == '}' || each == ']') ? 1 : 0;
            top.append(depth == 1 ? String.valueOf(each) : "");
            depth += !isString && (each == '{' || each == '[') ? 1 : 0;
            isString ^= each == '"' && !isEscaped;
            isEscaped = isString && each == '\\' && !isEscaped;
        }
        String members = top.append(',').toString();
        return depth == 0 && !isString && members.contains(",\"trusted\":true,") && members.contains(",\"action\":\"allow\",");
    }

    private static AnchordException reason(Map<String, String> event) {
        String name = event.getOrDefault("event", "");
        if ((name.equals("verdict") || name.equals("changed")) && event.containsKey("id")) {
            // The reasons are only shown. Quotes in a message are escaped, so that no name imitates one.
            List<MatchResult> errors = ERROR.matcher(event.getOrDefault("data", "")).results().toList();
            String text = errors.stream().limit(8).map(each -> "; " + each.group(1) + ": " + each.group(2)).collect(Collectors.joining());
            List<String> codes = errors.stream().map(each -> each.group(1)).toList();
            return new DeniedException("the verdict changed" + text, codes, event.get("id"));
        }
        return new NoVerdictException("the watch ended: " + event.getOrDefault("data", name));
    }

    /** Closes the connection without an exchange with the peer, unless it is closed already. */
    private void end(AnchordException reason) {
        if (tls.isClosed()) {
            return;
        }
        reason.putInto(session);
        if (transport instanceof Transport own) {
            own.end(reason);
        }
        LOG.log(System.Logger.Level.WARNING, "closed " + tls.getRemoteSocketAddress() + ": " + reason.getMessage());
        try {
            transport.setSoLinger(true, 0);
            transport.close();
        } catch (IOException error) {
            // The descriptor is released in any case.
            return;
        }
    }
}
