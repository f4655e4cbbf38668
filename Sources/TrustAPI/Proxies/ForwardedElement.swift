/// One element of x-forwarded-client-cert, a list of `key=value` pairs with semicolons between them.
///
/// Format: Envoy's documentation of HTTP headers, "x-forwarded-client-cert". A value with `,`, `;` or `=` is in double
/// quotes, and `\"` stands for a quote.
enum ForwardedElement {
    /// Returns the pairs of the only element.
    ///
    /// - Throws: a refusal if there are several elements, because all but the last come from the proxy's client.
    static func pairs(in value: String) throws(ClientCertificateFields.Refusal) -> [(key: String, value: String)] {
        var pairs: [(key: String, value: String)] = []
        var (key, text) = ([UInt8](), [UInt8]())
        var (isValue, isQuoted, isEscaped) = (false, false, false)
        func finish() {
            pairs.append((String(decoding: key, as: UTF8.self), String(decoding: text, as: UTF8.self)))
            (key, text, isValue) = ([], [], false)
        }
        for byte in value.utf8 {
            switch byte {
            case _ where isEscaped:
                text.append(byte)
                isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\"") where isValue: isQuoted.toggle()
            case _ where isQuoted: text.append(byte)
            case UInt8(ascii: ","):
                throw ClientCertificateFields.Refusal(
                    reason: "has several elements, of which the client may have sent some: use SANITIZE_SET in "
                        + "forward_client_cert_details"
                )
            case UInt8(ascii: ";"): finish()
            case UInt8(ascii: "=") where !isValue: isValue = true
            case _ where isValue: text.append(byte)
            default: key.append(byte)
            }
        }
        guard !isQuoted else { throw ClientCertificateFields.Refusal(reason: "has a quote without an end") }
        finish()
        return pairs
    }
}
