package example.anchord;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * A context whose connections ask in each handshake.
 *
 * JSSE asks no trust manager about a resumed session, and has no setting of a context that turns resumption off. Therefore,
 * each connection has a context of its own, whose cache and ticket keys no other connection has.
 */
public final class AnchordSSLContext extends SSLContext {
    private AnchordSSLContext(Spi spi, Provider provider) {
        super(spi, provider, "TLS");
    }

    /** Returns a context for clients that have no certificate. */
    public static SSLContext forClients(AnchordClient client, String policy) {
        return forClients(client, policy, null);
    }

    /** Returns a context for clients, with the keys of their certificates. */
    public static SSLContext forClients(AnchordClient client, String policy, KeyManager[] keys) {
        return create(client, policy, keys, false);
    }

    /** Returns a context for servers, which require a certificate of each client. */
    public static SSLContext forServers(AnchordClient client, String policy, KeyManager[] keys) {
        return create(client, policy, keys, true);
    }

    private static SSLContext create(AnchordClient client, String policy, KeyManager[] keys, boolean isServer) {
        Spi spi = new Spi(client, policy, keys, isServer);
        return new AnchordSSLContext(spi, spi.fresh(null).getProvider());
    }

    /** Makes a context for each connection. */
    static final class Spi extends SSLContextSpi {
        final AnchordClient client;
        private final String policy;
        private final KeyManager[] keys;
        private final boolean isServer;

        Spi(AnchordClient client, String policy, KeyManager[] keys, boolean isServer) {
            this.client = client;
            this.policy = policy;
            this.keys = keys;
            this.isServer = isServer;
        }

        /** Returns a context for one connection, with the socket below TLS if there is one. */
        SSLContext fresh(Socket transport) {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(keys, new TrustManager[] {new AnchordTrustManager(client, policy, transport)}, null);
                return context;
            } catch (GeneralSecurityException error) {
                throw new IllegalStateException("this Java has no TLS", error);
            }
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
            throw new UnsupportedOperationException("the context is initialized already");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return new SocketFactory(this);
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return new ServerSocketFactory(this);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return configured(fresh(null).createSSLEngine());
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return configured(fresh(null).createSSLEngine(host, port));
        }

        private SSLEngine configured(SSLEngine engine) {
            if (isServer) {
                engine.setUseClientMode(false);
            }
            engine.setNeedClientAuth(true);
            return engine;
        }

        /** Configures a socket. A program can use one of a context for clients as a server too, and must then ask. */
        Socket configured(Socket socket) {
            SSLSocket tls = (SSLSocket) socket;
            if (isServer) {
                tls.setUseClientMode(false);
            }
            tls.setNeedClientAuth(true);
            return tls;
        }

        /** Returns the cache of a context without connections. */
        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return fresh(null).getServerSessionContext();
        }

        /** Returns the cache of a context without connections. */
        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return fresh(null).getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            SSLParameters parameters = fresh(null).getDefaultSSLParameters();
            parameters.setNeedClientAuth(true);
            return parameters;
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return fresh(null).getSupportedSSLParameters();
        }
    }
}
