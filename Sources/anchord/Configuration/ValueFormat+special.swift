import FetchRules
import MicrohttpdServer
import StructuredDocuments
import TrustAPI
import TrustModel
import TrustOpenSSL
import TrustPolicies

extension ValueFormat where Value == UInt16 {
    /// The permission bits of a file: four octal digits, with or without quotes.
    static var fileMode: ValueFormat {
        ValueFormat(
            expected: "four octal digits, starting with 0",
            placeholder: "mode",
            node: { .string($0) },
            read: { value in
                let text: String? =
                    switch value.node.content {
                    case .string(let text), .number(let text): text
                    case .null, .bool, .sequence, .mapping: nil
                    }
                guard let text, text.utf8.count == 4, text.hasPrefix("0"), let mode = UInt16(text, radix: 8) else {
                    value.refuse("expected four octal digits that start with 0, such as \"0660\"")
                    return nil
                }
                return mode
            },
            write: { mode in
                let digits = String(mode, radix: 8)
                return .string(String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits)
            }
        )
    }
}

extension ValueFormat where Value == String? {
    /// The name of a policy set, or null (empty text in flags and variables) for none.
    static var optionalSetName: ValueFormat {
        ValueFormat(
            expected: "the name of a policy set, or null for none (an empty value in flags and variables)",
            placeholder: "set",
            node: { $0.isEmpty ? .null : .string($0) },
            read: { value in
                if value.node.content == .null { return .some(nil) }
                guard let name = value.name() else { return nil }
                guard PolicyName.isSetName(name) else {
                    value.refuse("\(QuotedText.of(name)) is not the name of a policy set")
                    return nil
                }
                return .some(name)
            },
            write: { $0.map { .string($0) } ?? .null }
        )
    }
}

extension ValueFormat where Value == AccountReference? {
    /// A group by name or number, or null (empty text in flags and variables) for none.
    static var optionalGroup: ValueFormat {
        ValueFormat(
            expected: "a group name or number, or null for none (an empty value in flags and variables)",
            placeholder: "group",
            node: { $0.isEmpty ? .null : .string($0) },
            read: { value in
                value.node.content == .null ? .some(nil) : value.account(.group).map { .some($0) }
            },
            write: { $0?.node ?? .null }
        )
    }
}

extension ValueFormat where Value == [ListenAddress] {
    static var listenAddresses: ValueFormat {
        .list(
            "addresses such as 127.0.0.1:8778, [::1]:8778, unix:/run/anchord/anchord.sock or fd:3",
            placeholder: "address",
            isEmptyAllowed: false
        ) {
            do throws(ServerError) {
                return .success(try ListenAddress($0))
            } catch {
                return .failure(ValueRefusal(detail: "\(QuotedText.of($0)) is not a valid address: \(error.reason)"))
            }
        }
    }
}

extension ValueFormat where Value == [String] {
    /// File system paths.
    static var paths: ValueFormat {
        .list("paths", placeholder: "path", isEmptyAllowed: true) { text in .success(text) }
    }

    /// DNS names of this service, normalized for comparison.
    static var hostNames: ValueFormat {
        .list("DNS names without a port", placeholder: "name", isEmptyAllowed: true) {
            do throws(HostNameError) {
                return .success(try HostName($0, names: IDN2Names()).description)
            } catch {
                return .failure(ValueRefusal(detail: "the host \(QuotedText.of($0)) \(error.reason)"))
            }
        }
    }
}

extension ValueFormat where Value == [String] {
    /// Hosts and networks that may be reached besides public addresses on port 80.
    static var allowedDestinations: ValueFormat {
        .list(
            "DNS names, IP addresses and networks such as 10.0.0.0/8",
            placeholder: "destination",
            isEmptyAllowed: true,
            maximum: AllowedDestinations.maximumEntries
        ) {
            do throws(AllowedDestinationError) {
                _ = try AllowedDestinations([$0])
                return .success($0)
            } catch {
                return .failure(ValueRefusal(detail: "\(QuotedText.of($0)) \(error.reason)"))
            }
        }
    }
}

