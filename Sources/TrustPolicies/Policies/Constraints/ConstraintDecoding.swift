import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `constraints` of a policy; an invalid part becomes an issue.
struct ConstraintDecoding {
    /// The maximum nesting of objects below `constraints`.
    private static let maximumDepth = 8
    /// The maximum number of elements of a list of objects.
    private static let maximumObjects = 1000

    /// The parts of a document on which the meaning and the number of conditions depend.
    struct Context {
        /// Reads the files with values.
        let valueFiles: ValueFileReader
        /// Converts hosts to A-labels.
        let names: any InternationalizedNames
        /// The public suffixes, which wildcards in lists of allowed names must not cover.
        let suffixes: any PublicSuffixes
        let allowance: PolicyAllowance
    }

    let context: Context

    init(_ context: Context) {
        self.context = context
    }

    init(_ context: EvaluatorDecoding.Context) {
        self.context = Context(
            valueFiles: context.valueFiles,
            names: context.names,
            suffixes: context.suffixes,
            allowance: context.allowance
        )
    }

    /// Reads the constraints into the requirements of a policy.
    ///
    /// `maximumLifetime` directly under `constraints` has a rule and a reason code of its own.
    func read(_ value: DocumentValue, into requirements: inout PathRequirements) {
        guard context.allowance.admits(1, .constraints, at: value), let object = object(value, depth: 0) else { return }
        requirements.maximumLifetime = object.maximumLifetime?.seconds
        requirements.constraints = object.parts.isEmpty ? nil : PathConstraints(object.parts)
    }

    private struct Object {
        var maximumLifetime: (pointer: String, seconds: Int64)?
        /// The other keys.
        var parts: [PathConstraints.Part] = []

        var constraints: PathConstraints {
            let lifetime = maximumLifetime.map { lifetime in
                PathConstraints.Part.maximumLifetime(pointer: lifetime.pointer, seconds: lifetime.seconds)
            }
            return PathConstraints([lifetime].compactMap(\.self) + parts)
        }
    }

    private func object(_ value: DocumentValue, depth: Int) -> Object? {
        guard var reader = value.mapping() else { return nil }
        guard reader.count > 0 else {
            value.refuse("the mapping is empty: add a constraint, such as `leaf`")
            return nil
        }
        guard depth <= Self.maximumDepth else {
            value.refuse("constraints are nested more than \(Self.maximumDepth) levels deep")
            return nil
        }
        var object = Object()
        readTimes(&reader, into: &object)
        for position in PathConstraints.Position.allCases {
            guard let matcher = matcher(position.rawValue, &reader) else { continue }
            object.parts.append(.certificate(position, matcher))
        }
        if let matcher = matcher("every", &reader) { object.parts.append(.every(matcher)) }
        if let matcher = matcher("some", &reader) { object.parts.append(.some(matcher)) }
        if let list = reader.value("allOf") { object.parts.append(.allOf(objects(list, depth: depth + 1))) }
        if let list = reader.value("anyOf") {
            object.parts.append(.anyOf(pointer: list.pointer, objects(list, depth: depth + 1)))
        }
        if let value = reader.value("not"), context.allowance.admits(1, .constraints, at: value),
            let inner = self.object(value, depth: depth + 1)
        {
            object.parts.append(.not(pointer: value.pointer, inner.constraints))
        }
        reader.finish(.constraints)
        return object
    }

    private func readTimes(_ reader: inout MappingReader, into object: inout Object) {
        if let value = reader.value("maximumLifetime"), let seconds = value.duration() {
            object.maximumLifetime = (value.pointer, seconds)
        }
        guard let value = reader.value("minimumRemaining"), let seconds = value.duration() else { return }
        object.parts.append(.minimumRemaining(pointer: value.pointer, seconds: seconds))
        if let lifetime = object.maximumLifetime, seconds >= lifetime.seconds {
            value.refuse(
                "no certificate could be accepted: its remaining validity is less than `maximumLifetime`"
            )
        }
    }

    private func objects(_ list: DocumentValue, depth: Int) -> [PathConstraints] {
        context.allowance.items(of: list, .constraints, ofAtMost: Self.maximumObjects)
            .compactMap { object($0, depth: depth)?.constraints }
    }

    private func matcher(_ key: String, _ reader: inout MappingReader) -> CertificateMatcher? {
        guard let value = reader.value(key), context.allowance.admits(1, .constraints, at: value),
            var matcherReader = value.mapping()
        else { return nil }
        guard matcherReader.count > 0 else {
            value.refuse("the matcher is empty: add a condition, such as `subject`")
            return nil
        }
        let entries = entries(&matcherReader)
        matcherReader.finish(.matcher)
        return CertificateMatcher(pointer: value.pointer, entries: entries)
    }

    /// Reads all conditions of a matcher; an invalid one becomes an issue.
    func entries(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        nameEntries(&reader) + keyEntries(&reader) + identityEntries(&reader) + extensionEntries(&reader)
            + timeEntries(&reader)
    }
}
