import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `exceptions`: the errors that a policy accepts for particular chains.
enum ExceptionDecoding {
    /// The maximum number of exceptions in a list and of certificates in an exception's `chain`.
    private static let (maximumExceptions, maximumChain) = (100, 100)

    /// Returns the exceptions of a list; an invalid one becomes an issue.
    static func exceptions(_ value: DocumentValue, _ context: EvaluatorDecoding.Context) -> [TrustException] {
        context.allowance.items(of: value, .exceptions, ofAtMost: maximumExceptions)
            .compactMap { exception($0, context) }
    }

    private static func exception(_ value: DocumentValue, _ context: EvaluatorDecoding.Context) -> TrustException? {
        guard var reader = value.mapping() else { return nil }
        let codes = reader.required("codes", expected: "a list of reason codes")
        let chain = reader.required("chain", expected: "the SHA-256 fingerprints of the path, leaf first")
        let host = reader.value("host").flatMap { self.host($0, names: context.names) }
        let until = reader.required("until", expected: "a day or a time")
        reader.finish(.exceptions)
        guard let codes = codes?.list(ofAtMost: ReasonCode.all.count)?.map(code),
            let chain = chain?.list(ofAtMost: maximumChain)?.map(fingerprint),
            let end = until?.instantOrEndOfDay()
        else { return nil }
        let exception = TrustException(
            codes: codes.compactMap(\.self),
            chain: chain.compactMap(\.self),
            host: host,
            until: end
        )
        if let until { context.record(.exception(exception), at: until) }
        return exception
    }

    private static func code(_ value: DocumentValue) -> ReasonCode? {
        guard let name = value.name() else { return nil }
        guard let code = ReasonCode(name: name) else {
            value.refuse(
                "unknown reason code \(QuotedText.of(name))"
                    + NearestName.hint(for: name, among: ReasonCode.all.lazy.map(\.name))
            )
            return nil
        }
        guard !SeverityTable.isNotPathCheck(name) else {
            value.refuse("an exception cannot accept `\(name)`: exceptions accept only errors found in a path")
            return nil
        }
        guard code.gravity == .recoverable else {
            value.refuse(
                "an exception cannot accept `\(name)`: only codes with the result `recoverableTrustFailure` are allowed"
            )
            return nil
        }
        return code
    }

    private static func fingerprint(_ value: DocumentValue) -> Fingerprint? {
        guard let text = value.string() else { return nil }
        guard case .digest(let fingerprint) = try? PinText(text) else {
            value.refuse("expected the SHA-256 of a certificate, 64 hexadecimal digits, found \(QuotedText.of(text))")
            return nil
        }
        return fingerprint
    }

    private static func host(_ value: DocumentValue, names: any InternationalizedNames) -> HostName? {
        guard let text = value.string() else { return nil }
        do throws(HostNameError) {
            return try HostName(ofBounded: text, names: names)
        } catch {
            value.refuse("the host \(QuotedText.of(text)) \(error.reason)")
            return nil
        }
    }
}