extension ValueFormat where Value == [DecisionMask.Field] {
    /// The names that records of decisions hide.
    static var maskedFields: ValueFormat {
        ValueFormat(
            expected: "a list of " + DecisionMask.Field.allCases.map(\.rawValue).joined(separator: ", "),
            placeholder: "field",
            isList: true,
            node: { .string($0) },
            read: { value in
                guard let items = value.list() else { return nil }
                let fields = items.compactMap { $0.oneOf(DecisionMask.Field.self) }
                return fields.count == items.count ? fields : nil
            },
            write: { .sequence($0.map { DocumentNode(.string($0.rawValue)) }) }
        )
    }
}

extension ValueFormat where Value == [ClientRight] {
    /// The rights of root, which needs an entry of `clients` for others, such as `sign`.
    static var rootRights: ValueFormat {
        let allowed: [ClientRight] = [.evaluate, .read, .reload, .decisions]
        return ValueFormat(
            expected: "rights among " + allowed.map(\.rawValue).joined(separator: ", "),
            placeholder: "right",
            isList: true,
            node: { .string($0) },
            read: { value in
                guard let items = value.list() else { return nil }
                let rights = items.compactMap { item -> ClientRight? in
                    guard let right = item.oneOf(ClientRight.self) else { return nil }
                    if allowed.contains(right) { return right }
                    item.refuse("root has the right `\(right.rawValue)` only as a client of `clients`")
                    return nil
                }
                return rights.count == items.count ? rights : nil
            },
            write: { .sequence($0.map { DocumentNode(.string($0.rawValue)) }) }
        )
    }
}

extension ValueFormat where Value == String? {
    /// The URL of an HTTP proxy, or null (empty text in flags and variables) for none.
    static var optionalProxyURL: ValueFormat {
        ValueFormat(
            expected:
                "a URL such as http://proxy.example:3128, or null for none (an empty value in flags and variables)",
            placeholder: "url",
            node: { $0.isEmpty ? .null : .string($0) },
            read: { value in
                if value.node.content == .null { return .some(nil) }
                guard let text = value.string() else { return nil }
                guard text.utf8.count <= maximumProxyBytes, let url = try? FetchURL(text), url.target == "/" else {
                    value.refuse("\(QuotedText.of(text)) is not the URL of a proxy, such as http://proxy.example:3128")
                    return nil
                }
                return .some(text)
            },
            write: { $0.map { .string($0) } ?? .null }
        )
    }

    /// The maximum length of the text in a message to anchord-fetcher.
    private static var maximumProxyBytes: Int { 512 }
}

/// The reason why a text is not a valid value.
struct ValueRefusal: Error {
    let detail: String
}

extension ValueFormat {
    /// A list whose items are parsed one by one.
    private static func list<Item: CustomStringConvertible>(
        _ expected: String,
        placeholder: String,
        isEmptyAllowed: Bool,
        maximum: Int = .max,
        item: @escaping @Sendable (String) -> Result<Item, ValueRefusal>
    ) -> ValueFormat where Value == [Item] {
        ValueFormat(
            expected: expected,
            placeholder: placeholder,
            isList: true,
            node: { .string($0) },
            read: { value in
                guard let items = value.list() else { return nil }
                if items.isEmpty, !isEmptyAllowed {
                    value.refuse("the list is empty")
                    return nil
                }
                if items.count > maximum {
                    value.refuse("the list has \(items.count) entries, more than \(maximum)")
                    return nil
                }
                let read = items.map { Self.item(of: $0, item) }
                return read.contains { $0 == nil } ? nil : read.compactMap(\.self)
            },
            write: { items in .sequence(items.map { DocumentNode(.string($0.description)) }) }
        )
    }

    private static func item<Item>(of value: DocumentValue, _ read: (String) -> Result<Item, ValueRefusal>) -> Item? {
        guard let text = value.string() else { return nil }
        switch read(text) {
        case .success(let item): return item
        case .failure(let refusal):
            value.refuse(refusal.detail)
            return nil
        }
    }
}
