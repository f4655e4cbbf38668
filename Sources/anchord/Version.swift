/// What this program is called by its version.
enum Version {
    /// The version of this build, by semantic versioning.
    static let current = "0.1.0"
}
