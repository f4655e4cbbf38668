import TrustPolicies

extension PolicyLoader {
    /// Loads the policies for a command.
    ///
    /// - Throws: ``CommandFailure`` with all problems of the policies.
    func snapshotForCommand() throws(CommandFailure) -> PolicySnapshot {
        do throws(PolicyLoadError) { return try load() } catch {
            throw CommandFailure(error.problems.map(\.description))
        }
    }
}
