import StructuredDocuments
import TrustEvaluation

/// Reads the key `transparency`: the requirements on certificate timestamps.
enum TransparencyDecoding {
    /// The maximum number of logs or operators that a policy can require; public certificates have two to six timestamps.
    private static let maximumCount = 10

    /// Returns the requirements of a mapping; invalid values become issues.
    static func requirements(
        _ value: DocumentValue,
        _ context: EvaluatorDecoding.Context
    ) -> TransparencyRequirements? {
        guard var reader = value.mapping() else { return nil }
        guard context.logs.isConfigured else {
            value.refuse("a log list is required: set `evidence.logList` in the configuration")
            return nil
        }
        // If the list is configured but cannot be read, loading fails with that problem.
        guard let list = context.logs.use() else { return nil }
        let preset = reader.value("preset")
        var requirements = TransparencyRequirements(
            preset?.oneOf(TransparencyRequirements.Preset.self) ?? .chrome,
            logs: list
        )
        let given = readNumbers(&reader, into: &requirements)
        if preset != nil, given {
            value.refuse("`preset` sets all numbers: remove it, or remove `scts`, `operators` and `maximumListAge`")
        }
        if preset == nil, !given {
            value.refuse("the mapping is empty: add `preset: chrome` or the key `scts`")
        }
        reader.finish(.transparency)
        return requirements
    }

    /// Reads the numbers, and returns whether any is given.
    private static func readNumbers(
        _ reader: inout MappingReader,
        into requirements: inout TransparencyRequirements
    ) -> Bool {
        let numbers = reader.value("scts")
        if var numbers = numbers?.mapping() {
            if let count = numbers.integer("upTo180Days", in: 1...maximumCount) {
                requirements.timestamps.upTo180Days = count
            }
            if let count = numbers.integer("longer", in: 1...maximumCount) { requirements.timestamps.longer = count }
            numbers.finish()
        }
        let least = min(requirements.timestamps.upTo180Days, requirements.timestamps.longer)
        let operators = reader.value("operators")
        requirements.operators = min(requirements.operators, least)
        if let count = operators?.integer(in: 1...maximumCount) {
            requirements.operators = count
            if count > least { operators?.refuse("\(count) operators require as many timestamps in `scts`") }
        }
        let age = reader.value("maximumListAge")
        if let seconds = age?.duration() { requirements.maximumListAge = seconds }
        return [numbers, operators, age].contains { $0 != nil }
    }
}
