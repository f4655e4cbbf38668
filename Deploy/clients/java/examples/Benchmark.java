import example.anchord.AnchordClient;
import example.anchord.AnchordSSLContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** The driver of ../benchmark, which describes the arguments, the environment and the output. */
public final class Benchmark {
    private Benchmark() {}

    private static SSLContext own(Path root) throws Exception {
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        try (var input = Files.newInputStream(root)) {
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(input)) {
                anchors.setCertificateEntry("anchor-" + anchors.size(), each);
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static SSLContext anchord() {
        String socket = System.getenv("ANCHORD_ADDRESS").replaceFirst("^unix:", "");
        AnchordClient client = AnchordClient.builder().address(socket).allowUser(System.getProperty("user.name")).build();
        return AnchordSSLContext.forClients(client, System.getenv("ANCHORD_POLICY"));
    }

    /** Returns the microseconds of a handshake. */
    private static long handshake(SSLContext context, String host, int port, boolean isOwn) throws Exception {
        long begin = System.nanoTime();
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(host, port)) {
            if (isOwn) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
            }
            socket.startHandshake();
            return (System.nanoTime() - begin) / 1000;
        }
    }

    public static void main(String[] arguments) throws Exception {
        String[] address = arguments[0].split(":");
        boolean isOwn = arguments[2].equals("own");
        SSLContext context = isOwn ? own(Path.of(System.getenv("ANCHORD_ROOT"))) : anchord();
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            System.out.println(handshake(context, address[0], Integer.parseInt(address[1]), isOwn));
        }
        String memory = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow();
        System.out.printf("rss %s fds %d%n", memory.replaceAll("[^0-9]", ""), Path.of("/proc/self/fd").toFile().list().length);
    }
}
