import StructuredDocuments
import TrustEvaluation

/// Reads the key `options` of the compatible modes: `RevocationTrustEvaluator.Options` of Alamofire 5.
enum RevocationOptions {
    private enum Flag: String, CaseIterable {
        case any
        case ocsp
        case crl
        case preferCRL
        case requirePositiveResponse
        case networkAccessDisabled
    }

    /// Returns the requirements that a list of flags sets; if the key is absent, any available method suffices.
    ///
    /// As in the library, evidence is fetched without the flag `networkAccessDisabled`, but only if the configuration
    /// allows it.
    static func read(_ reader: inout MappingReader, _ context: EvaluatorDecoding.Context) -> RevocationRequirements {
        var requirements = RevocationRequirements()
        requirements.networkAccess = context.networkEnabled
        guard let value = reader.value("options"), let items = value.list(ofAtMost: Flag.allCases.count) else {
            return requirements
        }
        let flags = Set(items.compactMap { $0.oneOf(Flag.self) })
        if flags.isDisjoint(with: [.any, .ocsp, .crl]) {
            value.refuse("no revocation method is given: add any, ocsp or crl")
        }
        if !flags.contains(.any) {
            requirements.methods = []
            if flags.contains(.ocsp) { requirements.methods.insert(.ocsp) }
            if flags.contains(.crl) { requirements.methods.insert(.crl) }
        }
        requirements.preferred = flags.contains(.preferCRL) || requirements.methods == [.crl] ? .crl : .ocsp
        requirements.requirePositiveResponse = flags.contains(.requirePositiveResponse)
        requirements.networkAccess = context.networkEnabled && !flags.contains(.networkAccessDisabled)
        return requirements
    }
}
