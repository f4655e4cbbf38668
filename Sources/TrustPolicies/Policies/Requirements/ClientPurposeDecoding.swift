import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `clientPurpose`: the day until which certificates for servers are accepted from clients.
enum ClientPurposeDecoding {
    /// Reads the key into requirements that have their purpose and clients already.
    ///
    /// Every holder of a public certificate would be a client without a list of clients. A client must not choose the
    /// exemption itself, so that inline policies cannot have it.
    static func read(
        _ value: DocumentValue,
        _ context: EvaluatorDecoding.Context,
        into requirements: inout PathRequirements
    ) {
        guard var reader = value.mapping() else { return }
        let until = reader.required("serverAuthUntil", expected: "a day or a time")
        reader.finish()
        guard let end = until?.instantOrEndOfDay() else { return }
        if context.isInline {
            value.refuse("an inline policy cannot have `clientPurpose`: use a policy of a set")
        } else if requirements.purpose != .clientAuth {
            value.refuse("`clientPurpose` requires `purpose: clientAuth`")
        } else if requirements.allowedClients == nil {
            value.refuse(
                "`clientPurpose` requires `allowedClients`: otherwise every holder of a certificate for servers would be a "
                    + "client"
            )
        } else {
            requirements.serverAuthUntil = end
            value.warn("certificates for servers are accepted from clients until \(end)", code: .usageExtendedKeyUsage)
        }
    }
}
