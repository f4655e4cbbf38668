import Testing
import TrustModel

@Suite struct `PEM text` {
    @Test(arguments: [
        "-----BEGIN CERTIFICATE-----", "\u{FEFF}-----BEGIN X", "text before\n-----BEGIN ", "--------BEGIN X",
        "ü-----BEGIN X",
        "-----BEGI-----BEGIN X",
    ])
    func `is detected by the beginning of a block anywhere`(text: String) {
        #expect(PEMText.hasBlock(in: Array(text.utf8)))
    }

    @Test(arguments: [
        "", "-----", "----BEGIN X", "-----BEGIN", "-----begin X", "-- ---BEGIN X", "-----END X", "TUlJQg==",
    ])
    func `is not detected in other text`(text: String) {
        #expect(!PEMText.hasBlock(in: Array(text.utf8)))
    }
}
