import Glibc

/// A second descriptor of a socket, which stays this socket's whatever becomes of the first; closed with the object.
final class OwnedDescriptor: Sendable {
    let descriptor: Int32

    /// Opens it; nil where the process may have no more.
    init?(duplicateOf descriptor: Int32) {
        guard let copy = Descriptor.duplicate(descriptor) else { return nil }
        self.descriptor = copy
    }

    deinit {
        close(descriptor)
    }
}
