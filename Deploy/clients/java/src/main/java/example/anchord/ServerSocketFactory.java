package example.anchord;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ssl.SSLServerSocketFactory;

/** Makes listeners, whose connections each have a context of their own and require a certificate of the client. */
final class ServerSocketFactory extends SSLServerSocketFactory {
    private final AnchordSSLContext.Spi contexts;

    ServerSocketFactory(AnchordSSLContext.Spi contexts) {
        this.contexts = contexts;
    }

    /** An {@code SSLServerSocket} would share one context, and thereby sessions, between its connections. */
    private final class Listener extends ServerSocket {
        Listener() throws IOException {}

        Listener(int port, int backlog, InetAddress address) throws IOException {
            super(port, backlog, address);
        }

        @Override
        public Socket accept() throws IOException {
            Transport plain = new Transport();
            try {
                implAccept(plain);
                return contexts.configured(contexts.fresh(plain).getSocketFactory().createSocket(plain, null, true));
            } catch (IOException | RuntimeException error) {
                plain.close();
                throw error;
            }
        }
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new Listener();
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return new Listener(port, 0, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return new Listener(port, backlog, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        return new Listener(port, backlog, address);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return contexts.fresh(null).getServerSocketFactory().getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return contexts.fresh(null).getServerSocketFactory().getSupportedCipherSuites();
    }
}
