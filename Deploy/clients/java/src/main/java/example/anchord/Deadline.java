package example.anchord;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A time on the monotonic clock, and a condition that ends a wait earlier. */
record Deadline(long end, BooleanSupplier isOver) {
    private static final long STEP = 1000;

    static Deadline after(Duration duration, BooleanSupplier isOver) {
        return new Deadline(System.nanoTime() + duration.toNanos(), isOver);
    }

    /** Returns the milliseconds that are left, at least one. */
    long left() throws NoVerdictException {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new NoVerdictException("no verdict before the deadline");
        }
        if (isOver.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new NoVerdictException("the wait for a verdict was interrupted");
        }
        return left;
    }

    /** Returns the milliseconds after which the condition must be examined again. */
    long step() throws NoVerdictException {
        return Math.min(left(), STEP);
    }
}
