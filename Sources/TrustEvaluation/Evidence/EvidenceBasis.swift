/// The state of the memory of evidence when an evaluation began.
///
/// A remembered verdict that depends on evidence is outdated as soon as anything is learned.
package struct EvidenceBasis: Sendable {
    private let stored: any StoredEvidenceReading
    private let count: UInt64

    /// Records the present state; an evaluation reads evidence afterwards.
    package init(_ stored: any StoredEvidenceReading) {
        self.stored = stored
        count = stored.changeCount
    }

    /// Whether nothing was learned since.
    package var isCurrent: Bool { stored.changeCount == count }
}
