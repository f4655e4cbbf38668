extension ConfigurationKey {
    static let decisionMemory = ConfigurationKey(
        "decisions.memory",
        \.decisions.memory,
        .bytesOrZero((1 << 20)...(1 << 30)),
        help:
            "Memory for the last decisions, which clients with the right `decisions` may read; 0 keeps none. Without such "
            + "a client, no decision is kept.",
        details: "See <doc:API#Last-decisions>."
    )
}
