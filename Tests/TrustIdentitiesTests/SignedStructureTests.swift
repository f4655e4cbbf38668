import Testing
import TrustModel
import TrustTestSupport

@testable import TrustIdentities

/// Encodings of signed parts that parsers of BER accept, although they are not DER.
@Suite struct `Messages that a lenient parser could read as signed parts` {
    private static let version = DERWriter.explicit(0, DERWriter.integer(2))
    private static let serial = DERWriter.integer(5)
    private static let algorithm: [UInt8] = [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70]
    private static let name = TestName.commonName("Example").der
    private static let validity = DERWriter.sequence(
        DERWriter.element(0x17, Array("260101000000Z".utf8)),
        DERWriter.element(0x17, Array("270101000000Z".utf8))
    )
    private static let time = DERWriter.element(0x17, Array("260101000000Z".utf8))
    private static let certificate = "the signed part of a certificate"
    private static let similar = "a structure with the same beginning as the signed part of a certificate"

    /// Returns the SEQUENCE with the elements.
    private static func sequence(_ elements: [UInt8]...) -> [UInt8] {
        DERWriter.sequence(of: elements + [validity, name, DERWriter.sequence(algorithm)])
    }

    private static func refusal(_ message: [UInt8]) throws(SignatureRequestError) -> String? {
        do throws(SignatureRequestError) {
            let content = try SignatureRequest.message(message).content()
            #expect(content == message)
            return nil
        } catch {
            guard case .forbiddenContent(let form) = error else { throw error }
            return form
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 10, 1000, 16000])
    func `have elements of indefinite length at any depth`(depth: Int) throws {
        let open = [[UInt8]](repeating: [0x30, 0x80], count: depth).joined()
        let closed = [UInt8](repeating: 0, count: 2 * depth)
        let oid: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x70]
        let algorithm = [0x30, 0x80] + oid + open + closed + [0, 0]
        let message = Self.sequence(Self.version, Self.serial, algorithm, Self.name)
        #expect(try Self.refusal(message) == Self.similar)
        // The elements after an end that is absent cannot be found.
        let endless = Self.sequence(Self.version, Self.serial, [0x30, 0x80] + oid + open, Self.name)
        #expect(try Self.refusal(endless) == Self.similar)
    }

    @Test func `have indefinite lengths that some parsers read as zero`() throws {
        // For these parsers, the name is empty, and the certificate continues with the next element.
        let issuer: [UInt8] = [0x30, 0x80]
        let message = Self.sequence(Self.version, Self.serial, Self.algorithm, issuer)
        #expect(try Self.refusal(message + [0, 0]) == Self.similar)
        #expect(try Self.refusal(Self.sequence(Self.version, [0x02, 0x80], Self.algorithm, Self.name)) == Self.similar)
        let version: [UInt8] = [0xA0, 0x80, 0x02, 0x01, 0x02, 0x00, 0x00]
        #expect(try Self.refusal(Self.sequence(version, Self.serial, Self.algorithm, Self.name)) == Self.similar)
    }

    @Test(
        arguments: [
            // Identifiers with more octets than necessary, and with the other value of the constructed bit.
            ([0xBF, 0x00, 0x03, 0x02, 0x01, 0x02], [0x1F, 0x02, 0x01, 0x05], [0x3F, 0x10, 0x00]),
            ([0xBF, 0x80, 0x80, 0x00, 0x00], [0x1F, 0x80, 0x02, 0x01, 0x05], [0x3F, 0x80, 0x10, 0x00]),
            ([0x80, 0x00], [0x22, 0x03, 0x02, 0x01, 0x05], [0x10, 0x00]),
            // Lengths with more octets than necessary.
            (
                [0xA0, 0x81, 0x03, 0x02, 0x01, 0x02], [0x02, 0x84, 0x00, 0x00, 0x00, 0x01, 0x05],
                [0x30, 0x82, 0x00, 0x00]
            ),
            ([0xA0, 0x89, 0, 0, 0, 0, 0, 0, 0, 0, 0x03, 0x02, 0x01, 0x02], [0x02, 0x01, 0x05], [0x30, 0x00]),
        ] as [([UInt8], [UInt8], [UInt8])]
    )
    func `have longer identifiers and lengths than necessary`(
        version: [UInt8],
        serial: [UInt8],
        algorithm: [UInt8]
    ) throws {
        let message = Self.sequence(version, serial, algorithm, Self.name)
        #expect(try Self.refusal(message) == Self.certificate)
        let content = Array(message.dropFirst(message[1] < 0x80 ? 2 : 3))
        for header in [
            [0x3F, 0x10, 0x81, UInt8(content.count)], [0x3F, 0x80, 0x10, 0x80], [0x10, 0x81, UInt8(content.count)],
            [0x30, 0x85, 0, 0, 0, 0, UInt8(content.count)], [0x30, 0x88, 0, 0, 0, 1, 0, 0, 0, UInt8(content.count)],
        ] as [[UInt8]] {
            #expect(try Self.refusal(header + content) == Self.certificate, "\(header)")
        }
    }

    @Test(
        arguments: [
            // Parsers that store lengths and tag numbers in 8, 16, 32 or 64 bits would read a smaller number.
            [0x30, 0x83, 0x01, 0x00, 0x00], [0x30, 0x85, 0x01, 0x00, 0x00, 0x00, 0x00],
            [0x30, 0x89, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], [0x30, 0xFF],
            [0x3F, 0x82, 0x10, 0x00], [0x3F, 0x84, 0x80, 0x10, 0x00], [0x3F, 0x90, 0x80, 0x80, 0x80, 0x10, 0x00],
        ] as [[UInt8]]
    )
    func `have lengths and tags that exceed the integers of some parsers`(algorithm: [UInt8]) throws {
        #expect(try Self.refusal(Self.sequence(Self.version, Self.serial, algorithm, Self.name)) == Self.similar)
    }

    @Test func `are lists, requests and responses as well`() throws {
        let indefinite = [0x30, 0x80] + Self.algorithm + [0, 0]
        let begins = "a structure with the same beginning as the signed part of "
        #expect(try Self.refusal(DERWriter.sequence(indefinite, Self.name, Self.time)) == begins + "a CRL")
        #expect(
            try Self.refusal(DERWriter.sequence(Self.algorithm, Self.name, [0x37, 0x80])) == "the signed part of a CRL"
        )
        let request = "the signed part of a certification request"
        #expect(try Self.refusal(DERWriter.sequence(Self.serial, Self.name, Self.algorithm)) == request)
        let unknownTag: [UInt8] = [0x1F, 0x82, 0x02, 0x01, 0x05]
        let unknown = try Self.refusal(DERWriter.sequence(unknownTag, Self.name, Self.algorithm))
        #expect(unknown == begins + "a certification request")
        let parts = Self.serial + Self.name + Self.algorithm
        #expect(try Self.refusal([0x30, 0x80] + parts + [0, 0]) == request)
        #expect(try Self.refusal([0x30, 0x80] + parts + [0xA0, 0x80, 0, 0, 0, 0]) == request)
        let responder: [UInt8] = [0xA1, 0x80] + Self.name + [0, 0]
        let response = try Self.refusal(DERWriter.sequence(responder, DERWriter.element(0x18, [0x32])))
        #expect(response == begins + "an OCSP response")
    }

    @Test(
        arguments: [
            Array("0".utf8), Array("0123".utf8), Array("0_0?0_0?".utf8), Array("00_0?0_0".utf8),
            Array("0 0 * * * root".utf8),
            Array(String(repeating: "0", count: 47).utf8), Array("0a0b0c0d0e0f".utf8),
            // A header without the end of its length, and a SEQUENCE without elements.
            [0x30], [0x30, 0x84, 0xFF], [0x30, 0x00], [0x30, 0x80, 0x00, 0x00], [0x3F, 0x90],
            // CMS in BER, whose first element is an object identifier, and its content.
            [0x30, 0x80, 0x06, 0x03, 0x2B, 0x65, 0x70, 0xA0, 0x80, 0x00, 0x00, 0x00, 0x00],
            [0x30, 0x80, 0x02, 0x01, 0x01, 0x31, 0x80, 0x00, 0x00, 0x00, 0x00],
            // A tag number of two octets that is not one of the signed parts, also if it is stored in eight bits.
            [0x30, 0x06, 0x1F, 0x81, 0x02, 0x01, 0x05, 0x00],
            // An OCTET STRING, and a key (PKCS #8).
            [0x30, 0x04, 0x04, 0x80, 0x00, 0x00],
            DERWriter.sequence(
                DERWriter.integer(0),
                [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70],
                [0x04, 0x80, 0x00, 0x00]
            ),
        ] as [[UInt8]]
    )
    func `are not texts and other structures`(message: [UInt8]) throws {
        #expect(try Self.refusal(message) == nil)
    }
}
