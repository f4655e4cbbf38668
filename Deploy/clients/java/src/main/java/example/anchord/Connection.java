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
final class Connection {
    private static final int MAXIMUM_HEAD = 16 * 1024;
    private static final int MAXIMUM_BODY = 1024 * 1024;
    /** The fields that are read. Others may be repeated. */
    private static final Set<String> SINGLE_FIELDS =
            Set.of("content-length", "content-type", "transfer-encoding", "connection", "cache-control", "anchord-action");
    private static final Pattern START = Pattern.compile("HTTP/1\\.1 ([2-5][0-9]{2})(?: .*)?");
    private static final Pattern FIELD = Pattern.compile("([!-9;-~]+):[ \\t]*(.*?)[ \\t]*");

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);
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

    void close() {
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
    boolean isIdle() throws IOException {
        buffer.clear();
        return channel.read(buffer) == 0;
    }

    /** Sends a request, and returns its response. */
    Response exchange(byte[] request, Deadline deadline) throws IOException, NoVerdictException {
        hasResponse = false;
        ByteBuffer unsent = ByteBuffer.wrap(request);
        while (unsent.hasRemaining()) {
            if (channel.write(unsent) == 0) {
                await(SelectionKey.OP_WRITE, deadline);
            }
        }
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        int end = -1;
        while ((end = endOfHead(received)) < 0) {
            if (received.size() > MAXIMUM_HEAD) {
                throw new NoVerdictException("the head of the response is too long");
            }
            receive(received, deadline);
        }
        String head = received.toString(StandardCharsets.ISO_8859_1).substring(0, end);
        int status = status(head);
        Map<String, String> fields = fields(head);
        int length = length(fields);
        while (received.size() < end + 4 + length) {
            receive(received, deadline);
        }
        if (received.size() > end + 4 + length) {
            throw new NoVerdictException("the response is longer than its length");
        }
        byte[] bytes = received.toByteArray();
        return new Response(status, fields, java.util.Arrays.copyOfRange(bytes, end + 4, bytes.length));
    }

    private static int endOfHead(ByteArrayOutputStream received) {
        return received.toString(StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
    }

    private static int status(String head) throws NoVerdictException {
        Matcher matcher = START.matcher(head.split("\r\n", 2)[0]);
        if (!matcher.matches()) {
            throw new NoVerdictException("the response is not HTTP/1.1");
        }
        return Integer.parseInt(matcher.group(1));
    }

    private static Map<String, String> fields(String head) throws NoVerdictException {
        Map<String, String> fields = new HashMap<>();
        String[] lines = head.split("\r\n", -1);
        for (int i = 1; i < lines.length; i++) {
            Matcher matcher = FIELD.matcher(lines[i]);
            String name = matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : null;
            if (name == null || (fields.put(name, matcher.group(2)) != null && SINGLE_FIELDS.contains(name))) {
                throw new NoVerdictException("the response has a malformed or repeated field");
            }
        }
        return fields;
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

    private void receive(ByteArrayOutputStream received, Deadline deadline) throws IOException, NoVerdictException {
        await(SelectionKey.OP_READ, deadline);
        buffer.clear();
        int count = channel.read(buffer);
        if (count < 0) {
            throw new IOException("the connection was closed before the end of the response");
        }
        hasResponse |= count > 0;
        received.write(buffer.array(), 0, count);
    }

    private void await(int operation, Deadline deadline) throws IOException, NoVerdictException {
        key.interestOps(operation);
        selector.selectedKeys().clear();
        selector.select(deadline.left());
        if (Thread.currentThread().isInterrupted()) {
            throw new NoVerdictException("the thread was interrupted before the verdict");
        }
        if (selector.selectedKeys().isEmpty()) {
            deadline.left();
        }
    }
}
