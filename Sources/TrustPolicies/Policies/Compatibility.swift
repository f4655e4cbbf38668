import StructuredDocuments
import TrustEvaluation

/// A client library whose decisions a policy reproduces.
enum Compatibility: String, CaseIterable {
    /// `ServerTrustPolicy` of Alamofire 4.
    case alamofire4
    /// `ServerTrustEvaluating` of Alamofire 5.
    case alamofire5
    /// `AFSecurityPolicy` of AFNetworking.
    case afnetworking

    /// Returns the value of the key `compatibility`; nil if it is absent or not in `possible`.
    static func chosen(by reader: inout MappingReader, among possible: [Compatibility]) -> Compatibility? {
        guard let value = reader.value("compatibility"), let choice = value.oneOf(Compatibility.self) else {
            return nil
        }
        guard possible.contains(choice) else {
            value.refuse(
                "\(choice.rawValue) has no such evaluator: expected \(DocumentValue.alternatives(possible.map(\.rawValue)))"
            )
            return nil
        }
        return choice
    }
}
