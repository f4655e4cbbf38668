import Glibc

/// A duplicate of a socket's descriptor, which stays valid after the original is closed; the deinitializer closes it.
final class OwnedDescriptor: Sendable {
    let descriptor: Int32

    /// Duplicates a descriptor; nil if the process has too many.
    init?(duplicateOf descriptor: Int32) {
        guard let copy = Descriptor.duplicate(descriptor) else { return nil }
        self.descriptor = copy
    }

    deinit {
        close(descriptor)
    }
}
