package example.anchord;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketAddress;

/** A socket below TLS, whose reader receives the reason for which a watch closed it. */
final class Transport extends Socket {
    private volatile AnchordException reason;

    /** Returns a socket that is connected to an address, from a local one unless it is null. */
    static Transport connected(SocketAddress address, SocketAddress local) throws IOException {
        Transport socket = new Transport();
        try {
            if (local != null) {
                socket.bind(local);
            }
            socket.connect(address);
            return socket;
        } catch (IOException | RuntimeException error) {
            socket.close();
            throw error;
        }
    }

    void end(AnchordException reason) {
        this.reason = reason;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                try {
                    return super.read(bytes, offset, length);
                } catch (IOException error) {
                    throw reason == null ? error : new IOException(reason.getMessage(), reason);
                }
            }
        };
    }
}
