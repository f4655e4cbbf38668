import TrustTestSupport

/// Names and name constraints in random forms, valid and malformed, from a small set of values that often match.
enum RandomNames {
    private static let hosts = [
        "example.com", "a.example.com", "b.a.example.com", "*.example.com", "*.a.example.com",
        "A.EXAMPLE.com",
        "example.org",
        "badexample.com", "a_b.example.com",
    ]
    private static let oddHosts = [
        "example.com.", "-a.example.com", "a..example.com", "", ".", "192.0.2.1", "a b.example.com",
    ]
    private static let hostBases = [
        "example.com", "a.example.com", ".example.com", "", "EXAMPLE.COM", "example.org", "com",
    ]
    private static let oddHostBases = ["example.com.", ".", "*.example.com", "example..com"]

    private static let mailboxes = [
        "foo@example.com", "FOO@example.com", "foo@EXAMPLE.com", "bar@a.example.com", "foo@example.org",
    ]
    private static let oddMailboxes = [
        "@example.com", "foo@", "foo", "foo@@example.com", "\"f o\"@example.com",
    ]
    private static let mailboxBases = [
        "foo@example.com", "example.com", ".example.com", "Foo@Example.com", "a.example.com",
        "example.org",
    ]
    private static let oddMailboxBases = ["", "@example.com", "foo@", "example.com."]

    private static let resources = [
        "http://example.com/", "https://a.example.com:8443/x?y", "http://user@a.example.com",
        "ftp://EXAMPLE.com/@example.org",
        "http://example.org",
    ]
    private static let oddResources = [
        "http://192.0.2.1/", "http://[2001:db8::1]/", "mailto:foo@example.com", "example.com",
        "http:///x", "http://",
        "",
        "http://evil.org:80\\@example.com/",
    ]
    private static let resourceBases = [
        "example.com", ".example.com", "a.example.com", "example.org",
    ]
    private static let oddResourceBases = ["", "http://example.com", "192.0.2.1", "example.com."]

    private static let addresses: [[UInt8]] = [
        [192, 0, 2, 1], [192, 0, 3, 1],
        [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1],
    ]
    private static let oddAddresses: [[UInt8]] = [
        [192, 0, 2], [], [192, 0, 2, 1, 255, 255, 255, 255],
    ]
    private static let networks: [[UInt8]] = [
        [192, 0, 2, 0, 255, 255, 255, 0], [0, 0, 0, 0, 0, 0, 0, 0], [192, 0, 2, 1, 255, 255, 255, 255],
        [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 12) + [255, 255, 255, 255]
            + [UInt8](repeating: 0, count: 12),
    ]
    private static let oddNetworks: [[UInt8]] = [
        [192, 0, 2, 0, 255, 0, 255, 0], [192, 0, 2, 1], [],
    ]

    /// The first parts of subjects and directory names, each of which may be a base.
    static let directories: [TestName] = [
        TestName([.country("US")]),
        TestName([.country("US"), .organization("Example Corp")]),
        TestName([.country("US"), .organization("  EXAMPLE  corp ", as: .printable)]),
        TestName([.country("US"), .organization("Example Corp", as: .bmp)]),
        TestName([.country("US"), .organization("Example Corp"), .organizationalUnit("A")]),
        TestName([.organization("Example Corp"), .country("US")]),
        TestName(relativeNames: [[.country("US"), .organization("Example Corp")]]),
        TestName(relativeNames: [[.organization("Example Corp"), .country("US")]]),
        TestName([.country("DE")]),
        TestName([.organization("Example Cor")]),
        .empty,
    ]

    private static let others: [TestGeneralName] = [
        .registeredID("1.2.3"), .registeredID("1.2.4"),
        .other("1.3.6.1.4.1.311.20.2.3", value: DERWriter.element(0x0C, Array("ann".utf8))),
        .other("1.2.3", value: DERWriter.element(0x0C, Array("ann".utf8))),
        .other("1.3.6.1.5.5.7.8.9", value: DERWriter.element(0x0C, Array("ü@example.com".utf8))),
    ]

    /// OtherNames and a registeredID with invalid syntax.
    private static let malformedOthers: [TestGeneralName] = [
        .verbatim(DERWriter.element(0xA0, [6, 2, 0x2A, 3])),
        .verbatim(DERWriter.element(0xA0, [0xA0, 2, 5, 0])),
        .verbatim(DERWriter.element(0xA0, [6, 2, 0x2A, 3, 0xA1, 2, 5, 0])),
        .verbatim([0x88, 2, 0x2A, 0x83]),
        .verbatim(DERWriter.element(0xA0, [6, 2, 0x2A, 3, 0xA0, 2, 5, 0, 5, 0])),
    ]

    /// Returns an alternative name; one in ten has an unusual form.
    static func name(_ random: inout SeededGenerator) -> TestGeneralName {
        let isOdd = Int.random(in: 0..<10, using: &random) == 0
        return switch Int.random(in: 0..<12, using: &random) {
        case 0..<4: .dns(pick(isOdd ? oddHosts : hosts, &random))
        case 4..<6: .email(pick(isOdd ? oddMailboxes : mailboxes, &random))
        case 6..<8: .uri(pick(isOdd ? oddResources : resources, &random))
        case 8..<10: .ip(pick(isOdd ? oddAddresses : addresses, &random))
        case 10: .directory(pick(directories, &random))
        default: pick(isOdd ? malformedOthers : others, &random)
        }
    }

    /// Returns the base of a subtree; one in ten has an unusual form.
    static func base(_ random: inout SeededGenerator) -> TestGeneralName {
        let isOdd = Int.random(in: 0..<10, using: &random) == 0
        return switch Int.random(in: 0..<12, using: &random) {
        case 0..<3: .dns(pick(isOdd ? oddHostBases : hostBases, &random))
        case 3..<5: .email(pick(isOdd ? oddMailboxBases : mailboxBases, &random))
        case 5..<7: .uri(pick(isOdd ? oddResourceBases : resourceBases, &random))
        case 7..<9: .ip(pick(isOdd ? oddNetworks : networks, &random))
        case 9..<11: .directory(pick(directories, &random))
        default: pick(isOdd ? malformedOthers : others, &random)
        }
    }

    /// The optional fields after the base of a subtree: a minimum, a maximum, or both.
    private static let distances: [[UInt8]] = [
        [0x80, 1, 0], [0x80, 1, 1], [0x81, 1, 3], [0x80, 1, 0, 0x81, 1, 0], [0x80, 1, 2, 0x81, 1, 5],
    ]

    /// Returns a name constraint with one to four subtrees, one in twenty of which has a minimum or a maximum.
    static func constraints(_ random: inout SeededGenerator) -> TestExtension {
        var subtrees: [[UInt8]] = [[], []]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let distance = Int.random(in: 0..<20, using: &random) == 0 ? pick(distances, &random) : []
            subtrees[Int.random(in: 0...1, using: &random)] += DERWriter.sequence(
                base(&random).der,
                distance
            )
        }
        let lists = subtrees.enumerated().map { number, list in
            list.isEmpty ? [] : DERWriter.element(0xA0 | UInt8(number), list)
        }
        return .raw(
            .nameConstraints,
            critical: Bool.random(using: &random),
            value: DERWriter.sequence(lists[0], lists[1])
        )
    }

    static func pick<Element>(_ elements: [Element], _ random: inout SeededGenerator) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}
