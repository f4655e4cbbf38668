package example.anchord;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A connection to the daemon, on which one request after the other is sent. */
final class Connection implements AutoCloseable {
    private static final int MAXIMUM_HEAD = 16 * 1024;
    private static final int MAXIMUM_BODY = 1024 * 1024;
    /** The fields that are read. Others may be repeated. */
    private static final Set<String> SINGLE_FIELDS = Set.of("content-length", "content-type", "transfer-encoding", "connection",
            "cache-control", "anchord-action", "anchord-verdict", "anchord-decision");
    private static final Pattern START = Pattern.compile("HTTP/1\\.1 ([2-5][0-9]{2})(?: .*)?\\r");
    private static final Pattern FIELD = Pattern.compile("([!-9;-~]+):[ \\t]*(.*?)[ \\t]*\\r");

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024).flip();
    private boolean hasResponse;

    Connection(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        selector = Selector.open();
        key = channel.register(selector, 0);
    }

    void connect(SocketAddress address, Deadline deadline) throws IOException, NoVerdictException {
        if (!channel.connect(address)) {
            await(SelectionKey.OP_CONNECT, deadline);
            channel.finishConnect();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
            selector.close();
        } catch (IOException error) {
            // The descriptors are released in any case.
            return;
        }
    }

    /** Whether a byte of the last response has arrived. */
    boolean hasResponse() {
        return hasResponse;
    }

    /** Whether neither an end nor a byte has arrived since the last response. */
    boolean isIdle() {
        try {
            return channel.read(buffer.clear()) == 0;
        } catch (IOException error) {
            return false;
        } finally {
            buffer.flip();
        }
    }

    /** Sends a request, and returns its response. The body of a stream is left unread. */
    Response exchange(byte[] request, Deadline deadline) throws IOException, NoVerdictException {
        hasResponse = false;
        for (ByteBuffer unsent = ByteBuffer.wrap(request); unsent.hasRemaining(); ) {
            if (channel.write(unsent) == 0) {
                await(SelectionKey.OP_WRITE, deadline);
            }
        }
        Response head = head(deadline);
        if (head.isStream()) {
            return head;
        }
        byte[] body = new byte[length(head.fields())];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) next(deadline);
        }
        if (buffer.hasRemaining()) {
            throw new NoVerdictException("the response is longer than its length");
        }
        return new Response(head.status(), head.fields(), body);
    }

    private Response head(Deadline deadline) throws IOException, NoVerdictException {
        Matcher start = START.matcher(line(this::next, MAXIMUM_HEAD, deadline));
        if (!start.matches()) {
            throw new NoVerdictException("the response is not HTTP/1.1");
        }
        Map<String, String> fields = new HashMap<>();
        int left = MAXIMUM_HEAD;
        for (String line; !(line = line(this::next, left, deadline)).equals("\r"); left -= line.length()) {
            Matcher matcher = FIELD.matcher(line);
            String name = matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : null;
            if (name == null || (fields.put(name, matcher.group(2)) != null && SINGLE_FIELDS.contains(name))) {
                throw new NoVerdictException("the response has a malformed or repeated field");
            }
        }
        return new Response(Integer.parseInt(start.group(1)), fields, new byte[0]);
    }

    private static int length(Map<String, String> fields) throws NoVerdictException {
        String length = fields.getOrDefault("content-length", "");
        if (!length.matches("[0-9]{1,9}") || fields.containsKey("transfer-encoding")) {
            throw new NoVerdictException("the response has no length");
        }
        if (Integer.parseInt(length) > MAXIMUM_BODY) {
            throw new NoVerdictException("the response is too long");
        }
        return Integer.parseInt(length);
    }

    /** Reads bytes. */
    interface Source {
        int next(Deadline deadline) throws IOException, NoVerdictException;
    }

    /** Reads a line in UTF-8 without its line feed. */
    static String line(Source source, int maximum, Deadline deadline) throws IOException, NoVerdictException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int each; (each = source.next(deadline)) != '\n'; line.write(each)) {
            if (line.size() >= maximum) {
                throw new NoVerdictException("a line of the response is too long");
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Reads a byte. */
    int next(Deadline deadline) throws IOException, NoVerdictException {
        while (!buffer.hasRemaining()) {
            await(SelectionKey.OP_READ, deadline);
            int count = channel.read(buffer.clear());
            buffer.flip();
            if (count < 0) {
                throw new IOException("the daemon closed the connection");
            }
            hasResponse |= count > 0;
        }
        return buffer.get() & 0xff;
    }

    private void await(int operation, Deadline deadline) throws IOException, NoVerdictException {
        key.interestOps(operation);
        do {
            selector.selectedKeys().clear();
            selector.select(deadline.step());
        } while (selector.selectedKeys().isEmpty());
    }
}
