import Testing
import TrustModel

@Suite struct `Key usage` {
    @Test(
        arguments: [
            "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
            "cRLSign", "encipherOnly", "decipherOnly",
        ].enumerated().map { ($0.offset, $0.element) }
    )
    func `names its bits as in RFC 5280 §4.2.1.3`(bit: Int, name: String) {
        #expect(KeyUsage(name: name) == KeyUsage(rawValue: 1 << UInt16(bit)))
        #expect(KeyUsage(rawValue: 1 << UInt16(bit)).names == [name])
    }

    @Test func `rejects unknown names, and lists the set bits`() {
        #expect(KeyUsage(name: "keyCertsign") == nil)
        #expect(KeyUsage([.decipherOnly, .digitalSignature]).names == ["digitalSignature", "decipherOnly"])
    }
}
