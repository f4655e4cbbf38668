package example.anchord;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Allowed verdicts that are kept for a while: a bounded number of one daemon and one token. */
final class KeptVerdicts {
    private static final Pattern MAXIMUM_AGE = Pattern.compile("(?:^|.*[,\\s])max-age=([0-9]{1,9})(?:$|[,\\s].*)");

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
        if (kept == null || kept.end - System.nanoTime() <= 0 || left(kept.verdict).isNegative()) {
            verdicts.remove(question);
            return null;
        }
        return kept.verdict;
    }

    /** Keeps a verdict for the shortest of the maximum age, {@code max-age} and {@code validUntil}, since the question. */
    synchronized void keep(String question, Verdict verdict, long asked, String cacheControl) {
        Matcher permitted = MAXIMUM_AGE.matcher(cacheControl);
        if (!permitted.matches() || cacheControl.contains("no-store") || cacheControl.contains("no-cache")) {
            return;
        }
        Duration age = maximumAge;
        for (Duration each : new Duration[] {Duration.ofSeconds(Long.parseLong(permitted.group(1))), left(verdict)}) {
            age = each.compareTo(age) < 0 ? each : age;
        }
        if (!age.isNegative() && !age.isZero()) {
            verdicts.remove(question);
            verdicts.put(question, new Kept(verdict, asked + age.toNanos()));
        }
    }

    private Duration left(Verdict verdict) {
        return verdict.validUntil() == null ? maximumAge : Duration.between(Instant.now(), verdict.validUntil());
    }
}
