/// Holds extensions in the order in which they are written.
package struct TestExtensions: Sendable {
    /// The extensions themselves; may be rearranged at will.
    package var list: [TestExtension]

    /// Takes the extensions in the order given.
    package init(_ list: [TestExtension] = []) {
        self.list = list
    }

    /// Adds at the end, even where one of that type exists already (RFC 5280 section 4.2 forbids two).
    package mutating func append(_ newExtension: TestExtension) {
        list.append(newExtension)
    }

    /// Replaces the first extension of the same type in its place, or adds at the end.
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

    /// Sets the extension, or removes those of this type where there is none to set.
    mutating func replace(_ objectIdentifier: TestObjectIdentifier, with newExtension: TestExtension?) {
        if let newExtension { set(newExtension) } else { remove(objectIdentifier) }
    }

    /// The SEQUENCE OF Extension.
    var der: [UInt8] { DERWriter.sequence(of: list.map(\.der)) }
}
