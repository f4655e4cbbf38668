import Foundation
import StructuredDocuments

/// Compares the values read by ``JSONReader`` with those read by Foundation.
enum JSONComparison {
    static func isSame(_ ours: DocumentNode, _ theirs: Any) -> Bool {
        switch ours.content {
        case .null: theirs is NSNull
        case .bool(let value): (theirs as? Bool) == value
        case .number(let text): (theirs as? NSNumber)?.doubleValue == Double(text)
        case .string(let text): (theirs as? String).map { $0 == text && $0.utf8.count == text.utf8.count } ?? false
        case .sequence(let nodes):
            (theirs as? [Any]).map { $0.count == nodes.count && zip(nodes, $0).allSatisfy { isSame($0, $1) } } ?? false
        case .mapping(let entries):
            (theirs as? [String: Any]).map { object in
                object.count == entries.count
                    && entries.allSatisfy { entry in object[entry.key].map { isSame(entry.value, $0) } ?? false }
            } ?? false
        }
    }

    /// Returns the total number of members in all objects.
    static func members(of theirs: Any) -> Int {
        switch theirs {
        case let array as [Any]: array.reduce(0) { $0 + members(of: $1) }
        case let object as [String: Any]: object.reduce(object.count) { $0 + members(of: $1.value) }
        default: 0
        }
    }

    /// Returns whether a number is outside Foundation's range; our reader keeps its text.
    static func hasImmenseNumber(_ ours: DocumentNode) -> Bool {
        switch ours.content {
        case .number(let text): Double(text).map { !$0.isFinite } ?? true
        case .sequence(let nodes): nodes.contains { hasImmenseNumber($0) }
        case .mapping(let entries): entries.contains { hasImmenseNumber($0.value) }
        case .null, .bool, .string: false
        }
    }
}
