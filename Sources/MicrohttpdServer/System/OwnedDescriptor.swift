import CMicrohttpdShims
import Glibc

/// A duplicate of a socket's descriptor, which stays valid after the original is closed; the deinitializer closes it.
final class OwnedDescriptor: Sendable {
    let descriptor: Int32

    /// Duplicates a descriptor; nil if the process has too many.
    init?(duplicateOf descriptor: Int32) {
        guard let copy = Descriptor.duplicate(descriptor) else { return nil }
        self.descriptor = copy
    }

    /// Takes the socket of a descriptor, which has a socket without a connection from then on; nil if the process has too many.
    init?(takenFrom descriptor: Int32) {
        let taken = cmicrohttpdshims_take_socket(descriptor)
        guard taken >= 0 else { return nil }
        self.descriptor = taken
    }

    deinit {
        close(descriptor)
    }
}
