package import TrustEvidence

/// The place where an inquiry waits for evidence, which a server limits.
package protocol WaitingPlace: Sendable {
    /// Waits for an operation, which ends soon after its task is canceled.
    ///
    /// - Parameters:
    ///   - share: The client to whose share of the waiting inquiries the wait is charged.
    ///   - bytes: The memory that the inquiry keeps during the wait.
    ///   - operation: The operation to wait for.
    /// - Returns: The result of the operation.
    /// - Throws: The reason why the wait is refused, or why no answer is needed after it.
    func wait<Value: Sendable>(
        of share: ClientShare,
        keeping bytes: Int,
        for operation: () async -> Value
    ) async throws -> Value
}
