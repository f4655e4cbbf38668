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
    private final Socket transport;
    private boolean isWatched;

    /** Creates a trust manager that asks with a policy. The transport is the socket below TLS, or null if there is no such socket. */
    AnchordTrustManager(AnchordClient client, String policy, Socket transport) {
        this.client = client;
        this.policy = policy;
        this.transport = transport;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws AnchordException {
        SSLSocket tls = tls(socket);
        check(chain, host(tls.getHandshakeSession()), tls.getHandshakeSession(), tls);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws AnchordException {
        check(chain, host(engine.getHandshakeSession()), engine.getHandshakeSession(), null);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws AnchordException {
        throw new NoVerdictException("the connection is unknown");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws AnchordException {
        SSLSocket tls = tls(socket);
        check(chain, null, tls.getHandshakeSession(), tls);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws AnchordException {
        check(chain, null, engine.getHandshakeSession(), null);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws AnchordException {
        throw new NoVerdictException("the connection is unknown");
    }

    /** Returns no issuers: the policy has the trust anchors. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    private static SSLSocket tls(Socket socket) throws NoVerdictException {
        if (socket instanceof SSLSocket tls) {
            return tls;
        }
        throw new NoVerdictException("the socket has no session");
    }

    private void check(X509Certificate[] chain, String host, SSLSession session, SSLSocket tls) throws AnchordException {
        List<byte[]> ocsp = List.of();
        if (session instanceof ExtendedSSLSession extended && host != null) {
            ocsp = extended.getStatusResponses().stream().filter(each -> each.length > 0).toList();
        }
        String question = AnchordClient.question(List.of(chain), policy, host, ocsp);
        Verdict verdict = client.evaluate(question, () -> false);
        verdict.putInto(session);
        if (client.watches) {
            watch(question, verdict, tls);
        }
    }

    /** Begins a watch when the peer has proved that it has the key: others must not occupy one. */
    private void watch(String question, Verdict verdict, SSLSocket tls) throws NoVerdictException {
        if (tls == null || transport == null || isWatched) {
            throw new NoVerdictException("a watch could not close the connection, or would be its second one");
        }
        isWatched = true;
        tls.addHandshakeCompletedListener(new Watch(client, question, verdict.principal(), tls, transport));
    }

    /** Returns the name that the client sent to the server, or the host to which it connected. */
    private static String host(SSLSession session) throws NoVerdictException {
        if (session instanceof ExtendedSSLSession extended) {
            for (SNIServerName each : extended.getRequestedServerNames()) {
                if (each instanceof SNIHostName name) {
                    return name.getAsciiName();
                }
            }
        }
        String host = session.getPeerHost();
        if (host == null || host.isEmpty()) {
            throw new NoVerdictException("the host is unknown");
        }
        return host;
    }
}
