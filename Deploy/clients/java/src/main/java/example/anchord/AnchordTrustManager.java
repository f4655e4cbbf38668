package example.anchord;

import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Asks in the handshake. Only {@link AnchordSSLContext} uses it, because a resumed session asks no trust manager.
 */
final class AnchordTrustManager extends X509ExtendedTrustManager {
    private final AnchordClient client;
    private final String policy;

    /** Creates a trust manager that asks with a policy. */
    AnchordTrustManager(AnchordClient client, String policy) {
        this.client = client;
        this.policy = policy;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws AnchordException {
        checkServer(chain, session(socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws AnchordException {
        checkServer(chain, engine.getHandshakeSession());
    }

    /** Refuses all servers: without a connection, the host is unknown. */
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws AnchordException {
        throw new NoVerdictException("the host is unknown");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws AnchordException {
        checkClient(chain, session(socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws AnchordException {
        checkClient(chain, engine.getHandshakeSession());
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws AnchordException {
        client.evaluate(List.of(chain), policy, null, List.of());
    }

    /** Returns no issuers: the policy has the trust anchors. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    private static SSLSession session(Socket socket) throws NoVerdictException {
        if (socket instanceof SSLSocket tls) {
            return tls.getHandshakeSession();
        }
        throw new NoVerdictException("the socket has no session");
    }

    private void checkServer(X509Certificate[] chain, SSLSession session) throws AnchordException {
        String host = host(session);
        if (host == null || host.isEmpty()) {
            throw new NoVerdictException("the host is unknown");
        }
        List<byte[]> ocsp = List.of();
        if (session instanceof ExtendedSSLSession extended) {
            ocsp = extended.getStatusResponses().stream().filter(each -> each.length > 0).toList();
        }
        client.evaluate(List.of(chain), policy, host, ocsp).putInto(session);
    }

    private void checkClient(X509Certificate[] chain, SSLSession session) throws AnchordException {
        client.evaluate(List.of(chain), policy, null, List.of()).putInto(session);
    }

    /** Returns the name that the client sent to the server, or the host to which it connected. */
    private static String host(SSLSession session) {
        if (session instanceof ExtendedSSLSession extended) {
            for (SNIServerName each : extended.getRequestedServerNames()) {
                if (each instanceof SNIHostName name) {
                    return name.getAsciiName();
                }
            }
        }
        return session == null ? null : session.getPeerHost();
    }
}
