package example.anchord;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** Makes sockets, each with a context of its own. */
final class SocketFactory extends SSLSocketFactory {
    private final AnchordSSLContext.Spi contexts;

    SocketFactory(AnchordSSLContext.Spi contexts) {
        this.contexts = contexts;
    }

    /** Not supported with watches: only the socket below TLS can be closed so that a reader receives an error. */
    @Override
    public Socket createSocket() throws IOException {
        return contexts.client.watches ? super.createSocket() : contexts.configured(contexts.fresh(null).getSocketFactory().createSocket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket(host, new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(name(host), new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(name(host), new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    private Socket createSocket(String host, InetSocketAddress address, InetSocketAddress local) throws IOException {
        return createSocket(Transport.connected(address, local), host, address.getPort(), true);
    }

    /** Returns the name with which the address was made, or the address, without a lookup. */
    private static String name(InetAddress host) {
        String name = host.toString().split("/", 2)[0];
        return name.isEmpty() ? host.getHostAddress() : name;
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        return contexts.configured(contexts.fresh(socket).getSocketFactory().createSocket(socket, host, port, autoClose));
    }

    @Override
    public Socket createSocket(Socket socket, InputStream consumed, boolean autoClose) throws IOException {
        return contexts.configured(contexts.fresh(socket).getSocketFactory().createSocket(socket, consumed, autoClose));
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return contexts.fresh(null).getSocketFactory().getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return contexts.fresh(null).getSocketFactory().getSupportedCipherSuites();
    }
}
