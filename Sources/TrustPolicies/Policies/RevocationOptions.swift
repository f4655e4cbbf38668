import StructuredDocuments
import TrustEvaluation

/// Reads the key `options` of the compatible modes: the flags of `SecPolicyCreateRevocation`, as Alamofire 5 spells them.
enum RevocationOptions {
    private enum Flag: String, CaseIterable {
        case any
        case ocsp
        case crl
        case preferCRL
        case requirePositiveResponse
        /// Nothing is ever fetched, so that the flag changes nothing.
        case networkAccessDisabled
    }

    /// The flags that a list names; without a list any available method.
    static func read(_ reader: inout MappingReader) -> RevocationRequirements {
        var requirements = RevocationRequirements()
        guard let value = reader.value("options"), let items = value.list(ofAtMost: Flag.allCases.count) else {
            return requirements
        }
        let flags = Set(items.compactMap { $0.oneOf(Flag.self) })
        if flags.isDisjoint(with: [.any, .ocsp, .crl]) { value.refuse("name a method: any, ocsp or crl") }
        if !flags.contains(.any) {
            requirements.methods = []
            if flags.contains(.ocsp) { requirements.methods.insert(.ocsp) }
            if flags.contains(.crl) { requirements.methods.insert(.crl) }
        }
        requirements.preferred = flags.contains(.preferCRL) || requirements.methods == [.crl] ? .crl : .ocsp
        requirements.requirePositiveResponse = flags.contains(.requirePositiveResponse)
        return requirements
    }
}
