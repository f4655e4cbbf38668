import Testing
import TrustModel
import TrustOpenSSL

@Suite struct `The Public Suffix List` {
    private let suffixes: PSLSuffixes

    init() throws { suffixes = try #require(PSLSuffixes()) }

    @Test(arguments: [
        ("com", true, true), ("uk", true, true), ("co.uk", true, true), ("xn--p1ai", true, true),
        ("xn--55qx5d.cn", true, true),
        // Wildcard rules and an exception rule.
        ("example.ck", true, true), ("www.ck", false, false),
        ("github.io", false, true), ("blogspot.com", false, true),
        ("example.com", false, false), ("example.co.uk", false, false), ("www.github.io", false, false),
    ])
    func `distinguishes the suffixes of registries from those of companies`(name: String, icann: Bool, all: Bool) {
        #expect(suffixes.isPublicSuffix(name, in: .icann) == icann)
        #expect(suffixes.isPublicSuffix(name, in: .all) == all)
    }

    @Test(arguments: ["corp", "internal", "localhost", "lan.internal", "", "com\0", "com\0.example"])
    func `does not consider an unlisted name a public suffix`(name: String) {
        #expect(!suffixes.isPublicSuffix(name, in: .icann))
        #expect(!suffixes.isPublicSuffix(name, in: .all))
    }
}
