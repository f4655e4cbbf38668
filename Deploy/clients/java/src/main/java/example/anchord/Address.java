package example.anchord;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.net.ExtendedSocketOptions;

/** The path of a Unix socket, or {@code http://} with an IP address and a port. */
final class Address {
    private static final Pattern TCP =
            Pattern.compile("http://(?:\\[([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)]|([0-9]+(?:\\.[0-9]+){3}|localhost)):([0-9]{1,5})/?");

    private final String text;
    private final SocketAddress address;
    private final Set<String> users;

    Address(String text, Set<String> users, boolean hasToken) {
        this.text = text;
        this.users = users;
        this.address = text.startsWith("/") ? UnixDomainSocketAddress.of(text) : tcp(text, hasToken);
    }

    private static SocketAddress tcp(String text, boolean hasToken) {
        Matcher matcher = TCP.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the address is neither the path of a Unix socket nor http://IP:PORT: " + text);
        }
        try {
            // The pattern permits no name, so that nothing is resolved.
            String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2).replace("localhost", "127.0.0.1");
            InetAddress address = InetAddress.getByName(host);
            if (hasToken && !address.isLoopbackAddress()) {
                throw new IllegalArgumentException("a token is sent only to a Unix socket or a loopback address");
            }
            return new InetSocketAddress(address, Integer.parseInt(matcher.group(3)));
        } catch (UnknownHostException error) {
            throw new IllegalArgumentException("the address is malformed: " + text, error);
        }
    }

    /** Connects, and checks the user of the daemon. */
    Connection connect(Deadline deadline) throws IOException, NoVerdictException {
        boolean isUnix = address instanceof UnixDomainSocketAddress;
        SocketChannel channel = isUnix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        Connection connection = new Connection(channel);
        try {
            connection.connect(address, deadline);
            if (isUnix) {
                String user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
                if (!users.contains(user)) {
                    throw new NoVerdictException("the socket " + text + " belongs to the user " + user + ", not to root or anchord");
                }
            }
            return connection;
        } catch (IOException | NoVerdictException | RuntimeException error) {
            connection.close();
            throw error;
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
