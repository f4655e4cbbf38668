import example.anchord.AnchordClient;
import example.anchord.AnchordException;
import example.anchord.AnchordSSLContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Prints a page of a server that anchord allows, or the reasons for the denial: Get URL [POLICY [SOCKET]]. */
public final class Get {
    private Get() {}

    public static void main(String[] arguments) throws Exception {
        AnchordClient.Builder settings = AnchordClient.builder();
        if (arguments.length > 2) {
            settings.address(arguments[2]);
        }
        String policy = arguments.length > 1 ? arguments[1] : "system";
        var context = AnchordSSLContext.forClients(settings.build(), policy);
        HttpClient http = HttpClient.newBuilder().sslContext(context).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
        try {
            System.out.print(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException error) {
            AnchordException cause = AnchordException.in(error);
            System.err.println(cause == null ? error : cause.getMessage());
            System.exit(1);
        }
    }
}
