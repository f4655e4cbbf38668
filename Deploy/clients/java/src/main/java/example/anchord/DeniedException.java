package example.anchord;

import java.util.ArrayList;
import java.util.List;

/** The verdict denies the chain, or does not allow it any more. */
public final class DeniedException extends AnchordException {
    private static final long serialVersionUID = 1;

    private final ArrayList<String> codes;
    private final String decision;

    DeniedException(String message, List<String> codes, String decision) {
        super("anchord: " + message + " (decision " + decision + ")");
        this.codes = new ArrayList<>(codes);
        this.decision = decision;
    }

    /** Returns the codes of the errors, such as {@code time.expired}, most useful first. */
    public List<String> codes() {
        return List.copyOf(codes);
    }

    /** Returns the identifier of the decision. */
    public String decision() {
        return decision;
    }
}
