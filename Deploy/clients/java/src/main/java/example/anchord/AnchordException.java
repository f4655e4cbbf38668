package example.anchord;

import java.security.cert.CertificateException;

/** The connection is refused. JSSE reports it as the cause of an {@link javax.net.ssl.SSLHandshakeException}. */
public abstract sealed class AnchordException extends CertificateException permits DeniedException, NoVerdictException {
    private static final long serialVersionUID = 1;

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
}
