package example.anchord;

import java.security.cert.CertificateException;
import javax.net.ssl.SSLSession;

/** The connection is refused. JSSE reports it as the cause of an {@link javax.net.ssl.SSLHandshakeException}. */
public abstract sealed class AnchordException extends CertificateException permits DeniedException, NoVerdictException {
    private static final long serialVersionUID = 1;
    private static final String NAME = "example.anchord.end";

    AnchordException(String message) {
        super(message);
    }

    /** Returns the exception of this package in an exception of a library, or null. */
    public static AnchordException in(Throwable thrown) {
        Throwable each = thrown;
        for (int depth = 0; each != null && depth < 32; depth++) {
            if (each instanceof AnchordException found) {
                return found;
            }
            each = each.getCause();
        }
        return null;
    }

    /** Returns the reason why a watch closed the connection of a session, or null. */
    public static AnchordException of(SSLSession session) {
        return session.getValue(NAME) instanceof AnchordException found ? found : null;
    }

    void putInto(SSLSession session) {
        session.putValue(NAME, this);
    }
}
