import TrustModel
import TrustTestSupport
import X509Parsing

extension ParserHarness {
    /// PEM text: blocks, and the certificates and keys in them.
    static let pem = ParserHarness("pem", maximumLength: 1024) { text throws(BrokenRule) in
        var reader = PEMReader(text)
        var blocks = 0
        var lastStart = -1
        while let result = reader.next() {
            switch result {
            case .success(let block):
                try require(block.offset > lastStart, "blocks are in the order of the text")
                lastStart = block.offset
                blocks += 1
                try checkBlock(block, in: text)
            case .failure(let error):
                try require(error.start > lastStart, "malformed blocks are in the order of the text")
                lastStart = error.start
                try require(
                    error.start <= error.offset && error.offset <= text.count,
                    "the error at \(error.offset) is in the block that begins at \(error.start)"
                )
            }
        }
        try require(
            PEMReader.looksLikePEM(text) ? lastStart >= 0 : blocks == 0,
            "a text is PEM if and only if it has a block, malformed or not; others can have lines of a damaged block"
        )
        try checkElements(text)
        return blocks > 0 ? .accepted : .rejected
    }

    private static func checkBlock(_ block: PEMBlock, in text: [UInt8]) throws(BrokenRule) {
        let begin = Array("-----BEGIN \(block.label)-----".utf8)
        try require(text[block.offset...].starts(with: begin), "a block begins with its label: \(block.label)")
        // Without headers, blocks contain only base64 and white space.
        let body = text[(block.offset + begin.count)...]
        let dashes = body.indices.first { body[$0...].starts(with: "-----".utf8) } ?? body.endIndex
        let base64 = body[..<dashes]
        if !base64.contains(UInt8(ascii: ":")) {
            let letters = base64.filter { !" \t\r\n".utf8.contains($0) }
            try require(
                letters.elementsEqual(Base64.encode(block.content).utf8),
                "each content has one encoding: \(letters)"
            )
        }
        let encoded = Array(TestPEM.encode(block.label, block.content).utf8)
        var reader = PEMReader(encoded)
        guard case .success(let again)? = reader.next() else {
            throw BrokenRule(description: "an encoded block can be parsed: \(block.label)")
        }
        try require(again.label == block.label, "the label \(block.label) does not change to \(again.label)")
        try require(again.content == block.content, "the content of a block does not change")
        try require(again.offset == 0 && reader.next() == nil, "one encoded block is one block")
    }

    /// Finds certificates with and without keys, and checks that private keys are reported.
    private static func checkElements(_ text: [UInt8]) throws(BrokenRule) {
        let isPEM = PEMReader.looksLikePEM(text) && !DERReader.looksLikeDER(text)
        let certificates = try? EncodedElements(includesKeys: false, maximum: .max).find(in: text)
        let all = try? EncodedElements(includesKeys: true, maximum: .max).find(in: text)
        try require((certificates == nil) == (all == nil), "the format of a text is known with and without keys")
        guard isPEM, let certificates, let all else { return }
        try require(
            all.filter { !$0.isKey }.count == certificates.filter { !$0.isKey }.count,
            "certificates are found with and without keys"
        )
        var reader = PEMReader(text)
        var hasPrivateKey = false
        while let result = reader.next() {
            let form =
                switch result {
                case .success(let block): PrivateKeyForm.name(of: block)
                case .failure(let error): error.label.flatMap(PrivateKeyForm.name(ofLabel:))
                }
            if form != nil { hasPrivateKey = true }
        }
        try require(certificates.contains(where: \.isPrivateKey) == hasPrivateKey, "each private key is reported")
        try require(
            !hasPrivateKey || PrivateKeyForm.name(in: text) != nil,
            "a private key is recognized before parsing"
        )
    }
}

extension Result<EncodedElements.Element, CertificateReadingError> {
    /// Whether it is a public key, valid or not.
    fileprivate var isKey: Bool {
        switch self {
        case .success(.publicKey): true
        case .failure(let error): error.code == .malformedPublicKey
        default: false
        }
    }

    fileprivate var isPrivateKey: Bool {
        if case .failure(let error) = self { error.code == .privateKey } else { false }
    }
}
