import StructuredDocuments

/// A name in the trust settings of another library, and its counterparts in anchord.
package struct LibraryName: Sendable {
    /// A library, or a configuration format of a platform.
    package enum Library: String, Sendable, CaseIterable {
        case alamofire = "Alamofire"
        case afnetworking = "AFNetworking"
        case secTrust = "SecTrust"
        case appTransportSecurity = "App Transport Security"
        case trustKit = "TrustKit"
        case okHttp = "OkHttp"
        case android = "Android"

        /// The file name, without extension, of the documentation page about the library.
        package var page: String { self == .appTransportSecurity ? Self.secTrust.rawValue : rawValue }
    }

    /// A place in anchord with the same meaning.
    package enum Counterpart: Sendable, Hashable {
        /// A key of a policy, or a key with its value, as YAML; `of` names the evaluator, if not all have the key.
        case policy(String, of: String? = nil)
        /// A key of a policy set, or a key with its value, as YAML.
        case policySet(String)
        /// A member of a request.
        case request(String)
        /// A member of a verdict, or a member with its value, as YAML.
        case verdict(String)
    }

    /// The name as the library spells it.
    package let name: String
    /// The library that uses the name.
    package let library: Library
    /// The counterparts, the recommended one first; not empty.
    package let counterparts: [Counterpart]
    /// A clause that follows the counterparts; nil if they need no explanation.
    package let note: String?

    /// Creates a name with its counterparts.
    init(_ name: String, of library: Library, is counterparts: Counterpart..., note: String? = nil) {
        self.name = name
        self.library = library
        self.counterparts = counterparts
        self.note = note
    }

    /// The counterparts and the note in Markdown, such as "`evaluator: default`".
    package var translation: String { alternatives + explanation }

    /// The explanation of the name, as a suffix for a message.
    var hint: String {
        "; \(library.rawValue)'s `\(name)` is \(alternatives) here\(explanation) (\(library.page).md)"
    }

    private var alternatives: String { counterparts.map(\.description).joined(separator: " or ") }

    private var explanation: String { note.map { ", " + $0 } ?? "" }

    /// Whether the recommended counterpart is a key with the library's own spelling.
    var isSpelledEqually: Bool {
        switch counterparts.first {
        case .policy(let text, _): text.hasSameBytes(as: name)
        case .policySet, .request, .verdict, nil: false
        }
    }
}

extension LibraryName.Counterpart: CustomStringConvertible {
    /// The counterpart in Markdown: its YAML, and the place where it belongs.
    package var description: String {
        switch self {
        case .policy(let text, nil): "`\(text)`"
        case .policy(let text, let evaluator?): "`\(text)` of `evaluator: \(evaluator)`"
        case .policySet(let text): "`\(text)` of the policy set"
        case .request(let text): "`\(text)` of the request"
        case .verdict(let text): "`\(text)` of the verdict"
        }
    }
}
