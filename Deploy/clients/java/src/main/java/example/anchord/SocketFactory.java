package example.anchord;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** Makes sockets, each with a context of its own. */
final class SocketFactory extends SSLSocketFactory {
    private final AnchordSSLContext.Spi contexts;

    SocketFactory(AnchordSSLContext.Spi contexts) {
        this.contexts = contexts;
    }

    private SSLSocketFactory fresh() {
        return contexts.fresh().getSocketFactory();
    }

    @Override
    public Socket createSocket() throws IOException {
        return contexts.configured(fresh().createSocket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return contexts.configured(fresh().createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return contexts.configured(fresh().createSocket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return contexts.configured(fresh().createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return contexts.configured(fresh().createSocket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        return contexts.configured(fresh().createSocket(socket, host, port, autoClose));
    }

    @Override
    public Socket createSocket(Socket socket, InputStream consumed, boolean autoClose) throws IOException {
        return contexts.configured(fresh().createSocket(socket, consumed, autoClose));
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return fresh().getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return fresh().getSupportedCipherSuites();
    }
}
