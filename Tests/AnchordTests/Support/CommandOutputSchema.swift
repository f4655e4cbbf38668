import Foundation
import Testing

/// A JSON schema on the page about the output of commands.
///
/// The validation knows only the keywords that the page needs; other keywords are defects.
struct CommandOutputSchema {
    private let schema: [String: Any]

    /// Reads the block under the heading of a command.
    init(_ command: String) throws {
        let path = Repository.path("Sources/anchord/Documentation.docc/CommandOutput.md")
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## \(command)\n").dropFirst().first)
        let block = try #require(section.components(separatedBy: "```json\n").dropFirst().first)
        let text = try #require(block.components(separatedBy: "```").first)
        var whole = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let definitions = whole.removeValue(forKey: "$defs") as? [String: Any] ?? [:]
        schema = try #require(Self.resolved(whole, definitions) as? [String: Any])
    }

    /// Returns a schema with the definitions in place of the references to them; a reference to none remains.
    private static func resolved(_ value: Any, _ definitions: [String: Any]) -> Any {
        if let list = value as? [Any] { return list.map { resolved($0, definitions) } }
        guard let object = value as? [String: Any] else { return value }
        if let name = object["$ref"] as? String, let definition = definitions[String(name.dropFirst("#/$defs/".count))]
        {
            return resolved(definition, definitions)
        }
        return object.mapValues { resolved($0, definitions) }
    }

    /// Returns the places of an output that the schema does not permit.
    func defects(of output: String) throws -> [String] {
        let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
        return Self.defects(of: value, schema, "")
    }

    private static func defects(of value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        let known: Set = [
            "$schema", "type", "enum", "properties", "required", "additionalProperties", "items", "description",
        ]
        let unknown = schema.keys.filter { !known.contains($0) }.map { "\(place): unknown keyword \($0)" }
        return unknown + typeDefects(of: value, schema, place) + enumDefects(of: value, schema, place)
            + objectDefects(of: value, schema, place) + arrayDefects(of: value, schema, place)
    }

    private static func typeDefects(of value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        let number = value as? NSNumber
        let isFlag = number.map { unsafe String(cString: $0.objCType) == "c" } ?? false
        let type =
            switch value {
            case is [String: Any]: "object"
            case is [Any]: "array"
            case is String: "string"
            default: isFlag ? "boolean" : "integer"
            }
        return schema["type"] as? String == type ? [] : ["\(place): \(type) is not \(schema["type"] ?? "anything")"]
    }

    private static func enumDefects(of value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        guard let values = schema["enum"] as? [String] else { return [] }
        return values.contains(value as? String ?? "") ? [] : ["\(place): \(value) is not one of \(values)"]
    }

    private static func objectDefects(of value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        guard let object = value as? [String: Any] else { return [] }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
        return missing.map { "\(place): \($0) is missing" }
            + object.flatMap { name, member in
                properties[name].map { defects(of: member, $0, "\(place)/\(name)") } ?? [
                    "\(place): unknown member \(name)"
                ]
            }
    }

    private static func arrayDefects(of value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        guard let array = value as? [Any], let items = schema["items"] as? [String: Any] else { return [] }
        return array.enumerated().flatMap { defects(of: $0.element, items, "\(place)/\($0.offset)") }
    }
}
