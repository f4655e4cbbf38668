import StructuredDocuments
import TrustEvaluation

/// A client library whose decisions a policy reproduces exactly.
enum Compatibility: String, CaseIterable {
    /// Alamofire 4's ServerTrustPolicy.
    case alamofire4
    /// Alamofire 5's ServerTrustEvaluating.
    case alamofire5
    /// AFNetworking's AFSecurityPolicy.
    case afnetworking

    /// What the key `compatibility` says; nil where it is absent, or names a library without this mechanism.
    static func chosen(by reader: inout MappingReader, among possible: [Compatibility]) -> Compatibility? {
        guard let value = reader.value("compatibility"), let choice = value.oneOf(Compatibility.self) else {
            return nil
        }
        guard possible.contains(choice) else {
            value.refuse(
                "\(choice.rawValue) has no such mechanism: expected \(DocumentValue.alternatives(possible.map(\.rawValue)))"
            )
            return nil
        }
        return choice
    }
}
