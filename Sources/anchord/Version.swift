enum Version {
    /// The semantic version of this build.
    static let current = "0.1.0"
}
