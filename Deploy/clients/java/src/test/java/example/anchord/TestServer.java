package example.anchord;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLSocket;

/** A TLS server that responds to each request, and records the bytes that it receives. */
final class TestServer implements AutoCloseable {
    final java.net.ServerSocket listener;
    final CopyOnWriteArrayList<Exception> refused = new CopyOnWriteArrayList<>();
    final Semaphore ended = new Semaphore(0);
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final String[] protocols;

    TestServer(ServerSocketFactory factory, String... protocols) throws IOException {
        this.protocols = protocols;
        listener = factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::accept);
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.getLocalPort();
    }

    synchronized String received() {
        return received.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread thread = new Thread(() -> serve(socket));
                thread.setDaemon(true);
                thread.start();
            } catch (IOException error) {
                return;
            }
        }
    }

    private void serve(Socket accepted) {
        try (SSLSocket socket = (SSLSocket) accepted) {
            if (protocols.length > 0) {
                socket.setEnabledProtocols(protocols);
            }
            socket.startHandshake();
            int each;
            StringBuilder request = new StringBuilder();
            while (request.indexOf("\r\n\r\n") < 0 && (each = socket.getInputStream().read()) >= 0) {
                request.append((char) each);
                record(each);
            }
            Verdict verdict = Verdict.of(socket.getSession());
            String body = verdict == null ? "ok" : verdict.principal().value();
            String response = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
            if (!request.isEmpty()) {
                socket.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException error) {
            refused.add(error);
        } finally {
            ended.release();
        }
    }

    private synchronized void record(int each) {
        received.write(each);
    }
}
