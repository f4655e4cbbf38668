import TrustService

extension ConfigurationKey {
    static let decisionMemory = ConfigurationKey(
        "decisions.memory",
        \.decisions.memory,
        .bytesOrZero((1 << 20)...(1 << 30)),
        help:
            "Memory for the last decisions, which clients with the right `decisions` may read; 0 keeps none. Without such "
            + "a client, no decision is kept.",
        details: "With `decisions.directory`, it also has the texts of answers. See <doc:API#Last-decisions>."
    )
    static let decisionDirectory = ConfigurationKey(
        "decisions.directory",
        \.decisions.directory,
        .optionalPath,
        help:
            "Directory for the log of decisions, which only one daemon may write. If not set, no decision is written to a file.",
        details: "It is created if its parent directory exists. See <doc:Operations#The-log-of-decisions>."
    )
    static let decisionJournal = ConfigurationKey(
        "decisions.journal",
        \.decisions.journal,
        .flag,
        help: "Whether decisions are entries of systemd's journal, instead of lines in `decisions.directory`.",
        details: "See <doc:Operations#Decisions-in-the-journal>."
    )
    static let decisionQueue = ConfigurationKey(
        "decisions.queue",
        \.decisions.queue,
        .bytes((64 << 10)...(1 << 30)),
        help: "Memory for decisions that wait to be written; see `decisions.onFull`.",
        details:
            "A decision takes 200 to 700 bytes. One with a verdict that no waiting decision has takes also about 3 KiB for the text of its answer."
    )
    static let decisionOverflow = ConfigurationKey(
        "decisions.onFull",
        \.decisions.onFull,
        .choice,
        help:
            "Treatment of decisions while `decisions.queue` is full. `drop` gives them to clients, and counts them instead of "
            + "recording them. `refuse` answers 503, so that no decision is given without a record."
    )
    static let decisionContent = ConfigurationKey(
        "decisions.record",
        \.decisions.record,
        .choice,
        help:
            "Content of the log about verdicts. `inputs` adds certificates, evidence and inline policies, so that questions can be "
            + "evaluated again.",
        details:
            "Each part is stored once in a file. The inputs also take memory of `caches.verdictBytes` and `decisions.memory`, where "
            + "`POST /v1/policy-sets/{name}/check` uses them, also without `decisions.directory`. See "
            + "<doc:Operations#The-log-of-decisions>."
    )
    static let decisionSample = ConfigurationKey(
        "decisions.sample",
        \.decisions.sample,
        .sample,
        help:
            "Part of the allowed verdicts that the log records, from 0 to 1. All others are recorded, and those that only a report "
            + "mode or an exception allows."
    )
    static let decisionMask = ConfigurationKey(
        "decisions.mask",
        \.decisions.mask,
        .maskedFields,
        help:
            "Names in records of decisions that are replaced by keyed digests: `host`, `subject` (the certificates) and "
            + "`principal`. The log then has no texts of answers.",
        details: "Also for `GET /v1/decisions`. See <doc:Operations#The-log-of-decisions>."
    )
    static let decisionMaskKey = ConfigurationKey(
        "decisions.maskKey",
        \.decisions.maskKey,
        .optionalPath,
        help: "File with the key of `decisions.mask`, at least 32 bytes, that only root or the daemon's user can read."
    )
    static let decisionFileBytes = ConfigurationKey(
        "decisions.maximumBytes",
        \.decisions.maximumBytes,
        .bytes((1 << 20)...(1 << 40)),
        help: "Size at which a file of the log is renamed, and a new one begins."
    )
    static let decisionFileAge = ConfigurationKey(
        "decisions.maximumAge",
        \.decisions.maximumAge,
        .duration(60...(3650 * 86400)),
        help: "Age at which a file of the log is renamed, and a new one begins."
    )
    static let decisionFiles = ConfigurationKey(
        "decisions.keep",
        \.decisions.keep,
        .integer(0...100_000, "files"),
        help:
            "Number of renamed files that are kept; the oldest are removed. 0 means that another program removes them."
    )
    static let decisionFlush = ConfigurationKey(
        "decisions.flush",
        \.decisions.flush,
        .seconds(0...60),
        help: "Longest time for which a line of the log may exist in memory only, and not on the disk.",
        details:
            "A loss of power loses the decisions of this time, and those that were being written, since no response waits for "
            + "the disk. The end of the process alone loses less."
    )
}
