package example.anchord;

import javax.net.ssl.SSLSession;

/**
 * A verdict that allows the connection.
 *
 * @param id the identifier of the decision
 * @param principal the name with which the policy allows a client, or null
 */
public record Verdict(String id, Principal principal) {
    private static final String NAME = "example.anchord.verdict";

    /**
     * The name with which the policy allows a client.
     *
     * @param kind such as {@code uri} or {@code email}
     * @param value the name
     */
    public record Principal(String kind, String value) {}

    /** Returns the verdict about the peer of a session, or null if anchord was not asked. */
    public static Verdict of(SSLSession session) {
        return session.getValue(NAME) instanceof Verdict verdict ? verdict : null;
    }

    void putInto(SSLSession session) {
        session.putValue(NAME, this);
    }
}
