package example.anchord;

import java.time.Duration;

/** A time on the monotonic clock. */
record Deadline(long end) {
    static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    /** Returns the milliseconds that are left, at least one. */
    long left() throws NoVerdictException {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new NoVerdictException("no verdict before the deadline");
        }
        return left;
    }
}
