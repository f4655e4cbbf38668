package example.anchord;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Allowed verdicts that are kept for a while: a bounded number of one daemon and one token. */
final class KeptVerdicts {
    /** The daemon permits no longer reuse than until the end of the verdict. */
    private static final Pattern CACHE_CONTROL = Pattern.compile("private, max-age=([0-9]{1,9})");

    private record Kept(Verdict verdict, long end) {}

    private final Duration maximumAge;
    private final Map<String, Kept> verdicts;

    KeptVerdicts(Duration maximumAge, int maximumCount) {
        this.maximumAge = maximumAge;
        this.verdicts = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
                return size() > maximumCount;
            }
        };
    }

    /** Returns a verdict that has not expired, or null. */
    synchronized Verdict find(String question) {
        Kept kept = verdicts.get(question);
        if (kept == null || kept.end - System.nanoTime() <= 0) {
            verdicts.remove(question);
            return null;
        }
        return kept.verdict;
    }

    /** Keeps a verdict for the shorter of the maximum age and {@code max-age}, since the question. */
    synchronized void keep(String question, Verdict verdict, long asked, String cacheControl) {
        Matcher permitted = CACHE_CONTROL.matcher(cacheControl);
        if (permitted.matches()) {
            long age = Math.min(maximumAge.toNanos(), Duration.ofSeconds(Long.parseLong(permitted.group(1))).toNanos());
            verdicts.remove(question);
            verdicts.put(question, new Kept(verdict, asked + age));
        }
    }
}
