package example.anchord;

/** The daemon is down, does not answer in time, answers with a problem, or sends anything else. */
public final class NoVerdictException extends AnchordException {
    private static final long serialVersionUID = 1;

    private final String code;

    NoVerdictException(String message) {
        this(message, null);
    }

    NoVerdictException(String message, String code) {
        super("anchord: " + message);
        this.code = code;
    }

    /** Returns the code of the problem, such as {@code unknownPolicySet}, or null without a problem. */
    public String code() {
        return code;
    }
}
