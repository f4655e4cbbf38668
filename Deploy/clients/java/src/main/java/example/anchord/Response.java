package example.anchord;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A response of the daemon as text: a line for the verdict, one for the principal, and one for each reason.
 *
 * The daemon escapes control characters, so that a name in a certificate cannot begin a line.
 */
record Response(int status, Map<String, String> fields, byte[] body) {
    private static final Pattern VERDICT = Pattern.compile("(trusted|untrusted|indeterminate): ([a-z]+) \\(.*\\)");
    /** A backslash may be an escaped character, so that two names could be the same text. */
    private static final Pattern PRINCIPAL = Pattern.compile("principal: ([A-Za-z]+) ([^\\\\]+)");
    private static final Pattern ERROR = Pattern.compile("error ([A-Za-z0-9.]+): (.*)");
    private static final Pattern PROBLEM = Pattern.compile("problem ([A-Za-z]+) \\([0-9]{3}\\): .*");
    private static final int SHOWN = 8;

    /** Whether the response is one of events, whose body does not end. */
    boolean isStream() {
        return status == 200 && hasType("text/event-stream") && "chunked".equals(fields.get("transfer-encoding"));
    }

    /** Returns the verdict that allows the connection. The header fields and the first line must state the same. */
    Verdict verdict() throws AnchordException {
        List<String> lines = lines();
        Matcher first = VERDICT.matcher(lines.get(0));
        String id = fields.get("anchord-decision");
        if (status != 200 || id == null || !first.matches()
                || !first.group(1).equals(fields.get("anchord-verdict"))
                || !first.group(2).equals(fields.get("anchord-action"))) {
            throw problem();
        }
        if (!first.group(2).equals("allow")) {
            throw denied(id, lines);
        }
        if (!first.group(1).equals("trusted")) {
            throw new NoVerdictException("the verdict contradicts itself");
        }
        if (lines.size() < 2 || !lines.get(1).startsWith("principal:")) {
            return new Verdict(id, null);
        }
        Matcher principal = PRINCIPAL.matcher(lines.get(1));
        if (!principal.matches()) {
            throw new NoVerdictException("the principal of the verdict is malformed");
        }
        return new Verdict(id, new Verdict.Principal(principal.group(1), principal.group(2)));
    }

    /** Returns the reason why the response is not a verdict. */
    NoVerdictException problem() throws NoVerdictException {
        String first = lines().get(0);
        Matcher problem = PROBLEM.matcher(first);
        if (status >= 400 && problem.matches()) {
            return new NoVerdictException("no verdict: " + first, problem.group(1));
        }
        return new NoVerdictException("unexpected response with the status " + status);
    }

    private static DeniedException denied(String id, List<String> lines) {
        List<Matcher> errors = lines.stream().map(ERROR::matcher).filter(Matcher::matches).toList();
        List<String> texts = errors.stream().limit(SHOWN).map(each -> each.group(1) + ": " + each.group(2)).toList();
        String text = texts.isEmpty() ? lines.get(0) : String.join("; ", texts);
        return new DeniedException("denied: " + text, errors.stream().map(each -> each.group(1)).toList(), id);
    }

    private List<String> lines() throws NoVerdictException {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            if (hasType("text/plain") && text.endsWith("\n")) {
                return List.of(text.split("\n", -1));
            }
        } catch (CharacterCodingException error) {
            throw new NoVerdictException("the response is not UTF-8");
        }
        throw new NoVerdictException("the response with the status " + status + " is not text of anchord");
    }

    private boolean hasType(String type) {
        return fields.getOrDefault("content-type", "").split(";", 2)[0].strip().equalsIgnoreCase(type);
    }
}
