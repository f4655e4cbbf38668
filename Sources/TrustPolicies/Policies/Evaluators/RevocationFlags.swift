import StructuredDocuments
import TrustEvaluation

/// Reads the key `revocationFlags` of `alamofire4`: the flags of `SecPolicyCreateRevocation` by name or as a number.
enum RevocationFlags {
    /// A constant of the header SecPolicy.h.
    private enum Name: String, CaseIterable {
        case kSecRevocationOCSPMethod
        case kSecRevocationCRLMethod
        case kSecRevocationPreferCRL
        case kSecRevocationRequirePositiveResponse
        case kSecRevocationNetworkAccessDisabled
        case kSecRevocationUseAnyAvailableMethod

        var bits: Int {
            switch self {
            case .kSecRevocationOCSPMethod: 1
            case .kSecRevocationCRLMethod: 2
            case .kSecRevocationPreferCRL: 4
            case .kSecRevocationRequirePositiveResponse: 8
            case .kSecRevocationNetworkAccessDisabled: 16
            case .kSecRevocationUseAnyAvailableMethod: 3
            }
        }
    }

    /// Returns the requirements that a flag name, a list of names, or a number sets; nil if the key is absent.
    ///
    /// As in the library, evidence is fetched without the flag `kSecRevocationNetworkAccessDisabled`, but only if the
    /// configuration allows it.
    static func read(_ reader: inout MappingReader, _ context: EvaluatorDecoding.Context) -> RevocationRequirements? {
        guard let value = reader.value("revocationFlags") else { return nil }
        guard let bits = bits(value) else { return RevocationRequirements() }
        if bits & 3 == 0 {
            value.refuse(
                "no revocation method is given: add kSecRevocationOCSPMethod (1) or kSecRevocationCRLMethod (2)"
            )
        }
        var requirements = requirements(bits)
        requirements.networkAccess = context.networkEnabled && bits & 16 == 0
        return requirements
    }

    private static func bits(_ value: DocumentValue) -> Int? {
        switch value.node.content {
        case .number: return value.integer(in: 1...31)
        case .sequence:
            guard let items = value.list(ofAtMost: Name.allCases.count) else { return nil }
            return items.compactMap { $0.oneOf(Name.self)?.bits }.reduce(0, |)
        default: return value.oneOf(Name.self)?.bits
        }
    }

    private static func requirements(_ bits: Int) -> RevocationRequirements {
        var requirements = RevocationRequirements()
        requirements.methods = Set((bits & 1 != 0 ? [.ocsp] : []) + (bits & 2 != 0 ? [.crl] : []))
        requirements.preferred = bits & 4 != 0 || requirements.methods == [.crl] ? .crl : .ocsp
        requirements.requirePositiveResponse = bits & 8 != 0
        return requirements
    }
}
