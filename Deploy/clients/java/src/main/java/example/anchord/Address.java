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

/** {@code /PATH}, {@code unix:/PATH}, {@code tcp:HOST:PORT} or {@code http://HOST:PORT}. */
final class Address {
    /** Permits no name, and no number that Java would resolve like a name. */
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";
    private static final Pattern TCP = Pattern.compile("(?:tcp:(?=[^/]*$)|http://)(\\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*]|"
            + OCTET + "(?:\\." + OCTET + "){3}|localhost):([0-9]{1,5})/?");

    private final String text;
    private final SocketAddress address;
    private final Set<String> users;

    Address(String text, Set<String> users, boolean hasToken) {
        this.text = text;
        this.users = users;
        String path = text.startsWith("unix:") ? text.substring("unix:".length()) : text;
        this.address = path.startsWith("/") ? UnixDomainSocketAddress.of(path) : tcp(text, hasToken);
    }

    private static SocketAddress tcp(String text, boolean hasToken) {
        Matcher matcher = TCP.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65535) {
            throw malformed(text);
        }
        try {
            InetAddress address = InetAddress.getByName(matcher.group(1).replace("localhost", "127.0.0.1"));
            if (hasToken && !address.isLoopbackAddress()) {
                throw new IllegalArgumentException("a token is sent only to a Unix socket or a loopback address");
            }
            return new InetSocketAddress(address, Integer.parseInt(matcher.group(2)));
        } catch (UnknownHostException error) {
            throw malformed(text);
        }
    }

    private static IllegalArgumentException malformed(String text) {
        String forms = "/PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT";
        return new IllegalArgumentException("an address is " + forms + ", where HOST is an IP address or localhost: " + text);
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
