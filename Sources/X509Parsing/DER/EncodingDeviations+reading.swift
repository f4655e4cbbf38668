import TrustModel

/// Finds deviations from DER in values that have been parsed without an error.
extension EncodingDeviations {
    /// Examines the value of an extension of a certificate or a CRL.
    init(in value: DERReader, of type: OID) {
        switch type {
        case .keyUsage: self = value.elements.first.map { Self(ofBits: $0, in: value) } ?? []
        case .basicConstraints: self = Self(ofFieldsIn: value, flags: [DERTag.boolean])
        case .crlDistributionPoints, .freshestCRL: self = Self(ofPointsIn: value)
        case .issuingDistributionPoint:
            self = Self(ofFieldsIn: value, flags: [1, 2, 4, 5].map(DERTag.primitive), bits: DERTag.primitive(3))
        default: self = []
        }
    }

    private init(ofPointsIn value: DERReader) {
        guard let points = value.elements.first.map(value.inside)?.elements else {
            self = []
            return
        }
        self = points.reduce(into: []) { deviations, point in
            deviations.formUnion(Self(ofFields: value.inside(point).elements, in: value, bits: DERTag.primitive(1)))
        }
    }

    private init(ofFieldsIn value: DERReader, flags: [UInt8], bits: UInt8? = nil) {
        guard let sequence = value.elements.first else {
            self = []
            return
        }
        self.init(ofFields: value.inside(sequence).elements, in: value, flags: flags, bits: bits)
    }

    /// Examines the fields of a SEQUENCE: flags whose default is FALSE, and a list of named bits.
    private init(ofFields fields: [DERElement], in value: DERReader, flags: [UInt8] = [], bits: UInt8?) {
        self = []
        for field in fields {
            if flags.contains(field.tag), value.bytes[field.content].allSatisfy({ $0 == 0 }) { insert(.flag) }
            if field.tag == bits { formUnion(Self(ofBits: field, in: value)) }
        }
    }

    /// Examines a BIT STRING with named bits, whose last encoded bit must be 1 (X.690 section 11.2.2).
    private init(ofBits element: DERElement, in value: DERReader) {
        let content = value.bytes[element.content]
        guard let unused = content.first, let last = content.last, content.count > 1 else {
            self = []
            return
        }
        self = last & 1 << unused == 0 ? .trailingZeros : []
    }

    /// Whether RSASSA-PSS parameters encode a default value (RFC 4055 section 3.1); false for other algorithms.
    static func encodesDefault(_ identifier: AlgorithmIdentifier) -> Bool {
        guard identifier.algorithm == .rsassaPSS, let parameters = identifier.parameters else { return false }
        let whole = DERReader(parameters)
        guard let fields = whole.elements.first.map(whole.inside)?.elements else { return false }
        return fields.contains { field in
            guard let value = whole.inside(field).elements.first else { return false }
            let content = whole.bytes[value.content]
            return switch field.tag {
            case DERTag.constructed(0): content.starts(with: sha1)
            case DERTag.constructed(1): isMaskWithSHA1(content)
            case DERTag.constructed(2): content.elementsEqual([20])
            case DERTag.constructed(3): content.elementsEqual([1])
            default: false
            }
        }
    }

    /// The identifier of SHA-1, which begins an AlgorithmIdentifier.
    private static let sha1 = DERWriting.element(DERTag.objectIdentifier, OID.sha1.der)

    /// Whether the content of a mask generation function is MGF1 with SHA-1.
    private static func isMaskWithSHA1(_ content: ArraySlice<UInt8>) -> Bool {
        content.starts(with: mgf1) && content.dropFirst(mgf1.count + 2).starts(with: sha1)
    }

    private static let mgf1 = DERWriting.element(DERTag.objectIdentifier, OID(1, 2, 840, 113549, 1, 1, 8).der)
}
