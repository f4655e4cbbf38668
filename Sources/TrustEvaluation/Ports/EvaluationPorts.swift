/// What evaluations need of libraries; given by the composition root.
package struct EvaluationPorts: Sendable {
    /// Checks signatures and validates paths.
    package var paths: any PathValidating

    /// Takes the adapters.
    package init(paths: any PathValidating) {
        self.paths = paths
    }
}
