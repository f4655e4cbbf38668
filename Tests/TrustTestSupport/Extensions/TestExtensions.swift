/// A list of extensions in encoded order.
package struct TestExtensions: Sendable {
    /// The extensions, in any order.
    package var list: [TestExtension]

    /// Takes the extensions in the order given.
    package init(_ list: [TestExtension] = []) {
        self.list = list
    }

    /// Appends an extension, even a duplicate (which RFC 5280 section 4.2 forbids).
    package mutating func append(_ newExtension: TestExtension) {
        list.append(newExtension)
    }

    /// Replaces the first extension of the same type, or appends one.
    package mutating func set(_ newExtension: TestExtension) {
        if let index = list.firstIndex(where: { $0.objectIdentifier == newExtension.objectIdentifier }) {
            list[index] = newExtension
        } else {
            list.append(newExtension)
        }
    }

    /// Removes every extension of this type.
    package mutating func remove(_ objectIdentifier: TestObjectIdentifier) {
        list.removeAll { $0.objectIdentifier == objectIdentifier }
    }

    /// Removes every extension.
    package mutating func removeAll() {
        list.removeAll()
    }

    /// Sets the extension, or removes all extensions of this type if it is nil.
    mutating func replace(_ objectIdentifier: TestObjectIdentifier, with newExtension: TestExtension?) {
        if let newExtension { set(newExtension) } else { remove(objectIdentifier) }
    }

    /// The SEQUENCE OF Extension.
    var der: [UInt8] { DERWriter.sequence(of: list.map(\.der)) }
}
