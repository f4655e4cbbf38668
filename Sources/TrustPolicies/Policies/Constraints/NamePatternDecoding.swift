import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads patterns of the names in certificates; an invalid pattern becomes an issue.
enum NamePatternDecoding {
    static func pattern<Pattern>(
        _ value: ListedValue,
        _ parse: (String) throws(NamePatternError) -> Pattern
    ) -> Pattern? {
        do throws(NamePatternError) {
            return try parse(value.text)
        } catch {
            value.refuse("the pattern \(QuotedText.of(value.text)) \(error.reason)")
            return nil
        }
    }

    /// Reads a pattern of DNS names as in host rules; wildcards directly before one of the `suffixes` are errors.
    static func dnsName(
        _ value: ListedValue,
        names: any InternationalizedNames,
        suffixes: any PublicSuffixes
    ) -> HostPattern? {
        do throws(HostNameError) {
            let pattern = try HostPattern(value.text, names: names, suffixes: suffixes)
            guard case .exact(.ip) = pattern else { return pattern }
            value.refuse("expected a DNS name such as *.example.com, found the IP address \(QuotedText.of(value.text))")
        } catch {
            value.refuse("the DNS name \(QuotedText.of(value.text)) \(error.reason)")
        }
        return nil
    }
}
